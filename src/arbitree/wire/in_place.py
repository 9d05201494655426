"""Which nodes a file writes in place: the reverse of `unfold`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NotApplicable, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh

MAX_NESTING = 16
"""How deep nodes are written in one another; deeper ones are written below their names."""


def targets(node: AnyNode) -> list[tuple[str, Target]]:
    """Where a node leads, in the order of the file, and the name that a node written there would have."""
    name = node.name
    match node:
        case Ask() | Check():
            return [(f"{name}.yes", node.yes), (f"{name}.no", node.no)]
        case Choose():
            return [(f"{name}.{number}", target) for number, (_, target) in enumerate(node.options, 1)]
        case Weigh():
            return [(f"{name}.{number}", part.node) for number, part in enumerate(node.parts, 1)]
        case Grade() | Metric():
            return []
        case Each():
            return [(f"{name}.do", node.do)]
        case Task():
            return [] if node.then is None else [(f"{name}.then", node.then)]
        case _:
            assert_never(node)


def _mentions(graph: Graph) -> Iterator[str]:
    if graph.start is not None:
        yield graph.start
    for node in graph.nodes:
        for _, target in targets(node):
            if isinstance(target, str) and not isinstance(target, NotApplicable):
                yield target
        if isinstance(node, Each):
            yield node.over
        elif not isinstance(node, Weigh):
            yield from node.reads
        if isinstance(node, Check):
            yield from node.of


def in_place(graph: Graph) -> frozenset[str]:
    """Names of the nodes that are written in place.

    Those named by their place (`dose.1`), mentioned nowhere else, and standing in the graph's order where reading the
    file will put them again, so that a graph and its file are read back equal.
    """
    mentions = Counter(_mentions(graph))
    place: dict[str, tuple[str, int]] = {}
    for node in graph.nodes:
        for number, (name, target) in enumerate(targets(node)):
            if name == target and mentions[name] == 1:
                place[name] = (node.name, number)
    chosen: set[str] = set()
    above: list[str] = []
    taken: dict[str, int] = {}
    for node in graph.nodes:
        parent, number = place.get(node.name, ("", 0))
        if parent in above and number > taken.get(parent, -1) and above.index(parent) < MAX_NESTING:
            del above[above.index(parent) + 1 :]
            taken[parent] = number
            chosen.add(node.name)
        else:
            above.clear()
        above.append(node.name)
    return frozenset(chosen)
