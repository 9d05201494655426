"""A server that permits so many requests a minute: what it permits is used, and next to nothing is refused."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from arbitree.judges.rates import Rates
from arbitree.testing.server import Faults
from tests.faults.matrix import LAYERS, Outcome, complaints, outcome


def measured(count: int, *, rpm: float, told: bool) -> tuple[Outcome, float]:
    """What came of it, and how many of the permitted answers came."""
    layers = replace(LAYERS, in_flight=20, rates=Rates(rpm=rpm if told else None), timeout=10.0)
    began = time.perf_counter()
    found = outcome(count, Faults(), layers=layers, rpm=rpm)
    return found, found.counts.answered / ((time.perf_counter() - began) * rpm / 60)


@pytest.mark.loopback
def test_a_limit_is_kept_to() -> None:
    found, used = measured(60, rpm=6000, told=True)

    assert complaints(found, 60, undecided=0.0) == []
    assert found.counts.refused < 0.03 * found.counts.requests
    # How long the first connections take is the machine's affair in so short a run.
    assert used > 0.25


@pytest.mark.long
@pytest.mark.loopback
@pytest.mark.parametrize("told", [True, False], ids=["told", "learnt"])
def test_six_hundred_requests_a_minute_are_used_to_nine_tenths(told: bool) -> None:
    found, used = measured(120, rpm=600, told=told)

    assert complaints(found, 120, undecided=0.0) == []
    # To learn the limit costs about ten refusals at the beginning, which weigh little in a longer run.
    assert found.counts.refused < (0.03 if told else 0.06) * found.counts.requests
    assert used > 0.9
