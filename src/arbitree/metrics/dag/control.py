"""Which task edges carry control, and which only bring text.

`task.add_node(x)` says that x reads the task. Whether the edge is also the way on to x follows from the graph: it is
not where x is reached from somewhere else that surely comes after the task.

A task is *led to* when a verdict, a part or a `then` leads to it; its text is there only where control came through it.
Any other task is there wherever the led tasks above it are, and everywhere when there are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.nodes import TaskNode
from arbitree.metrics.dag.walk import Link, Walked


@dataclass(frozen=True, kw_only=True)
class Control:
    """Where control goes below each task, and where it begins."""

    starts: tuple[BaseNode, ...]
    """The judging nodes that the roots reach, in walk order. A graph that can be used has exactly one."""
    onward: Mapping[TaskNode, tuple[BaseNode, ...]]
    """For each task that is led to: where control goes on from it, in walk order; exactly one where it can be used."""


def control_of(walked: Walked, order: Sequence[BaseNode]) -> Control:
    """Where control goes.

    Args:
        walked: the nodes and their ties, without a cycle.
        order: the nodes in an order of `in_order`.
    """
    flow = _Flow(walked, order)
    led = [node for node in walked.nodes if isinstance(node, TaskNode) and node in flow.bits]
    origins = [node for node in walked.nodes if not walked.into[node]]
    starts = {start for origin in origins for start in flow.stations(origin)}
    return Control(
        starts=tuple(node for node in walked.nodes if node in starts and not isinstance(node, TaskNode)),
        onward={task: flow.onward(task) for task in led},
    )


class _Flow:
    """What is surely passed at each node, worked out along the order; sets of led tasks are bits of an integer."""

    def __init__(self, walked: Walked, order: Sequence[BaseNode]) -> None:
        self._walked = walked
        led = [
            node
            for node in walked.nodes
            if isinstance(node, TaskNode) and any(link.by != "task" for link in walked.into[node])
        ]
        self.bits: dict[BaseNode, int] = {task: 1 << number for number, task in enumerate(led)}
        self._needs: dict[BaseNode, int] = {}
        """For each task: the led tasks that must be passed for its text to be there."""
        self._passed: dict[BaseNode, int] = {}
        self._ways: dict[BaseNode, list[BaseNode]] = {node: [] for node in walked.nodes}
        """Where control goes on from each node."""
        for node in order:
            self._settle(node)

    def _settle(self, node: BaseNode) -> None:
        links = self._walked.into[node]
        ways = [link for link in links if link.by != "task" or self._carries_control(link, links)]
        passed = [self._passed[link.source] | self.bits.get(link.source, 0) for link in ways]
        common = passed[0] if passed else 0
        for one in passed[1:]:
            common &= one
        self._passed[node] = common
        for link in ways:
            self._ways[link.source].append(node)
        if isinstance(node, TaskNode):
            need = self.bits.get(node, 0)
            if not need:
                for link in links:
                    need |= self._needs[link.source]
            self._needs[node] = need

    def _carries_control(self, link: Link, links: Sequence[Link]) -> bool:
        """Whether nothing else that leads to the reader surely comes after the task."""
        task = link.source
        for other in links:
            source = other.source
            if source is task or not self._is_there(task, source, through=other.by == "then"):
                continue
            if other.by != "task" or not self._is_there(source, task):
                return False
        return True

    def _is_there(self, task: BaseNode, node: BaseNode, *, through: bool = False) -> bool:
        """Whether the task's text is surely there when `node` is reached (or, `through` it, passed)."""
        passed = self._passed[node] | (self.bits.get(node, 0) if through else 0)
        return not self._needs[task] & ~passed

    def stations(self, origin: BaseNode) -> list[BaseNode]:
        """The judging nodes and led tasks that control comes to first, from a root or a led task."""
        if not isinstance(origin, TaskNode):
            return [origin]
        found: dict[BaseNode, None] = {}
        seen: set[BaseNode] = {origin}
        todo = [origin]
        while todo:
            for target in self._ways[todo.pop()]:
                if not isinstance(target, TaskNode) or target in self.bits:
                    found[target] = None
                elif target not in seen:
                    seen.add(target)
                    todo.append(target)
        return list(found)

    def onward(self, task: TaskNode) -> tuple[BaseNode, ...]:
        """Where control goes on from a led task: of several, those that no other of them leads to."""
        if task.then is not None:
            return (task.then,)
        found = self.stations(task)
        if len(found) > 1:
            below = {station: self._below(station) for station in found}
            found = [one for one in found if not any(one in below[other] for other in found if other is not one)]
        return tuple(node for node in self._walked.nodes if node in found) if len(found) > 1 else tuple(found)

    def _below(self, node: BaseNode) -> set[BaseNode]:
        found: set[BaseNode] = set()
        todo = [node]
        while todo:
            for target in self._ways[todo.pop()]:
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return found
