"""The questions that a case was asked, rendered anew from the stored rubric and case, and told by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbitree.core.cases import Case
from arbitree.core.engine import Limits, begin
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Attempt, Failed, Question, Reply, Result


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """The questions behind a result."""

    questions: Mapping[str, Question]
    """By key, in the order of asking."""
    strangers: tuple[str, ...]
    """Keys in the result that no question has: the rubric, the case or the wording of prompts has changed since."""


def rendered(plan: Plan, case: Case, result: Result, *, limits: Limits) -> Rendered:
    """The questions behind a result, found by walking the case again with the replies that the result holds.

    Args:
        plan: the rubric that the result came from, with prompts in the style of its judges.
        case: the case, with the fields that were shown.
        result: the result.
        limits: how far the run went.
    """
    attempts = {attempt.key: attempt for step in result.trace for attempt in step.attempts}
    walk = begin(plan, case, limits)
    found: dict[str, Question] = {}
    while walk.open:
        for question in walk.questions:
            found[question.key] = question
            walk.take(question.key, _answer(attempts.get(question.key)))
        walk.advance()
    return Rendered(questions=found, strangers=tuple(key for key in attempts if key not in found))


def _answer(attempt: Attempt | None) -> Answer:
    if attempt is None:
        return Failed(kind="unrecorded", message="the result holds no reply to this question")
    if attempt.reply is None:
        return Failed(kind="judge_error", message=attempt.error)
    return reply_in(attempt, attempt.reply)


def reply_in(attempt: Attempt, text: str) -> Reply:
    """The reply that an attempt of a trace holds, whose text is `text`."""
    return Reply(text=text, probabilities=attempt.probabilities, label_mass=attempt.label_mass)
