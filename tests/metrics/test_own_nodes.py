"""What a WeighNode or a CheckNode shows by itself is refused where it is written."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree.errors import GraphError
from arbitree.metrics.dag import CheckNode, WeighNode


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"by": "average"}, "cannot combine its parts by 'average'"),
        ({"by": "at_least"}, "at_least has to say how many"),
        ({"by": "at_least", "k": 0}, "k is 0"),
        ({"by": "mean", "k": 2}, "has no use for k"),
        ({"by": "at_least", "k": 1, "met": 11}, "between 0 and 10"),
    ],
)
def test_a_weigh_node_that_cannot_combine_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(GraphError, match=said) as caught:
        WeighNode(**given)

    assert all(problem.mend for problem in caught.value.problems)


def test_an_unknown_test_is_refused_with_the_nearest() -> None:
    with pytest.raises(GraphError, match='no test "contain"') as caught:
        CheckNode(contain="refund")

    assert "contains" in caught.value.problems[0].mend


def test_tests_may_be_pairs_or_mappings() -> None:
    pairs = CheckNode(tests=[("contains", "a"), ("contains", "b")])
    mappings = CheckNode(tests=[{"contains": "a"}, {"contains": "b"}])

    assert pairs.tests == mappings.tests == (("contains", "a"), ("contains", "b"))


@pytest.mark.parametrize("tests", [["contains"], [3], [("contains",)], [(3, "a")]])
def test_what_is_no_test_is_said(tests: Any) -> None:
    with pytest.raises(GraphError, match="is no test"):
        CheckNode(tests=tests)
