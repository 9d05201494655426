"""The mistakes of how turns of a conversation are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitree.core.graph import Graph
from arbitree.core.turns import Shown, Turns, window_fault
from arbitree.errors import Problem


def turn_problems(graph: Graph) -> Iterator[Problem]:
    """Every mistake of the turns that nodes, or the defaults, show."""
    for what, mend in _faults(graph.defaults.shows):
        yield Problem(code="G140", what=f"the defaults show {what}", where="defaults, shows", mend=mend, key="defaults")
    for node in graph.nodes:
        for what, mend in _faults(getattr(node, "shows", None) or ()):
            yield Problem(
                code="G140",
                what=f'"{node.name}" shows {what}',
                where=f'node "{node.name}", shows',
                mend=mend,
                node=node.name,
                key="shows",
            )


def _faults(shows: Sequence[Shown]) -> Iterator[tuple[str, str]]:
    for turns in shows:
        if not isinstance(turns, Turns):
            continue
        fault = None if turns.window is None else window_fault(turns.window)
        if fault is not None:
            yield f"{turns.field} {_bounds(turns.window)}, a window that {fault[0]}", fault[1]
        params: Sequence[object] = turns.params
        for param in params:
            if not isinstance(param, str) or not param.strip():
                yield (
                    f"{param!r} of {turns.field}, which names no part of a turn",
                    "name role, content, tools_called ...",
                )
            elif params.count(param) > 1:
                yield f'"{param}" of {turns.field} twice', "name each part once"
                break


def _bounds(window: object) -> object:
    return list(window) if isinstance(window, tuple) else window
