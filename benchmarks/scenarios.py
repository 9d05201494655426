"""The scenarios of the whole suite, and of its quick form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks import contenders
from benchmarks.calls import Scenario

OURS: Final = contenders.BY_HAND + contenders.OURS
"""arbitree and what was written by hand."""

SLOW: Final = "DeepEval, its own model class"
"""Who takes so long that it does fewer cases."""

ALL: Final = tuple(name for name in contenders.CONTENDERS if name != SLOW)

LONGEST: Final = 6.0
"""How many seconds the schedule of one scenario of the grid takes at most; there are fewer cases where it is slower."""


@dataclass(frozen=True)
class Planned:
    """A scenario and who takes part in it."""

    scenario: Scenario
    names: Sequence[str]


def whole() -> list[Planned]:
    """Everybody on each work, then arbitree and what was written by hand under every load."""
    works = [
        Planned(Scenario(work="return-reply", cases=1000, concurrency=100, latency=50), ALL),
        Planned(
            Scenario(work="return-reply", cases=200, concurrency=100, latency=50),
            (*contenders.BY_HAND, "arbitree", "DeepEval", SLOW),
        ),
        Planned(Scenario(work="early-exit", cases=200, concurrency=20, latency=50), ALL),
        Planned(Scenario(work="wide", cases=100, concurrency=20, latency=50), ALL),
        Planned(Scenario(work="deep", cases=20, concurrency=20, latency=50), ALL),
        Planned(Scenario(work="weighted", cases=20, concurrency=100, latency=50), ALL),
    ]
    return works + [Planned(one, OURS) for one in grid() if one != works[0].scenario]


def quick() -> list[Planned]:
    """A look at each in a few minutes."""
    return [
        Planned(Scenario(work="return-reply", cases=200, concurrency=100, latency=50), ALL),
        Planned(Scenario(work="early-exit", cases=200, concurrency=20, latency=50), ALL),
        Planned(Scenario(work="return-reply", cases=200, concurrency=100, latency=0), OURS),
    ]


def grid() -> list[Scenario]:
    """Return-reply under every load."""
    return [
        Scenario(work="return-reply", cases=_cases(concurrency, latency), concurrency=concurrency, latency=latency)
        for latency in (0, 50, 200)
        for concurrency in (1, 20, 100, 500)
    ]


def _cases(concurrency: int, latency: float) -> int:
    """As many cases as the schedule has time for, at most 1,000."""
    return 1000 if not latency else min(1000, int(LONGEST * concurrency / (3 * latency / 1000)))
