"""What a node or a grade may be told besides its words is refused where it is of another type."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree.errors import GraphError, UsageError
from arbitree.metrics import DAGMetric, GEval
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    CheckNode,
    DeepAcyclicGraph,
    EachNode,
    GradeNode,
    NonBinaryJudgementNode,
    TaskNode,
    WeighNode,
)

ODD: tuple[Any, ...] = (b"x", object(), 2.5, {5: "x"}, [5], float("nan"))
MAKERS: dict[str, Any] = {
    "task": lambda **options: TaskNode("List it.", "Facts", **options),
    "ask": lambda **options: BinaryJudgementNode("Is it?", **options),
    "choose": lambda **options: NonBinaryJudgementNode("Which?", **options),
    "grade": lambda **options: GradeNode("How good?", **options),
    "check": lambda **options: CheckNode(of="actual_output", contains="a", **options),
    "weigh": lambda **options: WeighNode("mean", **options),
    "each": lambda **options: EachNode("claims", **options),
}
COMMON = ("name", "label", "meta")
ASKED = (*COMMON, "judge", "votes", "prompt", "prompts", "language")
OPTIONS = {
    "task": (*ASKED, "gives", "then"),
    "ask": (*ASKED, "judges", "rule", "tie"),
    "choose": (*ASKED, "judges", "rule", "tie", "shuffle"),
    "grade": (*ASKED, "steps", "judges", "scale", "rubric", "strict"),
    "check": ("name", "label"),
    "weigh": COMMON,
    "each": COMMON,
}


@pytest.mark.parametrize(("kind", "option"), [(kind, option) for kind in OPTIONS for option in OPTIONS[kind]])
def test_an_option_of_another_type_is_refused_where_it_is_written(kind: str, option: str) -> None:
    for odd in ODD:
        with pytest.raises(GraphError, match=option):
            MAKERS[kind](**{option: odd})


def test_all_odd_options_of_a_node_are_told_together() -> None:
    with pytest.raises(GraphError) as caught:
        BinaryJudgementNode("Is it?", votes="3", prompt=5)  # type: ignore[arg-type]

    assert [problem.where for problem in caught.value.problems] == [
        "BinaryJudgementNode(votes=...)",
        "BinaryJudgementNode(prompt=...)",
    ]


@pytest.mark.parametrize(
    "told",
    [
        {"criteria": 5},
        {"evaluation_steps": "Look for kind words."},
        {"evaluation_steps": [5]},
        {"evaluation_steps": 5},
        {"rubric": 5},
        {"votes": 2.5},
        {"prompt": 5},
        {"name": 5},
    ],
    ids=str,
)
def test_a_grade_is_refused_what_is_of_another_type(told: dict[str, Any]) -> None:
    with pytest.raises(GraphError):
        GEval(**{"name": "Tone", "criteria": "Is it kind?", **told})


@pytest.mark.parametrize("switch", ["async_mode", "strict_mode", "verbose_mode", "flaky", "raise_undecided"])
def test_a_text_is_no_switch(switch: str) -> None:
    dag = DeepAcyclicGraph([CheckNode(of="actual_output", contains="a")])

    told: dict[str, Any] = {switch: "no"}
    with pytest.raises(UsageError, match=f"{switch} is 'no', which is neither True nor False"):
        DAGMetric("Tone", dag, **told)
    with pytest.raises((UsageError, GraphError), match=r"strict|neither True nor False"):
        GEval("Tone", ["actual_output"], "Is it kind?", **told)


def test_params_in_a_set_are_refused_for_it_has_no_order() -> None:
    with pytest.raises(GraphError, match="a set has no order"):
        BinaryJudgementNode(criteria="Is it kind?", evaluation_params={"input", "actual_output"})  # type: ignore[arg-type]
