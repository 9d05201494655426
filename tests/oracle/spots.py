"""The plain definition of where each node stands: a graph unfolded by what control came through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.turns import Shown
from tests.oracle.remember import remembered


@dataclass(frozen=True)
class Spot:
    """A node, and the tasks that control came through as far as it or anything below it can see them."""

    name: str
    passed: tuple[tuple[str, Spot], ...] = ()


def targets(node: AnyNode) -> Iterator[Target]:
    """Where a node leads."""
    match node:
        case Ask() | Check():
            yield from (node.yes, node.no)
        case Choose():
            yield from (to for _, to in node.options)
        case Weigh():
            yield from (part.node for part in node.parts)
        case Task():
            yield from () if node.then is None else (node.then,)


@dataclass
class Spots:
    """The spots of a graph, and what leads to what."""

    graph: Graph

    @cached_property
    def nodes(self) -> dict[str, AnyNode]:
        return {node.name: node for node in self.graph.nodes}

    @cached_property
    def start(self) -> Spot:
        led = {to for node in self.graph.nodes for to in targets(node) if isinstance(to, str)}
        free = [n.name for n in self.graph.nodes if not isinstance(n, Task) and n.name not in led]
        start = self.lead(self.graph.start or free[0], ())
        assert isinstance(start, Spot)
        return start

    def read_names(self, node: AnyNode) -> tuple[str, ...]:
        if isinstance(node, Weigh):
            return ()
        if isinstance(node, Check) and node.of:
            return tuple(dict.fromkeys(name for name in node.of if isinstance(self.nodes.get(name), Task)))
        return tuple(dict.fromkeys(node.reads))

    def shown(self, node: AnyNode) -> tuple[Shown, ...]:
        assert not isinstance(node, Weigh)
        if isinstance(node, Check) and node.of:
            return tuple(dict.fromkeys(name for name in node.of if not isinstance(self.nodes.get(name), Task)))
        return tuple(dict.fromkeys(self.graph.defaults.shows if node.shows is None else node.shows))

    @remembered
    def sees(self, name: str) -> set[str]:
        """The passed tasks that a node reads, by itself or by way of tasks that it reads."""
        found: set[str] = set()
        for other in self.read_names(self.nodes[name]):
            task = self.nodes[other]
            assert isinstance(task, Task)
            found |= {other} if task.then else self.sees(other)
        return found

    @remembered
    def sees_below(self, name: str) -> set[str]:
        node = self.nodes[name]
        below = [self.sees_below(to) for to in targets(node) if isinstance(to, str)]
        found: set[str] = set().union(*below)
        if not isinstance(node, Task) or name in found:
            found |= self.sees(name)
        return found

    def lead(self, target: Target, way: tuple[tuple[str, Spot], ...]) -> Spot | Target:
        """Where control comes to, passing through tasks."""
        if not isinstance(target, str):
            return target
        node = self.nodes[target]
        if isinstance(node, Task):
            assert node.then is not None
            through = self.spot(target, way, self.sees(target))
            return self.lead(node.then, way if self.is_blind(through) else (*way, (target, through)))
        return self.spot(target, way, self.sees_below(target))

    def spot(self, name: str, way: tuple[tuple[str, Spot], ...], seen: set[str]) -> Spot:
        kept = [pair for pair in way if pair[0] in seen]
        return Spot(name, tuple(sorted(kept, key=lambda pair: list(self.nodes).index(pair[0]))))

    @remembered
    def reads(self, spot: Spot) -> list[Spot]:
        found: list[Spot] = []
        for name in self.read_names(self.nodes[spot.name]):
            task = self.nodes[name]
            assert isinstance(task, Task)
            if task.then is None:
                found.append(self.spot(name, spot.passed, self.sees(name)))
            elif name in dict(spot.passed):
                found.append(dict(spot.passed)[name])
        return [other for other in found if not self.is_blind(other)]

    @remembered
    def is_blind(self, spot: Spot) -> bool:
        """Whether a task has nothing to work on there, though it was to read something."""
        node = self.nodes[spot.name]
        return bool(self.read_names(node)) and not self.shown(node) and not self.reads(spot)

    @remembered
    def branches(self, spot: Spot) -> dict[bool | str, Spot | Target]:
        node = self.nodes[spot.name]
        if isinstance(node, Choose):
            return {label: self.lead(to, spot.passed) for label, to in node.options}
        assert isinstance(node, (Ask, Check))
        return {True: self.lead(node.yes, spot.passed), False: self.lead(node.no, spot.passed)}

    @remembered
    def parts(self, spot: Spot) -> list[Spot]:
        node = self.nodes[spot.name]
        assert isinstance(node, Weigh)
        found = [self.lead(part.node, spot.passed) for part in node.parts]
        return [part for part in found if isinstance(part, Spot)]
