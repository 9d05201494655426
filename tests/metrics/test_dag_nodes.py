"""Builders of nodes: what they accept, and what they refuse at the line that is wrong."""

from __future__ import annotations

import math
import warnings
from enum import Enum
from typing import Any

import pytest

from arbitree.errors import GraphError
from arbitree.metrics.dag import (
    NOT_APPLICABLE,
    BinaryJudgementNode,
    CheckNode,
    DeepAcyclicGraph,
    NonBinaryJudgementNode,
    TaskNode,
    VerdictNode,
    WeighNode,
)
from arbitree.test_case import SingleTurnParams


def ask(criteria: str = "Is it so?", **more: Any) -> BinaryJudgementNode:
    return BinaryJudgementNode(criteria=criteria, evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT], **more)


@pytest.mark.parametrize("score", [15, -3, math.nan, math.inf, "7", True, 10.5])
def test_a_score_that_is_no_number_from_0_to_10_is_refused_where_it_is_written(score: Any) -> None:
    with pytest.raises(GraphError, match=r"^The score must be between 0 and 10, inclusive") as caught:
        ask().add_verdict(verdict=True, score=score)
    assert repr(score) in caught.value.problems[0].what


def test_a_verdict_with_both_a_score_and_a_node_is_refused_where_it_is_added() -> None:
    with pytest.raises(ValueError, match=r"^A VerdictNode can have either a 'score' or a 'child', but not both"):
        ask().add_verdict(verdict=True, score=10, then=ask("Another?"))


def test_a_verdict_with_neither_is_refused_where_it_is_added() -> None:
    with pytest.raises(ValueError, match=r"^A VerdictNode must have either a 'score' or a 'child'"):
        VerdictNode(verdict=True)


@pytest.mark.parametrize("verdict", ["yes", 1, None])
def test_a_yes_no_verdict_that_is_no_boolean_is_refused(verdict: Any) -> None:
    with pytest.raises(GraphError, match=r"boolean verdict|True, False or an option"):
        ask().add_verdict(verdict=verdict, score=1)


def test_an_option_that_is_no_text_is_refused_and_the_mend_shows_how_to_write_it() -> None:
    with pytest.raises(GraphError, match="must be a string") as caught:
        NonBinaryJudgementNode(criteria="Which?").add_verdict(verdict=True, score=1)  # type: ignore[arg-type]
    assert caught.value.problems[0].mend == 'write verdict="True"'


@pytest.mark.parametrize("child", [VerdictNode(verdict=True, score=1), "next", 3, print])
def test_a_verdict_leads_to_nodes_and_graphs_only(child: Any) -> None:
    with pytest.raises(GraphError, match="A verdict cannot lead to"):
        ask().add_verdict(verdict=True, then=child)


def test_a_verdict_may_leave_its_part_out() -> None:
    assert ask().add_verdict(verdict=False, then=NOT_APPLICABLE).child is NOT_APPLICABLE


@pytest.mark.parametrize("words", ["", "  \n", None, 7])
def test_blank_words_are_refused(words: Any) -> None:
    with pytest.raises(GraphError, match="BinaryJudgementNode needs criteria"):
        BinaryJudgementNode(criteria=words)
    with pytest.raises(GraphError, match="TaskNode needs output_label"):
        TaskNode(instructions="List them.", output_label=words)


@pytest.mark.parametrize("params", [SingleTurnParams.INPUT, "input", [3], [""], 5])
def test_what_a_node_shows_is_a_list_of_fields(params: Any) -> None:
    with pytest.raises(GraphError, match=r"evaluation_params|cannot show"):
        BinaryJudgementNode(criteria="Is it so?", evaluation_params=params)


def test_members_of_another_enum_with_the_same_values_name_the_same_fields() -> None:
    class Params(Enum):
        ACTUAL_OUTPUT = "actual_output"

    node = BinaryJudgementNode(criteria="Is it so?", evaluation_params=[Params.ACTUAL_OUTPUT, "tone"])
    node.add_verdict(True, score=1)
    node.add_verdict(False, score=0)
    assert DeepAcyclicGraph([node]).to_graph().nodes[0].shows == ("actual_output", "tone")  # type: ignore[union-attr]


def test_a_task_is_read_by_nodes_only() -> None:
    task = TaskNode(instructions="List them.", output_label="List")
    with pytest.raises(GraphError, match=r"^A TaskNode's children must be BaseNode instances"):
        task.add_node("next")  # type: ignore[arg-type]
    with pytest.raises(GraphError, match=r"^A TaskNode must not have a VerdictNode as one of their 'children'"):
        task.add_node(VerdictNode(verdict=True, score=1))
    with pytest.raises(GraphError, match="must not have a WeighNode"):
        task.add_node(WeighNode())


def test_children_still_work_and_warn_at_the_line_that_passes_them() -> None:
    with pytest.warns(DeprecationWarning, match="Passing 'children' to 'BinaryJudgementNode'") as caught:
        node = ask(children=[VerdictNode(verdict=True, score=10), VerdictNode(verdict=False, score=0)])
    assert [verdict.score for verdict in node.children] == [10, 0]
    with pytest.warns(DeprecationWarning, match="Passing 'children' to 'TaskNode'") as of_task:
        TaskNode(instructions="List them.", output_label="List", children=[node])
    assert {warning.filename for warning in (*caught, *of_task)} == {__file__}


def test_children_that_are_not_whole_are_refused_at_once() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with pytest.raises(ValueError, match=r"^BinaryJudgementNode must have exactly 2 children"):
            ask(children=[VerdictNode(verdict=True, score=10)])
        with pytest.raises(ValueError, match=r"^All children must be of type VerdictNode"):
            ask(children=[ask("Another?")])
        with pytest.raises(ValueError, match=r"^Duplicate verdict found: A"):
            twice = [VerdictNode(verdict="A", score=1), VerdictNode(verdict="A", score=2)]
            NonBinaryJudgementNode(criteria="Which?", children=twice)


def test_a_list_of_children_that_is_shared_is_not_changed() -> None:
    shared: list[Any] = []
    task = TaskNode(instructions="List them.", output_label="List", children=shared)
    task.add_node(ask())
    assert shared == []


def test_a_check_needs_a_test_and_takes_it_as_in_a_rubric_file() -> None:
    with pytest.raises(GraphError, match="CheckNode has no test"):
        CheckNode(of="actual_output")
    node = CheckNode(of=SingleTurnParams.ACTUAL_OUTPUT, tests=[("contains", "a"), ("contains", "b")], max_words=9)
    assert node.tests == (("contains", "a"), ("contains", "b"), ("max_words", 9))


@pytest.mark.parametrize("weight", [math.nan, "2", True])
def test_a_weight_that_is_no_number_is_refused(weight: Any) -> None:
    with pytest.raises(GraphError, match="a weight must be a number"):
        WeighNode().add_part(ask(), weight=weight)


def test_a_part_of_a_weighing_has_a_score() -> None:
    with pytest.raises(GraphError, match="must have a score"):
        WeighNode().add_part(TaskNode(instructions="List them.", output_label="List"))
