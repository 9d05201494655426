"""The steps that judges write for grades, asked for or found in the ledger, and put into the rubric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.kinds.grade import Grade
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Step
from arbitree.core.steps import Steps
from arbitree.errors import JudgeError, Problem
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge


def writing(graph: Graph) -> dict[str, str]:
    """The grades whose steps are to be written, and the role that writes them."""
    return {task.of: place.role for place, task in _places(compile_plan(graph))}


async def frozen(graph: Graph, judges: Mapping[str, Judge]) -> Graph:
    """The graph with the steps in it that its judges write.

    No case is looked at, so the questions are those of every run: what the ledger knows is not asked.

    Args:
        graph: the rubric's graph.
        judges: who answers for the roles of its grades.

    Raises:
        JudgeError: with every grade whose steps were not to be had.
    """
    default = judges[DEFAULT_ROLE].style if DEFAULT_ROLE in judges else "messages"
    plan = compile_plan(graph, styles={role: judge.style for role, judge in judges.items()}, style=default)
    written: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for place, task in _places(plan):
        step = await _step(plan, place, judges)
        if isinstance(step.value, tuple) and step.value:
            written[task.of] = step.value
        else:
            problems.append(step.cause or _none(task.of))
    if problems:
        raise JudgeError(problems)
    nodes = [
        replace(node, steps=written[node.name]) if isinstance(node, Grade) and node.name in written else node
        for node in graph.nodes
    ]
    return replace(graph, nodes=tuple(nodes))


def _places(plan: Plan) -> list[tuple[Place, Steps]]:
    """The places of tasks that write steps, one for each."""
    return [(place, place.node) for place in plan.places if isinstance(place.node, Steps)]


async def _step(plan: Plan, place: Place, judges: Mapping[str, Judge]) -> Step:
    """What the task of the steps came to, asked by itself."""
    case = Case(id=place.name, fields={})
    result = await score_case(replace(plan, start=place.index), case, judges)
    return next(step for step in result.trace if step.node == place.name)


def _none(grade: str) -> Problem:
    return Problem(
        code="J348",
        kind="empty",
        what=f'the judge of "{grade}" wrote no steps',
        where=f'node "{grade}"',
        mend="list the steps yourself, or `steps: []` for none",
        node=grade,
    )
