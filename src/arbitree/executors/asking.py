"""Puts one question to the judge of its role."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.measured import is_metric_role
from arbitree.core.records import Answer, Question
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import JudgeError, Problem
from arbitree.judges.base import Judge
from arbitree.judges.failure import failed_by
from arbitree.judges.seeing import unseen


def judge_for(role: str, judges: Mapping[str, Judge]) -> Judge | None:
    """The judge that answers for a role; None where there is neither one for it nor a default."""
    judge = judges.get(role)
    stands_in = role != LOCAL_ROLE and not is_metric_role(role)
    return judges.get(DEFAULT_ROLE) if judge is None and stands_in else judge


def judge_of(role: str, judges: Mapping[str, Judge]) -> Judge:
    """The judge that answers for a role.

    Raises:
        JudgeError: there is neither one for the role nor a default.
    """
    judge = judge_for(role, judges)
    if judge is None:
        raise JudgeError(
            Problem(
                code="J103",
                what=f'the role "{role}" has no judge',
                where=f"roles with a judge: {', '.join(judges) or 'none'}",
                mend="name a judge for it",
            )
        )
    return judge


async def ask(question: Question, judge: Judge) -> Answer:
    """The answer of a judge; one that does not see images is not asked about any."""
    if question.messages[-1].images and (blind := unseen(question, judge)) is not None:
        return blind
    try:
        return await judge.ask(question)
    except Exception as error:  # a judge that breaks its promise is still only one failed question
        return failed_by(error)
