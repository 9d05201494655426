"""Scores one case: asks what the engine wants asked, all at once, until it wants nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arbitree.core.cases import Case
from arbitree.core.engine import NO_LIMITS, Limits, begin, finish
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Failed, Question, Result
from arbitree.core.walk import Walk
from arbitree.executors.asking import ask, judge_of
from arbitree.judges.base import Judge, is_inline

if TYPE_CHECKING:
    from arbitree.executors.eager import Eager


async def score_case(
    plan: Plan,
    case: Case,
    judges: Mapping[str, Judge],
    *,
    limits: Limits = NO_LIMITS,
    deadline: float | None = None,
    eager: Eager | None = None,
) -> Result:
    """The result of one case.

    Args:
        plan: the compiled rubric, with each role's prompts in its judge's style.
        case: the case.
        judges: the judge of each role; a role that is not in it is answered by the role `judge`.
        limits: mode and threshold.
        deadline: seconds after which nothing more is asked, and what is out is given up.
        eager: asks ahead, too; None for what is needed alone. The result is the same.

    Raises:
        JudgeError: a role has no judge.
    """
    walk = begin(plan, case, limits)
    waits = eager is not None and not all(map(is_inline, judges.values()))
    answer_all = eager.answer if eager is not None and waits else _answer_all
    if deadline is None:
        await answer_all(walk, judges)
        return finish(walk, limits)
    try:
        async with asyncio.timeout(deadline):
            await answer_all(walk, judges)
    except TimeoutError:
        walk.close(Failed(kind="timeout", message=f"the case was given {deadline:g} s, and they are over"))
    return finish(walk, limits)


async def _answer_all(walk: Walk, judges: Mapping[str, Judge]) -> None:
    while walk.open:
        questions = walk.new_questions()
        if len(questions) == 1 or all(is_inline(judge_of(question.role, judges)) for question in questions):
            # A task for each would cost more than an inline judge takes to answer.
            for question in questions:
                walk.take(question.key, await ask(question, judge_of(question.role, judges)))
            walk.advance()
        else:
            await _answer_many(walk, questions, judges)


async def _answer_many(walk: Walk, questions: Sequence[Question], judges: Mapping[str, Judge]) -> None:
    """Ask these at once, and whatever opens meanwhile, until nothing is open; leave no call behind."""
    out: dict[asyncio.Task[Answer], str] = {}
    back: asyncio.Queue[asyncio.Task[Answer]] = asyncio.Queue()
    try:
        while walk.open:
            for question in questions:
                task = asyncio.create_task(ask(question, judge_of(question.role, judges)))
                task.add_done_callback(back.put_nowait)
                out[task] = question.key
            task = await back.get()
            walk.take(out.pop(task), task.result())
            while not back.empty():
                task = back.get_nowait()
                walk.take(out.pop(task), task.result())
            walk.advance()
            questions = walk.new_questions()
    finally:
        for task in out:
            task.cancel()
        if out:
            await asyncio.gather(*out, return_exceptions=True)
