"""Where things are written: the places of nodes and keys, and the graph's problems with file, line and column."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.weigh import Weigh
from arbitree.errors import Problem
from arbitree.wire.tree import Mapped, Mark, Mistakes, Value
from arbitree.wire.unfold import Flat

Places: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""(node, key) -> (line, column), both from 1. The key is empty for the node itself, `options: LABEL` for an option and
`part 2` for a part; the node is empty for the keys of the file's head."""
Look: TypeAlias = Callable[[Graph], Iterable[Problem]]
"""Finds what is wrong with a graph."""

_ALWAYS: Final = frozenset({"G102", "G103", "G105"})
"""What holds of a graph whatever else is at fault in its file: unknown names, cycles, options that collide."""
_OF_ONE_NODE: Final = frozenset({"G106", "G110", "G113", "G117", "G119", "G121", "G140", "G165"})
"""What holds of a node that is itself not at fault."""


def places_of(root: Mapped, nodes: Sequence[Flat]) -> dict[tuple[str, str], Mark]:
    """The place of every node and key."""
    places = {("", key): mark for key, mark in root.key_at.items()}
    places[("", "")] = root.at
    for node in nodes:
        places[(node.name, "")] = node.at
        for key, mark in node.content.key_at.items():
            places[(node.name, key)] = mark
        options = node.content.get("options")
        if node.kind == "choose" and isinstance(options, Mapped):
            places.update({(node.name, f"options: {label}"): at for label, at in options.key_at.items()})
        check = node.content.get("check")
        if node.kind == "check" and isinstance(check, Mapped):
            places.update({(node.name, test): at for test, at in check.key_at.items()})
        each = node.content.get("each")
        if node.kind == "each" and isinstance(each, Mapped):
            places.update({(node.name, key): at for key, at in each.key_at.items()})
        places.update({(node.name, f"part {part.number}"): part.at for part in node.parts})
    for name, content in (("", root), *((node.name, node.content) for node in nodes)):
        places.update({(name, key): at for key, at in _within("prompts", content.get("prompts"))})
    return places


def _within(path: str, content: Value) -> Iterator[tuple[str, Mark]]:
    """The keys below a mapping by their path, with their places."""
    if isinstance(content, Mapped):
        for key, value in content.items():
            yield f"{path}.{key}", content.key_at[key]
            yield from _within(f"{path}.{key}", value)


def place_of(problem: Problem, places: Places) -> Mark:
    """Where a problem of the graph is written: its key, else its node, else the beginning of the file."""
    for place in ((problem.node, problem.key), (problem.node, problem.key.partition(".")[0]), (problem.node, "")):
        if place in places:
            return Mark(*places[place])
    return Mark(1, 1)


def located(problems: Iterable[Problem], places: Places, source: str) -> tuple[Problem, ...]:
    """The problems with file, line and column before what they say of where they are."""
    placed = []
    for problem in problems:
        at = place_of(problem, places)
        where = f"{source}:{at.line}:{at.column}" + (f"; {problem.where}" if problem.where else "")
        placed.append(replace(problem, where=where))
    return tuple(placed)


def problems_beside(graph: Graph, look: Look, nodes: Sequence[Flat], mistakes: Mistakes) -> Iterator[Problem]:
    """The problems of a graph, of which part could not be read, that do not merely follow from the file's mistakes."""
    unread = {node.name for node in nodes if node.kind is None}
    at_fault = {found.problem.node for found in mistakes}
    head = {found.problem.key.partition(".")[0] for found in mistakes if not found.problem.node}
    if "nodes" in head:
        return
    known = replace(graph, nodes=tuple(_without_reads(node, unread) for node in graph.nodes))
    for problem in look(known):
        sure = problem.code in _ALWAYS or (problem.code in _OF_ONE_NODE and problem.node not in at_fault)
        if sure and problem.level == "error" and not ("defaults" in head and problem.code in ("G110", "G119")):
            yield problem


def _without_reads(node: AnyNode, unread: Collection[str]) -> AnyNode:
    if isinstance(node, (Weigh, Each)) or not any(name in unread for name in node.reads):
        return node
    return replace(node, reads=tuple(name for name in node.reads if name not in unread))
