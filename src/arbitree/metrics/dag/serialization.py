"""Graphs to DeepEval's JSON and back, under the reference's names: `dag_to_dict`, `dag_from_dict`, and as text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from arbitree.errors import Problem, RubricFileError
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.graph import DeepAcyclicGraph
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode
from arbitree.wire.deepeval import Dag, DagNode, read_dag
from arbitree.wire.deepeval_export import write_dag

_DRAWN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""An id that DeepEval drew at random, which makes no name."""


def dag_from_dict(data: Mapping[str, Any], multiturn: bool = False) -> DeepAcyclicGraph:
    """The graph of a document that DeepEval's `dag_to_dict`, or ours, wrote.

    Ids become the names of nodes, unless DeepEval drew them at random.

    Raises:
        RubricFileError: the document is not of the form, or holds what this version cannot; with every problem.
        GraphError: the graph cannot be used as it is.

    >>> document = {"nodes": {
    ...     "polite": {"type": "BinaryJudgementNode", "criteria": "Is it polite?", "label": None,
    ...                "evaluation_params": ["actual_output"], "children": ["y", "n"]},
    ...     "y": {"type": "VerdictNode", "verdict": True, "score": 10},
    ...     "n": {"type": "VerdictNode", "verdict": False, "score": 0}}}
    >>> dag_from_dict(document)
    <DeepAcyclicGraph of 1 nodes, starting at BinaryJudgementNode "Is it polite?">
    """
    _single_turn(multiturn)
    return _built(read_dag(data))


def dag_from_json(s: str, multiturn: bool = False) -> DeepAcyclicGraph:
    """The same for JSON text; problems name their line.

    Raises:
        RubricFileError: as for `dag_from_dict`.
        GraphError: as for `dag_from_dict`.
    """
    _single_turn(multiturn)
    return _built(read_dag(s))


def dag_to_dict(dag: DeepAcyclicGraph) -> dict[str, Any]:
    """The document that DeepEval's `dag_from_dict`, or ours, reads; ids are the nodes' names.

    Raises:
        RubricFileError: the graph holds what DeepEval's form cannot; every such thing is named.
    """
    return write_dag(dag.to_graph())


def dag_to_json(dag: DeepAcyclicGraph, indent: int = 2) -> str:
    """The same as JSON text.

    Raises:
        RubricFileError: as for `dag_to_dict`.
    """
    return json.dumps(dag_to_dict(dag), indent=indent, ensure_ascii=False)


def _single_turn(multiturn: bool) -> None:
    if multiturn:
        what = "this version of arbitree has no graphs over the turns of a conversation"
        raise RubricFileError(Problem(code="G230", what=what, mend="leave `multiturn` out and show `messages` whole"))


def _built(dag: Dag) -> DeepAcyclicGraph:
    made = {node.id: _alone(node) for node in dag.nodes}
    for node in dag.nodes:
        builder = made[node.id]
        if isinstance(builder, TaskNode):
            for child in node.children:
                builder.add_node(made[child])
        for verdict in node.verdicts:
            then = None if verdict.to is None else made[verdict.to]
            match builder, verdict.verdict:
                case BinaryJudgementNode(), bool(holds):
                    builder.add_verdict(holds, score=verdict.score, then=then)
                case NonBinaryJudgementNode(), str(option):
                    builder.add_verdict(option, score=verdict.score, then=then)
                case _:
                    raise TypeError(f"{node.kind} cannot have the verdict {verdict.verdict!r}")
    return DeepAcyclicGraph(root_nodes=[made[root] for root in dag.roots])


def _alone(node: DagNode) -> BaseNode:
    name = None if _DRAWN.fullmatch(node.id) else node.id
    label, shows = node.label or None, list(node.shows) or None
    match node.kind:
        case "TaskNode":
            return TaskNode(node.words, node.output_label, evaluation_params=shows, label=label, name=name)
        case "BinaryJudgementNode":
            return BinaryJudgementNode(node.words, evaluation_params=shows, label=label, name=name)
        case "NonBinaryJudgementNode":
            return NonBinaryJudgementNode(node.words, evaluation_params=shows, label=label, name=name)
