"""What every drawing shows: the words of a node, the words on an edge, and where a graph begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from arbitree.core.flow import control_edges, fields_of, reached, reads_of, sources, targets, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.polling import cascade_of


class Edge(NamedTuple):
    """One way on from a node."""

    label: str
    """The verdict, the weight of a part, or `then`."""
    target: Target


def kind_of(node: AnyNode) -> str:
    """The node's kind, as rubric files call it."""
    return type(node).__name__.lower()


def words_of(node: AnyNode) -> str:
    """What the node asks or does, on one line."""
    match node:
        case Task():
            words = node.instructions
        case Ask() | Choose():
            words = node.criteria
        case Grade():
            words = node.criteria or "; ".join(node.steps or ())
        case Metric():
            words = node.label or node.metric
        case Check():
            words = node.label or node.criteria or ", ".join(name for name, _ in node.tests)
        case Weigh():
            words = f"at least {node.k}" if node.by == "at_least" else node.by
        case Each():
            words = f"{node.by}, for each {node.item} of {node.over}"
        case _:
            assert_never(node)
    return " ".join(words.split())


def edges_of(node: AnyNode) -> list[Edge]:
    """The node's ways on, in declared order."""
    if isinstance(node, Weigh):
        weighted = node.by in ("mean", "points")
        return [Edge(f"{part.weight:g}" if weighted else "", part.node) for part in node.parts]
    return [Edge(key.removeprefix("options: "), target) for key, target in targets(node)]


def end_of(target: Target) -> str:
    """How a branch that leads to no node is written.

    >>> end_of(6.0), end_of(NOT_APPLICABLE)
    ('6', 'not applicable')
    """
    if target is NOT_APPLICABLE:
        return "not applicable"
    return target if isinstance(target, str) else f"{target:g}"


def evidence_of(node: AnyNode, graph: Graph) -> str:
    """What the node shows and reads, and which judges answer it, as `shows a, b; reads t; asks one, then other`.

    One judge that answers alone is not named; the evidence is empty when there is nothing to say.
    """
    tasks = tasks_of(graph)
    shown, read = [str(one) for one in fields_of(node, graph, tasks)], reads_of(node, tasks)
    pieces = [f"shows {', '.join(shown)}"] if shown else []
    pieces += [f"reads {', '.join(read)}"] if read else []
    return "; ".join([*pieces, *_judges_of(node, graph)])


def _judges_of(node: AnyNode, graph: Graph) -> list[str]:
    if isinstance(node, (Ask, Choose)) and (cascade := cascade_of(node, graph.defaults)):
        return [f"asks {', then '.join(cascade)}"]
    if isinstance(node, (Ask, Choose, Grade)) and node.judges:
        return [f"asks {', '.join(node.judges)}"]
    return []


def beginnings(graph: Graph) -> list[str]:
    """Where to begin to draw: the start, and then whatever is not reached from there."""
    edges = control_edges(graph)
    judging = [node.name for node in graph.nodes if not isinstance(node, Task)]
    begin = [graph.start] if graph.start is not None and graph.start in edges else []
    seen: set[str] = set()
    order: list[str] = []
    for name in (*begin, *sources(graph, edges), *judging):
        if name not in seen:
            order.append(name)
            seen |= reached(name, edges)
    return order


def shortened(words: str, width: int) -> str:
    """The words, cut to a width with an ellipsis.

    >>> shortened("a long question", 8)
    'a long …'
    """
    return words if len(words) <= width else f"{words[: width - 1]}…"


def wrapped(words: str, width: int, most: int) -> Iterator[str]:
    """The words in lines of at most `width`, and at most that many lines."""
    line, lines = "", 0
    for word in words.split():
        if line and len(line) + 1 + len(word) > width:
            lines += 1
            if lines == most:
                yield shortened(f"{line} {word}", width)
                return
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
        line = shortened(line, width)
    if line:
        yield line
