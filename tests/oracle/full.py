"""The plain definition of a run in the mode `full`: what is needed, what it comes to, and its trace."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arbitree.core.cases import Case
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import NOT_APPLICABLE, Target
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.records import Answer, Style
from tests.oracle.completions import Completions, Hull
from tests.oracle.definition import Came, Definition
from tests.oracle.spots import Spot, targets


class Entry(NamedTuple):
    """A step of the trace, as far as the definition says."""

    node: str
    after: tuple[str, ...]
    value: bool | str | tuple[str, ...] | None
    to: str
    cause: str
    attempts: tuple[tuple[str, str | None], ...]
    hull: Hull | None


@dataclass
class Plain:
    """What a case comes to in the mode `full`."""

    definition: Definition

    @classmethod
    def of(cls, graph: Graph, case: Case, answers: Mapping[str, Answer], style: Style) -> Plain:
        return cls(Definition(graph, case, answers, style))

    @cached_property
    def needed(self) -> dict[Spot, Came | None]:
        """The spots that the score needs, and what each came to; None for a weigh."""
        found: dict[Spot, Came | None] = {}
        self._need(self.definition.start, found)
        return found

    def _need(self, spot: Spot, found: dict[Spot, Came | None]) -> None:
        if spot in found:
            return
        node = self.definition.nodes[spot.name]
        if isinstance(node, Weigh):
            found[spot] = None
            for part in self.definition.parts(spot):
                self._need(part, found)
            return
        came = found[spot] = self.definition.came(spot)
        reads = self.definition.reads(spot)
        if self.definition.absence(spot) is None:
            for read in reads:
                self._need(read, found)
        elif came.cause == "no_reading":
            self._need(next(read for read in reads if self.definition.absence(read) is not None), found)
        if came.state == "verdict" and isinstance(came.value, (bool, str)):
            to = self.definition.branches(spot)[came.value]
            if isinstance(to, Spot):
                self._need(to, found)

    @property
    def consumed(self) -> dict[Spot, Came]:
        return {spot: came for spot, came in self.needed.items() if came is not None}

    @property
    def keys(self) -> set[str]:
        """The questions to ask now."""
        return {key for came in self.consumed.values() if came.state == "open" for key in came.keys}

    @cached_property
    def completions(self) -> Completions:
        return Completions(self.definition, self.consumed)

    @property
    def roots(self) -> list[Spot]:
        """The spots that came to nothing by themselves, in plan order."""
        lost = {spot for spot, came in self.consumed.items() if came.state == "nothing" and came.cause != "no_reading"}
        return [spot for spot in plan_order(self.definition) if spot in lost]

    def still_matters(self, root: Spot) -> bool:
        """Whether what a root left open could still change the score."""
        if not isinstance(self.definition.nodes[root.name], Task):
            return self.completions.matters(root)
        lost = [spot for spot, came in self.consumed.items() if came.cause == "no_reading"]
        judging = [spot for spot in lost if not isinstance(self.definition.nodes[spot.name], Task)]
        return any(self.completions.matters(spot) for spot in judging if root in self._blamed(spot))

    def _blamed(self, spot: Spot) -> set[Spot]:
        read = [(read, self.consumed.get(read)) for read in self.definition.reads(spot)]
        lost = {task for task, came in read if came is not None and came.state == "nothing"}
        return lost.union(*(self._blamed(read) for read in lost))

    def trace(self) -> list[Entry]:
        """The steps in plan order."""
        order = plan_order(self.definition)
        names = [spot.name for spot in order]
        return [self._entry(spot, names.count(spot.name) > 1) for spot in order if spot in self.needed]

    def _entry(self, spot: Spot, is_one_of_several: bool) -> Entry:
        came, node = self.needed[spot], self.definition.nodes[spot.name]
        after = tuple(name for name, _ in spot.passed) if is_one_of_several else ()
        hull = None if isinstance(node, Task) else self.completions.hull(spot)
        if came is None:
            return Entry(spot.name, after, None, "", "", (), hull)
        value = came.value if came.state in ("verdict", "text") else None
        to = written(came.to) if came.to is not None else ""
        if came.state == "verdict" and isinstance(value, (bool, str)):
            options = dict(zip(self.definition.branches(spot), targets(node), strict=True))
            to = written(options[value])
        return Entry(spot.name, after, value, to, came.cause, came.attempts, hull)


def written(target: Target) -> str:
    """Where a branch leads, as traces write it."""
    if isinstance(target, str):
        return target
    return "not_applicable" if target is NOT_APPLICABLE else f"= {target:g}"


def plan_order(definition: Definition) -> list[Spot]:
    """Every spot: tasks before readers, nodes before what they lead to, else as declared, else as first come to."""
    found: dict[Spot, int] = {}
    edges: list[tuple[Spot, Spot]] = []

    def discover(spot: Spot) -> None:
        for _, passed in spot.passed:
            discover(passed)
        found.setdefault(spot, len(found))

    discover(definition.start)
    done = 0
    while done < len(found):
        spot = list(found)[done]
        done += 1
        for read in definition.reads(spot):
            discover(read)
            edges.append((read, spot))
        node = definition.nodes[spot.name]
        if isinstance(node, Task):
            continue
        for to in definition.parts(spot) if isinstance(node, Weigh) else definition.branches(spot).values():
            if isinstance(to, Spot):
                discover(to)
                edges.append((spot, to))
    rank = {name: number for number, name in enumerate(definition.nodes)}
    waits = {spot: sum(to == spot for _, to in edges) for spot in found}
    ready = [(rank[spot.name], found[spot], spot) for spot in found if not waits[spot]]
    heapq.heapify(ready)
    order: list[Spot] = []
    while ready:
        *_, spot = heapq.heappop(ready)
        order.append(spot)
        for source, to in edges:
            if source == spot:
                waits[to] -= 1
                if not waits[to]:
                    heapq.heappush(ready, (rank[to.name], found[to], to))
    return order
