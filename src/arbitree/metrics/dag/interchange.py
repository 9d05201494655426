"""Graphs of DeepEval's as JSON, to builders and back. Imported when it is needed: it brings in the readers of files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbitree.core.graph import Graph
from arbitree.metrics.conversational_dag.nodes import (
    ConversationalBinaryJudgementNode,
    ConversationalNonBinaryJudgementNode,
    ConversationalTaskNode,
)
from arbitree.metrics.conversational_g_eval import ConversationalGEval
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode
from arbitree.metrics.dag.params import Param
from arbitree.metrics.g_eval.metric import GEval
from arbitree.wire.deepeval import DagNode, read_dag
from arbitree.wire.deepeval_export import write_dag
from arbitree.wire.deepeval_grades import DagGrade

_RANDOM = re.compile(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
"""An id that DeepEval drew; it names nothing, and is another one each time."""


def roots_of(document: Mapping[str, Any] | str, *, source: str = "dag.json", multiturn: bool = False) -> list[BaseNode]:
    """The root builders of a document, which messages call `source`. Ids that somebody chose become names."""
    dag = read_dag(document, source=source, multiturn=multiturn)
    made = {node.id: _talking(node) if dag.multiturn else _alone(node) for node in dag.nodes}
    for node in dag.nodes:
        _tie(node, made, multiturn=dag.multiturn)
    return [made[root] for root in dag.roots]


def document_of(graph: Graph) -> dict[str, Any]:
    """The document of a graph."""
    return write_dag(graph)


def _alone(node: DagNode) -> BaseNode:
    shows: list[Param] | None = list(node.shows) or None
    name = None if _RANDOM.fullmatch(node.id) else node.id
    label = node.label or None
    if node.kind == "TaskNode":
        return TaskNode(node.words, node.output_label, evaluation_params=shows, label=label, name=name)
    if node.kind == "BinaryJudgementNode":
        return BinaryJudgementNode(node.words, evaluation_params=shows, label=label, name=name)
    return NonBinaryJudgementNode(node.words, evaluation_params=shows, label=label, name=name)


def _talking(node: DagNode) -> BaseNode:
    """The builder of a node over conversations."""
    name = None if _RANDOM.fullmatch(node.id) else node.id
    label, shows = node.label or None, list(node.shows) or None
    if node.kind == "TaskNode":
        return ConversationalTaskNode(node.words, node.output_label, (), shows, node.turn_window, label, name=name)
    if node.kind == "NonBinaryJudgementNode":
        return ConversationalNonBinaryJudgementNode(node.words, (), shows, node.turn_window, label, name=name)
    return ConversationalBinaryJudgementNode(node.words, (), shows, node.turn_window, label, name=name)


def _tie(node: DagNode, made: Mapping[str, BaseNode], *, multiturn: bool) -> None:
    builder = made[node.id]
    if isinstance(builder, TaskNode):
        for child in node.children:
            builder.add_node(made[child])
        return
    assert isinstance(builder, (BinaryJudgementNode, NonBinaryJudgementNode))
    for verdict in node.verdicts:
        then: object = None if verdict.to is None else made[verdict.to]
        if verdict.grade is not None:
            then = _graded(verdict.grade, multiturn=multiturn)
        builder.add_verdict(verdict.verdict, score=verdict.score, then=then)  # type: ignore[arg-type]


def _graded(grade: DagGrade, *, multiturn: bool) -> GEval:
    kind = ConversationalGEval if multiturn else GEval
    return kind(
        grade.name,
        list(grade.shows) or None,
        grade.criteria or None,
        list(grade.steps) or None,
        strict_mode=grade.strict,
    )
