"""The Wilson interval against published values."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.stats import wilson

PUBLISHED = {
    # R. G. Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
    (81, 263): (0.2553, 0.3662),
    (15, 148): (0.0624, 0.1605),
    (0, 20): (0.0000, 0.1611),
    (1, 29): (0.0061, 0.1718),
}


@pytest.mark.parametrize(("counts", "interval"), PUBLISHED.items())
def test_the_interval_is_the_published_one(counts: tuple[int, int], interval: tuple[float, float]) -> None:
    assert tuple(round(end, 4) for end in wilson(*counts)) == interval


@given(st.integers(1, 10_000), st.floats(0, 1), st.floats(0.5, 0.999))
def test_the_ends_solve_the_score_equation(trials: int, share: float, confidence: float) -> None:
    """Wilson's interval is where the distance of p from the share is z standard errors of p itself."""
    successes = round(share * trials)
    z = NormalDist().inv_cdf((1 + confidence) / 2)

    for end in wilson(successes, trials, confidence):
        distance = abs(successes / trials - end)
        assert math.isclose(distance, z * math.sqrt(end * (1 - end) / trials), rel_tol=1e-6, abs_tol=1e-8)


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_lies_around_the_share_and_mirrors(passed: int, failed: int) -> None:
    low, high = wilson(passed, passed + failed)
    other_low, other_high = wilson(failed, passed + failed)

    assert 0 <= low <= (passed / (passed + failed) if passed + failed else 0.5) <= high <= 1
    assert math.isclose(low, 1 - other_high, abs_tol=1e-12)
    assert math.isclose(high, 1 - other_low, abs_tol=1e-12)


def test_nothing_tried_can_be_anything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("arguments", [(2, 1), (-1, 5), (1, 2, 0.0), (1, 2, 1.0), (1, 2, 95)])
def test_senseless_counts_and_confidences_are_refused(arguments: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"successes|confidence"):
        wilson(*arguments)
