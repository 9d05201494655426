"""The reference's graph: the root nodes, checked and lowered to a core graph when it is built."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbitree.core.flow import fields_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.metric import Metric
from arbitree.core.prompts.overrides import prompts_of
from arbitree.core.turns import Turns
from arbitree.core.validate import problems_of
from arbitree.errors import GraphError, GraphWarning, Problem
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.lowering import lower
from arbitree.metrics.dag.metric_node import MetricNode
from arbitree.metrics.dag.mistakes import quoted, refuse
from arbitree.metrics.dag.nodes import VerdictNode
from arbitree.metrics.dag.raising import raised

OF_ONE_NODE = frozenset(
    {"G105", "G106", "G110", "G113", "G114", "G117", "G119", "G121", "G140", "G150", "G160", "G165"}
)
"""Codes of what core finds in single nodes: worth telling even where the graph as a whole cannot be lowered."""


class DeepAcyclicGraph:
    """A decision graph: everything that hangs from its roots, and the tasks that it reads.

    It is checked as a whole when it is built, before any judge is called, and nodes that are changed later do not
    change it. A verdict can lead to it, as to a node.

    Raises:
        GraphError: with every mistake of the graph, each naming its node.

    Warns:
        GraphWarning: for what can be used but is seldom meant.

    >>> from arbitree.metrics.dag import BinaryJudgementNode
    >>> polite = BinaryJudgementNode(criteria="Is the reply polite?", evaluation_params=["actual_output"])
    >>> _ = polite.add_verdict(verdict=True, score=10)
    >>> DeepAcyclicGraph(root_nodes=[polite])
    Traceback (most recent call last):
    arbitree.errors.GraphError: BinaryJudgementNode must have exactly 2 children.
          where  BinaryJudgementNode "Is the reply polite?" has True
          mend   add_verdict(verdict=False, score=...) or add_verdict(verdict=False, then=...)
    """

    multiturn = False
    """Whether some node of it looks at the turns of a conversation."""

    def __init__(
        self,
        root_nodes: Sequence[BaseNode],
        *,
        prompts: Mapping[str, Any] | None = None,
        language: str | None = None,
    ) -> None:
        """Makes the graph.

        Args:
            root_nodes: the nodes that nothing leads to.
            prompts: prompts that take the place of our own, by name, as a rubric file's `prompts` has them.
            language: the language of the fixed wording, and the one that reasons are to be in: a tag such as `zh`.
        """
        self.root_nodes = _checked(root_nodes)
        lowered = lower(self.root_nodes, prompts=prompts_of(prompts or {}), language=language)
        found = problems_of(lowered.graph)
        if lowered.problems:
            found = (*lowered.problems, *(problem for problem in found if problem.code in OF_ONE_NODE))
        _complain(found)
        assert lowered.start is not None
        self.multiturn = _is_multiturn(lowered.graph)
        self.start_node: BaseNode = lowered.start
        """The node whose score is the graph's."""
        self.models: Mapping[str, Any] = lowered.models
        """Who judges in the roles of nodes that brought a judge of their own."""
        self._graph = lowered.graph
        self.metrics: Mapping[str, Any] = {
            node.metric: builder.metric
            for node in lowered.graph.nodes
            if isinstance(node, Metric) and isinstance(builder := lowered.builders[node.name], MetricNode)
            if not isinstance(builder.metric, str)
        }
        """The metrics that are leaves of it, by what its core graph calls them; not those that a file names."""

    @classmethod
    def from_graph(cls, graph: Graph) -> DeepAcyclicGraph:
        """The graph as builders, for one that was read from a file. It stays what it is, to the letter.

        Raises:
            GraphError: with every mistake of the graph.
        """
        _complain(problems_of(graph))
        made = cls.__new__(cls)
        made.root_nodes, made.start_node = raised(graph)
        made._graph, made.models, made.metrics = graph, {}, {}
        made.multiturn = _is_multiturn(graph)
        return made

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], *, multiturn: bool = False) -> DeepAcyclicGraph:
        """The graph of a document in DeepEval's form (its `dag_to_dict`).

        What it names says whether it is over conversations; `multiturn` says so where it names nothing.

        Raises:
            RubricFileError: the document is not of that form, or holds what this version cannot.
            GraphError: with every mistake of the graph.
        """
        from arbitree.metrics.dag.interchange import roots_of

        return cls(roots_of(document, multiturn=multiturn))

    @classmethod
    def from_json(cls, text: str, *, multiturn: bool = False) -> DeepAcyclicGraph:
        """The same, from JSON text."""
        from arbitree.metrics.dag.interchange import roots_of

        return cls(roots_of(text, multiturn=multiturn))

    def to_dict(self) -> dict[str, Any]:
        """The graph in DeepEval's form; ids are the nodes' names.

        Raises:
            RubricFileError: that form cannot hold it; everything that it cannot hold is named.
        """
        from arbitree.metrics.dag.interchange import document_of

        return document_of(self._graph)

    def to_json(self, indent: int = 2) -> str:
        """The same, as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def to_graph(self, *, name: str | None = None, threshold: float | None = None) -> Graph:
        """The core graph, under another name and with another threshold where they are given."""
        return replace(
            self._graph,
            name=self._graph.name if name is None else name,
            threshold=self._graph.threshold if threshold is None else threshold,
        )

    def __repr__(self) -> str:
        return f"<DeepAcyclicGraph of {len(self._graph.nodes)} nodes, starting at {self.start_node.shown}>"


def _is_multiturn(graph: Graph) -> bool:
    return any(isinstance(one, Turns) for node in graph.nodes for one in fields_of(node, graph, {}))


def _checked(root_nodes: object) -> list[BaseNode]:
    where, mend = "DeepAcyclicGraph(root_nodes=...)", "pass a list of the nodes that nothing leads to"
    if isinstance(root_nodes, BaseNode) or not isinstance(root_nodes, Iterable):
        refuse("G124", f"root_nodes must be a list of nodes, not {quoted(root_nodes)}", where, mend)
    roots = list(root_nodes)
    if not roots:
        refuse("G101", "the graph has no root nodes, so nothing in it can score", where, mend)
    for root in roots:
        if not isinstance(root, BaseNode) or isinstance(root, VerdictNode):
            refuse("G124", f"{type(root).__name__} ({quoted(root)}) cannot be a root node", where, mend)
    return roots


def _complain(problems: Iterable[Problem]) -> None:
    """Raises the errors together; issues the warnings when there is none, at the line that built the graph."""
    problems = tuple(dict.fromkeys(problems))
    errors = [problem for problem in problems if problem.level == "error"]
    if errors:
        raise GraphError(errors)
    for problem in problems:
        warnings.warn(GraphWarning(str(problem)), stacklevel=3)
