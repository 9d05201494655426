"""A summary counts each status apart and takes nothing missing for a score."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Leaf, Result
from arbitree.stats import LeafCount, summary, summary_by
from tests.stats.results import RESULTS, not_applicable, scored, within

BOTH, NEITHER, GATE = Leaf("details", "Both", 10.0), Leaf("details", "Neither", 3.0), Leaf("window", False, 0.0)


def test_each_status_is_counted_apart() -> None:
    results = [scored(1.0), scored(0.5), scored(0.3), within(0.6, 0.8), within(0.2, 0.9), not_applicable()]

    found = summary(results)

    assert (found.cases, found.passed, found.failed, found.undecided, found.not_applicable) == (6, 3, 1, 1, 1)
    assert (found.scored, found.decided) == (3, 1)
    assert (found.coverage, found.pass_rate, found.mean_score) == (0.8, 0.75, 0.6)
    assert found.pass_rate_interval is not None


def test_nothing_settled_gives_no_rate_and_no_mean() -> None:
    found = summary([within(0, 1), not_applicable()])

    assert (found.pass_rate, found.pass_rate_interval, found.mean_score, found.coverage) == (None, None, None, 0.0)
    assert summary([not_applicable()]).coverage is None
    assert summary([]).cases == 0


def test_leaves_are_counted_in_plan_order_with_those_never_reached() -> None:
    found = summary([scored(1.0, BOTH), scored(0.0, GATE), scored(1.0, BOTH)], leaves=[GATE, BOTH, NEITHER])

    assert found.leaves == (
        LeafCount(leaf=GATE, cases=1),
        LeafCount(leaf=BOTH, cases=2),
        LeafCount(leaf=NEITHER, cases=0),
    )


def test_calls_are_added_up() -> None:
    assert summary([scored(1.0, calls=3), scored(0.0, calls=2)]).usage.calls == 5


def test_groups_are_summed_up_apart() -> None:
    results = [scored(1.0, case="a"), scored(0.0, case="b"), scored(1.0, case="c")]

    groups = summary_by(results, {"a": "mail", "b": "chat", "c": "mail"}.__getitem__, leaves=[BOTH])

    assert [(name, found.passed, found.cases, len(found.leaves)) for name, found in groups] == [
        ("chat", 0, 1, 1),
        ("mail", 2, 2, 1),
    ]


@given(st.lists(RESULTS), st.randoms(use_true_random=False))
def test_the_order_of_the_results_changes_nothing(results: list[Result], shuffler: random.Random) -> None:
    shuffled = list(results)
    shuffler.shuffle(shuffled)

    assert summary(shuffled) == summary(results)


@given(st.lists(RESULTS))
def test_every_case_is_counted_once(results: list[Result]) -> None:
    found = summary(results)

    assert found.passed + found.failed + found.undecided + found.not_applicable == found.cases == len(results)
    assert found.scored + found.decided + found.undecided + found.not_applicable == found.cases
