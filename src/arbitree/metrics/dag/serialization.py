"""Graphs to DeepEval's JSON and back, under the reference's names: `dag_to_dict`, `dag_from_dict`, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbitree.metrics.dag.graph import DeepAcyclicGraph


def dag_from_dict(data: Mapping[str, Any], multiturn: bool = False) -> DeepAcyclicGraph:
    """The graph of a document that DeepEval's `dag_to_dict`, or ours, wrote.

    Ids become the names of nodes, unless DeepEval drew them at random. `multiturn` says that it is over conversations,
    which what it names may say too.

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
    return DeepAcyclicGraph.from_dict(data, multiturn=multiturn)


def dag_from_json(s: str, multiturn: bool = False) -> DeepAcyclicGraph:
    """The same for JSON text; problems name their line.

    Raises:
        RubricFileError: as for `dag_from_dict`.
        GraphError: as for `dag_from_dict`.
    """
    return DeepAcyclicGraph.from_json(s, multiturn=multiturn)


def dag_to_dict(dag: DeepAcyclicGraph) -> dict[str, Any]:
    """The document that DeepEval's `dag_from_dict`, or ours, reads; ids are the nodes' names.

    Raises:
        RubricFileError: the graph holds what DeepEval's form cannot; every such thing is named.
    """
    return dag.to_dict()


def dag_to_json(dag: DeepAcyclicGraph, indent: int = 2) -> str:
    """The same as JSON text.

    Raises:
        RubricFileError: as for `dag_to_dict`.
    """
    return dag.to_json(indent)
