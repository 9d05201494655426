"""Budgets of evidence on their way from files to Python nodes and back, and out to DeepEval."""

from __future__ import annotations

import pytest

from arbitree.core.graph import Graph
from arbitree.errors import RubricFileError
from arbitree.metrics.conversational_dag import ConversationalBinaryJudgementNode
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    DeepAcyclicGraph,
    GradeNode,
    NonBinaryJudgementNode,
    TaskNode,
)
from arbitree.wire.load import load_rubric

FILE = """
arbitree: 1
defaults: {shows: [actual_output], max_evidence_tokens: 900, too_long: head_and_tail}
nodes:
  points: {task: List the points., max_evidence_tokens: 100}
  tone:
    choose: Which tone?
    reads: [points]
    too_long: refuse
    options: {warm: deep, cold: {ask: Short?, max_evidence_tokens: 300}}
  deep: {grade: Is it deep?, max_evidence_tokens: 400}
"""
BOUNDS = {
    "points": (100, "head_and_tail"),
    "tone": (900, None),
    "tone.2": (300, "head_and_tail"),
    "deep": (400, "head_and_tail"),
}


def bounds(graph: Graph) -> dict[str, object]:
    return {
        node.name: (getattr(node, "max_evidence_tokens", None), getattr(node, "too_long", None)) for node in graph.nodes
    }


def test_budgets_stay_on_the_way_from_a_file_to_python_nodes_and_back() -> None:
    built = DeepAcyclicGraph.from_graph(load_rubric(FILE).graph)

    assert bounds(DeepAcyclicGraph(built.root_nodes).to_graph()) == BOUNDS


def test_every_builder_of_a_question_takes_a_budget() -> None:
    shows = ["actual_output"]
    task = TaskNode("List.", "Points", evaluation_params=shows, max_evidence_tokens=100, too_long="head_and_tail")
    tone = NonBinaryJudgementNode("Tone?", evaluation_params=shows, max_evidence_tokens=200, name="tone")
    short = BinaryJudgementNode(
        "Short?", evaluation_params=shows, max_evidence_tokens=300, too_long="refuse", name="short"
    )
    deep = GradeNode("Deep?", evaluation_params=shows, max_evidence_tokens=400, name="deep")
    task.add_node(tone)
    tone.add_verdict("warm", then=short)
    tone.add_verdict("cold", then=deep)
    short.add_verdict(True, score=10)
    short.add_verdict(False, score=0)
    found = bounds(DeepAcyclicGraph([task]).to_graph())

    assert set(found.values()) == {(100, "head_and_tail"), (200, None), (300, "refuse"), (400, None)}


def test_nodes_over_conversations_take_a_budget() -> None:
    node = ConversationalBinaryJudgementNode("Polite?", evaluation_params=["content"], max_evidence_tokens=150)
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)

    assert [*bounds(DeepAcyclicGraph([node]).to_graph()).values()] == [(150, None)]


def test_a_grade_keeps_its_prompts_and_its_language() -> None:
    node = GradeNode("Deep?", evaluation_params=["input"], prompts={"retry": "Again: {problem}"}, language="fr")
    [made] = DeepAcyclicGraph([node]).to_graph().nodes

    assert isinstance(made, type(node.grade("x")))
    assert made.language == "fr" and dict(made.prompts.texts) == {"retry": "Again: {problem}"}


def test_deepeval_has_no_budgets() -> None:
    node = BinaryJudgementNode("Short?", evaluation_params=["input"], max_evidence_tokens=300)
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)

    with pytest.raises(RubricFileError, match="sets `max_evidence_tokens`, which DeepEval does not have"):
        DeepAcyclicGraph([node]).to_dict()
