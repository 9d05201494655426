"""Plays a case to its end, answers in any order and any grouping."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from arbitree.core.cases import Case
from arbitree.core.engine import NO_LIMITS, Conclusion, Limits, begin, conclude, finish
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Result

Judge: TypeAlias = Callable[[Question], Answer]


def stages(
    plan: Plan, case: Case, judge: Judge, limits: Limits = NO_LIMITS, *, rng: random.Random
) -> Iterator[tuple[dict[str, Answer], Conclusion]]:
    """Every set of answers on the way to the end and what it comes to, some of the questions answered each time."""
    answers: dict[str, Answer] = {}
    while True:
        conclusion = conclude(plan, case, dict(answers), limits)
        yield dict(answers), conclusion
        questions = conclusion.questions
        if not questions:
            return
        for question in rng.sample(questions, rng.randint(1, len(questions))):
            answers[question.key] = judge(question)


def play(plan: Plan, case: Case, judge: Judge, limits: Limits = NO_LIMITS) -> tuple[Result, dict[str, Answer]]:
    """The result of a case whose questions are answered as they come, and the answers."""
    walk = begin(plan, case, limits)
    while walk.open:
        for question in walk.questions:
            walk.take(question.key, judge(question))
        walk.advance()
    return finish(walk, limits), walk.answers


def fed(
    plan: Plan, case: Case, judge: Judge, limits: Limits = NO_LIMITS, *, rng: random.Random
) -> tuple[Result, list[Question]]:
    """The result of one walk fed in random groups and order, and every question in the order of asking."""
    walk = begin(plan, case, limits)
    asked: dict[str, Question] = {}
    while walk.open:
        questions = walk.questions
        asked.update((question.key, question) for question in questions if question.key not in asked)
        for question in rng.sample(questions, rng.randint(1, len(questions))):
            walk.take(question.key, judge(question))
        if rng.randrange(2):
            walk.take("q1-of-nobody", judge(questions[0]))
        walk.advance()
    return finish(walk, limits), list(asked.values())


def shuffled(answers: Mapping[str, Answer], rng: random.Random) -> dict[str, Answer]:
    """The same answers, inserted in another order."""
    items = list(answers.items())
    rng.shuffle(items)
    return dict(items)
