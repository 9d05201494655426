"""The reference's graph: the root nodes, checked and lowered to a core graph when it is built."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

from arbitree.core.graph import Graph
from arbitree.errors import GraphError, GraphWarning, Problem
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.lowering import lower
from arbitree.metrics.dag.mistakes import quoted
from arbitree.metrics.dag.nodes import VerdictNode


class DeepAcyclicGraph:
    """A decision graph: everything that hangs from its roots, and the tasks that it reads.

    It is checked as a whole when it is built, before any judge is called, and nodes that are changed later do not
    change it.

    Raises:
        GraphError: with every mistake of the graph, each naming its node.

    Warns:
        GraphWarning: for what can be used but is seldom meant.
    """

    multiturn = False

    def __init__(self, root_nodes: Sequence[BaseNode]) -> None:
        self.root_nodes = _checked(root_nodes)
        lowered = lower(self.root_nodes)
        problems = lowered.problems
        if problems:
            raise GraphError(problems)
        self._graph = lowered.graph
        self._start = lowered.start

    @property
    def start_node(self) -> BaseNode:
        """The node whose score is the graph's."""
        assert self._start is not None
        return self._start

    def to_graph(self, *, name: str = "rubric", threshold: float = 0.5) -> Graph:
        """The core graph, under a name and with a threshold."""
        return replace(self._graph, name=name, threshold=threshold)


def _checked(root_nodes: object) -> list[BaseNode]:
    if isinstance(root_nodes, BaseNode):
        root_nodes = [root_nodes]
    strays = [node for node in root_nodes if not isinstance(node, BaseNode) or isinstance(node, VerdictNode)]
    return list(root_nodes)
