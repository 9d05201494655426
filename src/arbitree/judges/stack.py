"""The order in which a judge is wrapped, said once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from arbitree.judges.adaptive import adaptive
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget, Price, budgeted
from arbitree.judges.pace import paced
from arbitree.judges.rates import Rates
from arbitree.judges.retry import Patience, retried
from arbitree.judges.timeout import require_time, timed
from arbitree.judges.together import together

__all__ = ["Layers", "stack"]


@dataclass(frozen=True, kw_only=True)
class Layers:
    """How a judge is to be asked.

    Raises:
        UsageError: the timeout leaves no time.
    """

    in_flight: int = 20
    """How many questions at once, at most."""
    timeout: float | None = None
    """Seconds that one call may take; None for as long as the judge itself allows."""
    rates: Rates = field(default_factory=Rates)
    """Requests and tokens per minute."""
    patience: Patience = field(default_factory=Patience)
    """How often, and after which waits, what failed is asked again."""

    def __post_init__(self) -> None:
        if self.timeout is not None:
            require_time(self.timeout)


def stack(
    judge: Judge,
    layers: Layers | None = None,
    *,
    budget: Budget | None = None,
    price: Price | None = None,
    meter: Callable[[Judge], Judge] | None = None,
) -> Judge:
    """The judge with everything around it that keeps it from being asked too much, too often or in vain.

    From the outside in: questions that travel together, retry, budget, calls in flight, pace, timeout. So each further
    try is paid for and takes its turn like any other call; nobody holds a place while waiting to try again; what no
    budget is left for waits for nothing; and the time that a call may take begins when it is made. Memory and the
    ledger belong outside of all of these: what is known costs nothing and waits for nobody.

    Args:
        judge: the judge.
        layers: how it is to be asked.
        budget: what may be spent, shared with whatever other judges have it too.
        price: what a call of this judge costs.
        meter: wraps the judge as it is called, each try by itself and no waiting counted, such as `Metered`.
    """
    layers = layers or Layers()
    called = judge if layers.timeout is None else timed(judge, layers.timeout)
    called = called if meter is None else meter(called)
    called = adaptive(paced(called, layers.rates), in_flight=layers.in_flight)
    if budget is not None:
        called = budgeted(called, budget, price=price)
    return together(retried(called, layers.patience))
