"""Gives a result its reason: the path retold at no call, one more call to the judge, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from arbitree.core.explain import explanation, retell
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Question, Read, Result, Usage
from arbitree.errors import Problem
from arbitree.judges.base import Judge
from arbitree.judges.failure import failed_by

Explain: TypeAlias = Literal["path", "judge", "none"]
"""Where a reason comes from."""


async def explained(
    result: Result,
    graph: Graph,
    judges: Mapping[str, Judge],
    how: Explain = "path",
    *,
    deadline: float | None = None,
) -> Result:
    """The result with its reason.

    A judge is asked only about a score. One that fails, takes longer than `deadline` seconds, or replies what is no
    reason, never costs the score: the reason is the path then, and a warning says why.
    """
    if how == "none":
        return result
    told = replace(result, reason=retell(result, graph))
    judge = judges.get(DEFAULT_ROLE) or next((judge for role, judge in judges.items() if role != "local"), None)
    if how == "path" or result.status != "scored" or judge is None:
        return told
    question = explanation(result, graph, style=judge.style)
    answer = await _answer(judge, question, deadline)
    if isinstance(answer, Failed):
        called = Usage(calls=1 if answer.kind == "judge_error" else 0)
        return _without(told, answer.message, called)
    spent = Usage(
        calls=1,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        cached_tokens=answer.cached_tokens,
    )
    said = read(answer.text, question.shape)
    if not isinstance(said, Read):
        return _without(told, said.message, spent)
    reason = str(said.value).strip()
    if not reason:
        return _without(told, "its reason is blank", spent)
    return replace(told, reason=reason, usage=told.usage + spent)


async def _answer(judge: Judge, question: Question, deadline: float | None) -> Answer:
    try:
        if deadline is None:  # then there need not even be a loop
            return await judge.ask(question)
        async with asyncio.timeout(deadline):
            return await judge.ask(question)
    except TimeoutError as error:
        return Failed(kind="timeout", message="the time that the case was given is over", error=error)
    except Exception as error:  # a judge that breaks its promise is still only a missing explanation
        return failed_by(error)


def _without(told: Result, why: str, spent: Usage) -> Result:
    warning = Problem(
        code="J320",
        kind="no_explanation",
        what=f"the judge gave no explanation, so the path is retold instead: {why}",
        where=f'case "{told.case}"',
        mend='retell the path only: include_reason="path" in Python, or leave the explanation to nobody',
        level="warning",
    )
    return replace(told, warnings=(*told.warnings, warning), usage=told.usage + spent)
