"""The nodes of a graph being built, and who leads to or is read by whom. Never recursive: chains may be long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Literal, NamedTuple, TypeAlias

from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.check_node import CheckNode
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.nodes import (
    BinaryJudgementNode,
    NonBinaryJudgementNode,
    TaskNode,
)
from arbitree.metrics.dag.weigh_node import WeighNode

Judging: TypeAlias = BinaryJudgementNode | NonBinaryJudgementNode | CheckNode
"""A node whose verdicts are branches."""

By: TypeAlias = Literal["task", "verdict", "part", "then"]
"""What ties two nodes: a task that is read, a verdict's branch, a part of a weighing or the body of an `each`, or a
task's own `then`."""


class Link(NamedTuple):
    """One tie from a node to another."""

    source: BaseNode
    target: BaseNode
    by: By


@dataclass(frozen=True, kw_only=True)
class Walked:
    """Every node that can be reached, in walk order, and the ties between them."""

    nodes: tuple[BaseNode, ...]
    out: Mapping[BaseNode, tuple[Link, ...]]
    """The ties from each node."""
    into: Mapping[BaseNode, tuple[Link, ...]]
    """The ties to each node, in walk order of their sources."""


def walk(roots: Sequence[BaseNode]) -> Walked:
    """Walks down from the roots, and up to tasks that are read but hang from none of them.

    A node comes before what hangs from it, and a task before its readers, as far as there is no cycle.
    """
    out: dict[BaseNode, tuple[Link, ...]] = {}
    opened: set[BaseNode] = set()
    todo = list(reversed(roots))
    while todo:
        node = todo.pop()
        if node in out:
            continue
        above = [task for task in node.tasks if task not in opened]
        if node not in opened and above:
            todo += [node, *reversed(above)]
            opened.add(node)
            continue
        opened.add(node)
        out[node] = tuple(_links(node))
        todo += reversed([link.target for link in out[node]])
    into: dict[BaseNode, list[Link]] = {node: [] for node in out}
    for links in out.values():
        for link in links:
            into[link.target].append(link)
    return Walked(nodes=tuple(out), out=out, into={node: tuple(links) for node, links in into.items()})


def reads_of(node: BaseNode, walked: Walked) -> list[BaseNode]:
    """The tasks that a node reads, in the order in which they were joined to it."""
    found: dict[BaseNode, None] = dict.fromkeys(node.tasks)
    found.update((link.source, None) for link in walked.into[node] if link.by == "task")
    return list(found)


def in_order(walked: Walked) -> list[BaseNode]:
    """The nodes so ordered that each comes after everything that leads to it or is read by it.

    Raises:
        graphlib.CycleError: with the nodes along one cycle as its second argument.
    """
    sorter: TopologicalSorter[BaseNode] = TopologicalSorter()
    for node in walked.nodes:
        sorter.add(node, *dict.fromkeys(link.source for link in walked.into[node]))
    return list(sorter.static_order())


def _links(node: BaseNode) -> Iterator[Link]:
    if isinstance(node, TaskNode):
        yield from (Link(node, child, "task") for child in node.children)
        if node.then is not None:
            yield Link(node, node.then, "then")
    elif isinstance(node, WeighNode):
        for part in node.parts:
            target = part.end
            if target is not None:
                yield Link(node, target, "part")
    elif isinstance(node, EachNode):
        body = node.body()
        if body is not None:
            yield Link(node, body, "part")
    elif isinstance(node, Judging):
        for verdict in node.children:
            target = verdict.end
            if target is not None:
                yield Link(node, target, "verdict")
