"""What a rubric that has no mistakes can do, and what cases lack for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbitree.checks.explore import Exploration, explore
from arbitree.core.cases import Cases
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.errors import Problem
from arbitree.judges.local import LocalJudge
from arbitree.judges.local_checks import problems_of_checks
from arbitree.runner.lacks import Lack, lacks


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was found in a rubric."""

    warnings: tuple[Problem, ...]
    """What is seldom meant, and what its checks lack to be run."""
    exploration: Exploration
    """Start, longest path, calls, scores, whether the threshold can be met or missed, fields needed on which path."""
    lacks: tuple[Lack, ...] | None
    """The fields that cases lack; None where no cases were given."""


def checked(
    graph: Graph, cases: Cases | None, *, warnings: Sequence[Problem] = (), allow: Sequence[str] = ()
) -> Checked:
    """What a rubric can do.

    Args:
        graph: the rubric.
        cases: the cases that it is to be run on.
        warnings: what is known already.
        allow: modules whose functions its checks may call.

    Raises:
        GraphError: with every mistake of the graph.
    """
    plan = compile_plan(graph)
    of_checks = [replace(one, level="warning") for one in problems_of_checks(graph, LocalJudge(allow=allow))]
    exploration = explore(plan)
    return Checked(
        warnings=(*warnings, *of_checks, *_unseeing(exploration)),
        exploration=exploration,
        lacks=None if cases is None else lacks(plan, cases),
    )


def _unseeing(found: Exploration) -> Iterator[Problem]:
    """The nodes that see nothing at all on some way, each once, with the first such way."""
    for one in {one.node: one for one in reversed(found.absent_reads) if one.alone}.values():
        after = f"after {', '.join(one.way[-4:])}, " if one.way else ""
        yield Problem(
            code="G131",
            what=f'{after}"{one.node}" sees nothing: what it reads is written on other ways only',
            where=f'node "{one.node}", reads',
            mend="let it show a field of the case, or read a task that every way to it comes through",
            level="warning",
            node=one.node,
            key="reads",
        )
