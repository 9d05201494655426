"""Six hundred requests a minute, of servers of several shapes: used to nine tenths, with under 3 % refused."""

from __future__ import annotations

import pytest

from arbitree.judges.rates import Rates
from tests.judges.rated import SHAPES, WAITS, Rated, ask

TWO_MINUTES = 1200
"""Calls that a server lets through in this time."""


def most_in_a_second(arrived: list[float]) -> int:
    return max(sum(begin <= one < begin + 1 for one in arrived[at : at + 100]) for at, begin in enumerate(arrived))


LONG = pytest.mark.long
USUAL = ("bucket of 10", "window of a minute")

SMALL = ("bucket of 1", "window of a second", "sliding second")
"""Shapes that hold a second's worth or less."""


def each_shape(*others: object) -> list[object]:
    """Every shape with every one of the others; all but two shapes with the first of them only in long runs."""
    return [
        pytest.param(shape, other, marks=() if shape in USUAL and other == others[0] else LONG)
        for shape in SHAPES
        for other in others
    ]


def least_used(shape: str, says: str) -> float:
    """Nine tenths; less where a server keeps next to nothing in reserve and does not say exactly when to come back.

    What comes back while one waits is lost there, so that each thing that is learnt costs up to a second.
    """
    loses = (shape in SMALL and says in ("whole", "date")) or (shape, says) == ("bucket of 1", "nothing")
    return 0.8 if loses else 0.9


@pytest.mark.parametrize(("shape", "takes"), each_shape(0.5, 0.05, 1.5))
def test_a_limit_that_was_stated_is_never_exceeded_and_used(shape: str, takes: float) -> None:
    server = Rated(SHAPES[shape](), says="nothing", takes=takes)

    assert ask(server, TWO_MINUTES, Rates(rpm=600)) == 0
    assert server.refused == 0
    assert most_in_a_second(sorted(server.arrived)) <= 10
    assert server.used > 0.9


@pytest.mark.parametrize(("shape", "takes"), each_shape(0.5, 0.05, 1.5))
@pytest.mark.parametrize("provider", ["server", "anthropic"])
def test_a_limit_that_headers_tell_is_kept_to_from_the_first_answer_on(shape: str, takes: float, provider: str) -> None:
    server = Rated(SHAPES[shape](), says="exact", takes=takes, headers=True)

    assert ask(server, TWO_MINUTES, provider=provider) == 0
    assert server.share_refused < 0.03
    # Anthropic's headers tell whole seconds: of a window of one second they seem to tell of two.
    assert server.used > (0.45 if provider == "anthropic" and shape.endswith("second") else 0.9)


@pytest.mark.parametrize(("shape", "says"), each_shape("exact", *[says for says in WAITS if says != "exact"]))
def test_a_limit_that_only_refusals_tell_is_learnt(shape: str, says: str) -> None:
    server = Rated(SHAPES[shape](), says=says, takes=0.5)

    assert ask(server, TWO_MINUTES) == 0
    assert server.share_refused < 0.03
    assert server.used > least_used(shape, says)


@pytest.mark.parametrize("says", ["exact", "nothing", "whole"])
def test_half_a_minute_is_enough_to_learn_a_limit(says: str) -> None:
    server = Rated(SHAPES["bucket of 10"](), says=says, takes=0.5)

    assert ask(server, 320) == 0
    assert server.share_refused < 0.03
    assert server.used > 0.9
