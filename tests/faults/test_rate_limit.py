"""A server that permits so many requests a minute: what it permits is used, and next to nothing is refused."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from arbitree.judges.rates import Rates
from arbitree.testing.server import Faults
from tests.faults.matrix import LAYERS, Outcome, complaints, outcome

pytestmark = pytest.mark.loopback

WAYS = ("stated", "told by headers", "learnt from refusals")
"""How the limit is known."""


def measured(count: int, *, rpm: float, way: str) -> tuple[Outcome, float]:
    """What came of it, and how many of the permitted answers came."""
    layers = replace(LAYERS, in_flight=20, rates=Rates(rpm=rpm if way == "stated" else None), timeout=10.0)
    began = time.perf_counter()
    # A server that limits its users without a word is not on their own machine.
    near = False if way == "learnt from refusals" else None
    found = outcome(count, Faults(), layers=layers, rpm=rpm, tells=way == "told by headers", near=near)
    return found, found.counts.answered / ((time.perf_counter() - began) * rpm / 60)


@pytest.mark.parametrize("way", WAYS[:2])
def test_a_limit_is_kept_to(way: str) -> None:
    found, used = measured(40, rpm=1800, way=way)

    assert complaints(found, 40, undecided=0.0) == []
    assert found.counts.refused < 0.03 * found.counts.requests
    # How long the first connections take is the machine's affair in so short a run.
    assert used > 0.6


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_six_hundred_requests_a_minute_are_used_to_nine_tenths(way: str) -> None:
    found, used = measured(240, rpm=600, way=way)

    assert complaints(found, 240, undecided=0.0) == []
    assert found.counts.refused < 0.03 * found.counts.requests
    assert used > 0.9
