"""Runs a case in every way there is: one answer at a time, all at once, latest first, and asynchronously; all agree."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import NO_LIMITS, Limits, begin, conclude, finish
from arbitree.core.graph import Graph
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Result, Style
from arbitree.executors.score import score_case
from arbitree.testing import Scripted, ScriptedJudge
from arbitree.wire.results import trace_bytes

OUT = Case(id="q-1", fields={"actual_output": "Returns are free within 30 days.", "input": "Can I return it?"})
"""A case that has what the graphs here show."""


@dataclass(frozen=True)
class Ran:
    """What every way of running agreed on."""

    result: Result
    asked: tuple[Question, ...]
    """The questions, in plan order of asking."""

    @property
    def calls(self) -> int:
        return len(self.asked)

    @property
    def nodes(self) -> list[str]:
        return [question.node for question in self.asked]

    def prompt(self, node: str) -> str:
        """The prompt of the first question of a node."""
        return next(question.prompt for question in self.asked if question.node == node)


def ran(
    graph: Graph | Plan,
    script: Mapping[str, Scripted],
    case: Case = OUT,
    *,
    limits: Limits = NO_LIMITS,
    style: Style = "plain",
) -> Ran:
    """The result and the questions, the same for every way of running.

    Args:
        graph: the graph, or its plan.
        script: what each node is answered with.
        case: the case.
        limits: the mode and the threshold.
        style: the layout of the prompts.
    """
    plan = graph if isinstance(graph, Plan) else compile_plan(graph, style=style)
    first, asked = _one_by_one(plan, case, script, limits, last=False)
    others = [
        _one_by_one(plan, case, script, limits, last=True),
        _all_at_once(plan, case, script, limits),
        *(_asynchronously(plan, case, script, limits, waits) for waits in (0, 7)),
    ]
    for result, questions in others:
        assert trace_bytes(result) == trace_bytes(first)
        assert result == first
        assert {question.key for question in questions} == {question.key for question in asked}
    return Ran(first, tuple(asked))


def _one_by_one(
    plan: Plan, case: Case, script: Mapping[str, Scripted], limits: Limits, *, last: bool
) -> tuple[Result, list[Question]]:
    judge, walk = ScriptedJudge(script), begin(plan, case, limits)
    while walk.open:
        question = walk.questions[-1 if last else 0]
        walk.take(question.key, asyncio.run(judge.ask(question)))
        walk.advance()
    return finish(walk, limits), judge.asked


def _all_at_once(
    plan: Plan, case: Case, script: Mapping[str, Scripted], limits: Limits
) -> tuple[Result, list[Question]]:
    """Everything that is open is answered before anything else is concluded, from nothing each time."""
    judge, answers = ScriptedJudge(script), dict[str, Answer]()
    while True:
        result, questions = conclude(plan, case, answers, limits)
        if not questions:
            return result, judge.asked
        answers = {**{question.key: asyncio.run(judge.ask(question)) for question in questions}, **answers}


def _asynchronously(
    plan: Plan, case: Case, script: Mapping[str, Scripted], limits: Limits, waits: int
) -> tuple[Result, list[Question]]:
    judge = ScriptedJudge(script, waits=waits)
    result = asyncio.run(score_case(plan, case, {"judge": judge, "local": judge}, limits=limits))
    return result, judge.asked
