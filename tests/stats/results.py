"""Results made for the tests of statistics, and strategies for them."""

from __future__ import annotations

from hypothesis import strategies as st

from arbitree.core.records import Leaf, Result, Usage

THRESHOLD = 0.5


def scored(score: float, *leaves: Leaf, case: str = "c", calls: int = 0) -> Result:
    """A case with a score."""
    return Result(
        case=case,
        rubric="r",
        status="scored",
        score=score,
        interval=(score, score),
        passed=score >= THRESHOLD,
        threshold=THRESHOLD,
        leaves=leaves,
        usage=Usage(calls=calls),
    )


def within(low: float, high: float, *, case: str = "c") -> Result:
    """A case that can still score anything in an interval: decided or undecided, as the threshold has it."""
    passed = True if low >= THRESHOLD else False if high < THRESHOLD else None
    return Result(
        case=case,
        rubric="r",
        status="undecided" if passed is None else "decided",
        score=None,
        interval=(low, high),
        passed=passed,
        threshold=THRESHOLD,
    )


def not_applicable(*, case: str = "c") -> Result:
    """A case that the rubric does not apply to."""
    return Result(
        case=case,
        rubric="r",
        status="not_applicable",
        score=None,
        interval=None,
        passed=None,
        threshold=THRESHOLD,
    )


_TENTHS = st.integers(0, 10).map(lambda tenths: tenths / 10)

RESULTS = st.one_of(
    _TENTHS.map(scored),
    st.tuples(_TENTHS, _TENTHS).map(lambda ends: within(min(ends), max(ends))),
    st.just(not_applicable()),
)
"""Any result."""
