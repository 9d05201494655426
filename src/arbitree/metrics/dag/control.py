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
    """For each task that control passes through: where it goes on, in walk order; exactly one where it can be used."""


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
    onward = {task: flow.onward(task) for task in led}
    between: set[BaseNode] = set()
    for node in order:
        if isinstance(node, TaskNode) and flow.is_amiss_somewhere(node):
            _put_between(node, flow.heads(node), onward, between)
    return Control(
        starts=tuple(node for node in walked.nodes if node in starts and not isinstance(node, TaskNode)),
        onward=onward,
    )


def _put_between(
    task: TaskNode, heads: Sequence[TaskNode], onward: dict[TaskNode, tuple[BaseNode, ...]], between: set[BaseNode]
) -> None:
    """Lets control pass through a task on its way on from the led tasks above it.

    Then a reader that is reached without them is asked without its text, and the task is not asked for it. Where the
    tasks above go on to different nodes there is no one way through, and the task is asked wherever it is read.
    """
    ends = []
    for end in heads:
        while onward[end] and isinstance(following := onward[end][0], TaskNode) and following in between:
            end = following
        ends.append(end)
    ways = {onward[end] for end in ends}
    if len(ways) == 1 and all(len(onward[end]) == 1 and end.then is None for end in ends):
        onward[task] = ways.pop()
        onward.update((end, (task,)) for end in ends)
        between.add(task)


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

    def is_amiss_somewhere(self, task: TaskNode) -> bool:
        """Whether a node that reads the task, which hangs from led tasks, is reached without one of them."""
        if task in self.bits or not self._needs[task]:
            return False
        readers = [link.target for link in self._walked.out[task] if link.by == "task"]
        judging = [node for node in readers if not isinstance(node, TaskNode) or node in self.bits]
        return any(not self._is_there(task, node) for node in judging)

    def heads(self, task: TaskNode) -> list[TaskNode]:
        """Of the led tasks that a task hangs from, those that no other of them surely comes after."""
        above = [led for led, bit in self.bits.items() if bit & self._needs[task]]
        passed = 0
        for led in above:
            passed |= self._passed[led]
        return [led for led in above if isinstance(led, TaskNode) and not self.bits[led] & passed]

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
