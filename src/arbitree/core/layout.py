"""Where each node stands: unfolds a graph into places, one per set of passed tasks that makes a difference to it."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from arbitree.core.contexts import carried_by_reads, relevant_tasks, sight_by_reads
from arbitree.core.flow import control_edges, nodes_of, reads_of, targets, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.items import Roll
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.rolls import counting, weigh_of

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
    """One for each of `targets(node)`, in that order; -1 where a target ends. Of an `each`, one for each item."""
    identity: Hashable = None
    """The same however the lists of a graph turn out; kept where it has an `each`."""
    items: tuple[int, ...] = ()
    """The spots of the items among the tasks passed."""
    weighs: Weigh | None = None
    """What an `each` whose list is known has become, or what counts one of its items."""
    counts: bool = False
    """Whether it counts one item."""


class TooManyPlaces(Exception):
    """The graph unfolds into more places than are worth holding."""


class Unfolding:
    """Unfolds a graph that has no mistakes, from its start."""

    def __init__(self, graph: Graph, start: str, lists: Mapping[Hashable, Roll] | None = None) -> None:
        """Unfold.

        Args:
            graph: the graph.
            start: the node to begin at.
            lists: what is known of lists, by the identity of the spot of each `each`.
        """
        self.spots: list[Spot] = []
        self._graph = graph
        self._lists = lists or {}
        self._nodes = nodes_of(graph)
        self._rank = {node.name: rank for rank, node in enumerate(graph.nodes)}
        for each in graph.eaches:
            self._rank[each.item] = self._rank[each.name]
        self._tasks = tasks_of(graph)
        self._needs = carried_by_reads(graph)
        self._sight = sight_by_reads(graph)
        self._relevant = relevant_tasks(graph, control_edges(graph), self._needs)
        self._known: dict[tuple[str, Passed, int], int] = {}
        self._cap = 20 * len(graph.nodes) + 10_000
        self.start = self._lead(start, ())
        done = 0
        while done < len(self.spots):
            self._tie(self.spots[done])
            done += 1
            if len(self.spots) > self._cap and not self._lists:
                raise TooManyPlaces

    def _lead(self, target: Target, passed: Passed) -> int:
        """The spot that control comes to, passing through tasks on the way."""
        if not isinstance(target, str):
            return -1
        node = self._nodes[target]
        while isinstance(node, Task) and node.then is not None:
            passed = self._through(node, passed)
            node = self._nodes[node.then]
        return self._spot(node, passed, self._relevant[node.name])

    def _through(self, task: Task, passed: Passed) -> Passed:
        """What was passed once control came through a task, as far as it matters to what comes behind."""
        assert task.then is not None
        if task.name not in self._relevant[task.then] or not self._sees(task.name, passed):
            return passed
        kept = tuple(pair for pair in passed if pair[0] != task.name)
        new = (task.name, self._spot(task, passed, self._needs[task.name]))
        return tuple(sorted((*kept, new), key=lambda pair: self._rank[pair[0]]))

    def _sees(self, task: str, passed: Passed) -> bool:
        """Whether a task has anything to work on, where control came through these tasks."""
        needed = self._sight.get(task)
        return needed is None or any(name in needed for name, _ in passed)

    def _spot(self, node: AnyNode, passed: Passed, matters: frozenset[str]) -> int:
        kept = tuple(pair for pair in passed if pair[0] in matters)
        number = node.number if isinstance(node, Item) else 0
        index = self._known.get((node.name, kept, number))
        if index is None:
            index = self._known[node.name, kept, number] = len(self.spots)
            spot = Spot(node=node, passed=kept)
            self.spots.append(spot)
            if self._graph.eaches:
                spot.items = self._items(kept)
                spot.identity = (node.name, number, tuple(self.spots[passed].identity for _, passed in kept))
        return index

    def _items(self, passed: Passed) -> tuple[int, ...]:
        return tuple(index for name, index in passed if isinstance(self._nodes[name], Item))

    def _roll_out(self, spot: Spot, each: Each, roll: Roll) -> None:
        """Let an `each` whose list is known lead to its body once for each item."""
        item = self._nodes[each.item]
        assert isinstance(item, Item)
        spot.weighs = weigh_of(each, roll)
        counts = counting(each)
        for number, like in enumerate(roll.likes):
            passed = self._through(replace(item, number=number, like=like), spot.passed)
            lead = self._lead(each.do, passed)
            if counts is not None:
                self.spots.append(
                    Spot(node=each, passed=passed, items=self._items(passed), weighs=counts, counts=True, leads=[lead])
                )
                lead = len(self.spots) - 1
            spot.leads.append(lead)

    def _tie(self, spot: Spot) -> None:
        if spot.counts:
            return
        for read in reads_of(spot.node, self._tasks):
            there = dict(spot.passed).get(read)
            if self._tasks[read].then is None and self._sees(read, spot.passed):
                there = self._spot(self._tasks[read], spot.passed, self._needs[read])
            if there is None:
                spot.absent.append(read)
            else:
                spot.reads.append(there)
        if isinstance(spot.node, Each):
            roll = self._lists.get(spot.identity)
            if roll is not None:
                self._roll_out(spot, spot.node, roll)
        elif not isinstance(spot.node, Task):
            spot.leads = [self._lead(target, spot.passed) for _, target in targets(spot.node)]

    def order(self) -> list[int]:
        """The spots in plan order: tasks before readers, nodes before what they lead to, else item by item, and as
        declared."""
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
        ready = [self._turn(index) for index in range(len(self.spots)) if not waits[index]]
        heapq.heapify(ready)
        order: list[int] = []
        while ready:
            *_, index = heapq.heappop(ready)
            order.append(index)
            for later in after[index]:
                waits[later] -= 1
                if not waits[later]:
                    heapq.heappush(ready, self._turn(later))
        return order

    def _turn(self, index: int) -> tuple[int, ...]:
        """When a spot's turn comes, of those that wait for nothing."""
        spot = self.spots[index]
        rank = self._rank[spot.node.name]
        turn: list[int] = []
        if isinstance(spot.node, Item):
            rank, turn = -1, [rank, spot.node.number]
        elif not spot.items:
            return rank, index
        for item in reversed(spot.items):
            node = self.spots[item].node
            assert isinstance(node, Item)
            turn[:0] = (self._rank[node.name], node.number)
        return *turn, rank, index
