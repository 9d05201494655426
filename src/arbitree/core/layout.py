"""Where each node stands: unfolds a graph into places, one per set of passed tasks that makes a difference to it."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TypeAlias

from arbitree.core.contexts import carried_by_reads, relevant_tasks, sight_by_reads
from arbitree.core.flow import control_edges, reads_of, targets, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.task import Task

Passed: TypeAlias = "tuple[tuple[str, int], ...]"
"""Tasks passed and the spot where each stands, in declared order."""


@dataclass(kw_only=True)
class Spot:
    """A place being made: a node, what was passed before it, and the spots it is tied to."""

    node: AnyNode
    passed: Passed
    reads: list[int] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    leads: list[int] = field(default_factory=list)
    """One for each of `targets(node)`, in that order; -1 where a target ends."""


class TooManyPlaces(Exception):
    """The graph unfolds into more places than are worth holding."""


class Unfolding:
    """Unfolds a graph that has no mistakes, from its start."""

    def __init__(self, graph: Graph, start: str) -> None:
        self.spots: list[Spot] = []
        self._graph = graph
        self._nodes: dict[str, AnyNode] = {node.name: node for node in graph.nodes}
        self._rank = {node.name: rank for rank, node in enumerate(graph.nodes)}
        self._tasks = tasks_of(graph)
        self._needs = carried_by_reads(graph)
        self._sight = sight_by_reads(graph)
        self._relevant = relevant_tasks(graph, control_edges(graph), self._needs)
        self._known: dict[tuple[str, Passed], int] = {}
        self._cap = 20 * len(graph.nodes) + 10_000
        self.start = self._lead(start, ())
        done = 0
        while done < len(self.spots):
            self._tie(self.spots[done])
            done += 1
            if len(self.spots) > self._cap:
                raise TooManyPlaces

    def _lead(self, target: Target, passed: Passed) -> int:
        """The spot that control comes to, passing through tasks on the way."""
        if not isinstance(target, str):
            return -1
        node = self._nodes[target]
        while isinstance(node, Task) and node.then is not None:
            if node.name in self._relevant[node.then] and self._sees(node.name, passed):
                kept = tuple(pair for pair in passed if pair[0] != node.name)
                new = (node.name, self._spot(node.name, passed, self._needs[node.name]))
                passed = tuple(sorted((*kept, new), key=lambda pair: self._rank[pair[0]]))
            node = self._nodes[node.then]
        return self._spot(node.name, passed, self._relevant[node.name])

    def _sees(self, task: str, passed: Passed) -> bool:
        """Whether a task has anything to work on, where control came through these tasks."""
        needed = self._sight.get(task)
        return needed is None or any(name in needed for name, _ in passed)

    def _spot(self, name: str, passed: Passed, matters: frozenset[str]) -> int:
        kept = tuple(pair for pair in passed if pair[0] in matters)
        index = self._known.get((name, kept))
        if index is None:
            index = self._known[name, kept] = len(self.spots)
            self.spots.append(Spot(node=self._nodes[name], passed=kept))
        return index

    def _tie(self, spot: Spot) -> None:
        for read in reads_of(spot.node, self._tasks):
            there = dict(spot.passed).get(read)
            if self._tasks[read].then is None and self._sees(read, spot.passed):
                there = self._spot(read, spot.passed, self._needs[read])
            if there is None:
                spot.absent.append(read)
            else:
                spot.reads.append(there)
        if not isinstance(spot.node, Task):
            spot.leads = [self._lead(target, spot.passed) for _, target in targets(spot.node)]

    def order(self) -> list[int]:
        """The spots in plan order: tasks before readers, nodes before what they lead to, else as declared."""
        after: list[list[int]] = [[] for _ in self.spots]
        waits = [0] * len(self.spots)
        for index, spot in enumerate(self.spots):
            for read in spot.reads:
                after[read].append(index)
                waits[index] += 1
            for lead in spot.leads:
                if lead >= 0:
                    after[index].append(lead)
                    waits[lead] += 1
        ready = [(self._rank[spot.node.name], index) for index, spot in enumerate(self.spots) if not waits[index]]
        heapq.heapify(ready)
        order: list[int] = []
        while ready:
            _, index = heapq.heappop(ready)
            order.append(index)
            for later in after[index]:
                waits[later] -= 1
                if not waits[later]:
                    heapq.heappush(ready, (self._rank[self.spots[later].node.name], later))
        return order
