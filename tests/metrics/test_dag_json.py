"""Graphs of DeepEval's as JSON, to builders and back."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree.errors import GraphError, RubricFileError
from arbitree.metrics.dag import BinaryJudgementNode, CheckNode, DeepAcyclicGraph
from tests.metrics.graphs import reply_graph


def test_a_graph_comes_back_from_deepevals_form_as_it_was() -> None:
    graph = reply_graph()
    assert DeepAcyclicGraph.from_dict(graph.to_dict()).to_graph() == graph.to_graph()
    assert DeepAcyclicGraph.from_json(graph.to_json()).to_graph() == graph.to_graph()


def test_ids_that_deepeval_drew_are_no_names() -> None:
    document: dict[str, Any] = {
        "nodes": {
            "0b8f6f0e-8a0c-4d0f-9a55-0d0c7a1f5a11": {
                "type": "BinaryJudgementNode",
                "criteria": "Is it polite?",
                "label": None,
                "evaluation_params": ["actual_output"],
                "children": ["y", "n"],
            },
            "y": {"type": "VerdictNode", "verdict": True, "score": 10},
            "n": {"type": "VerdictNode", "verdict": False, "score": 0},
        }
    }
    assert DeepAcyclicGraph.from_dict(document).start_node.name is None
    assert [node.name for node in DeepAcyclicGraph.from_dict(document).to_graph().nodes] == ["is-it-polite"]


def test_a_document_with_a_mistake_is_refused() -> None:
    document = reply_graph().to_dict()
    document["nodes"]["window"]["children"].pop()
    with pytest.raises(GraphError, match=r"2 children|one True and one False|window"):
        DeepAcyclicGraph.from_dict(document)


def test_what_deepevals_form_cannot_hold_is_named() -> None:
    check = CheckNode(of="actual_output", contains="refund", name="refund")
    with pytest.raises(RubricFileError, match="refund"):
        DeepAcyclicGraph([check]).to_dict()


def test_names_given_in_python_are_the_ids_of_the_document() -> None:
    node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"], name="polite")
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)
    assert "polite" in DeepAcyclicGraph([node]).to_dict()["nodes"]
