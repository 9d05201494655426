"""The steps of a grade that its judge writes itself: a task of its own, which sees nothing of any case.

So its question is the same for all cases, is asked once, and is kept in the ledger like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.task import Task

GAP: Final = "\ufdd0"
"""Stands in the fixed words of a grade where its steps belong; no character, so that no words hold it."""


@dataclass(frozen=True, kw_only=True)
class Steps(Task):
    """Asks the judge of a grade to write its steps; made from the grade, never written in a rubric."""

    of: str
    """The grade."""
    seen: tuple[str, ...] = ()
    """The headings of what the grade shows."""


def steps_name(grade: str) -> str:
    """The name under which traces tell of a grade's steps.

    >>> steps_name("tone")
    'tone (steps)'
    """
    return f"{grade} (steps)"


def with_steps(graph: Graph, seen: Mapping[str, tuple[str, ...]]) -> Graph:
    """The graph with a task before each grade whose steps are to be written, which the grade reads first.

    Args:
        graph: the rubric's graph; given back as it is where there is no such grade.
        seen: the headings of what each of those grades shows.
    """
    wanting = [node for node in graph.nodes if isinstance(node, Grade) and node.writes_steps]
    if not wanting:
        return graph
    tasks = {node.name: _task(node, seen.get(node.name, ())) for node in wanting}
    nodes = [
        made
        for node in graph.nodes
        for made in (
            (tasks[node.name], replace(node, reads=(steps_name(node.name), *node.reads)))
            if isinstance(node, Grade) and node.name in tasks
            else (node,)
        )
    ]
    return replace(graph, nodes=tuple(nodes))


def _task(node: Grade, seen: tuple[str, ...]) -> Steps:
    return Steps(
        name=steps_name(node.name),
        instructions=node.criteria,
        gives="list",
        shows=(),
        judge=node.judges[0] if node.judges else node.judge,
        language=node.language,
        prompts=node.prompts,
        of=node.name,
        seen=seen,
    )


def traced(graph: Graph) -> Mapping[str, AnyNode]:
    """Every node that a trace can tell of, by name: those of the graph, and the tasks that write steps."""
    return with_steps(graph, {}).by_name
