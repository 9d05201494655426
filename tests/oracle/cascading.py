"""Cascades for tests: one question of two judges, and judges who always say the same."""

from __future__ import annotations

import json
from collections.abc import Mapping

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Answer, Attempt, Question, Reply, Result
from tests.oracle.play import play

CASE = Case(id="c", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))
DECIDE = Limits(mode="decide")
ENDS = (("good", 10.0), ("fair", 5.0), ("bad", 0.0))
SURE, UNSURE = {"good": 0.95, "fair": 0.05}, {"good": 0.6, "bad": 0.4}


def said(verdict: object, probabilities: Mapping[str, float] | None = None) -> Reply:
    return Reply(text=json.dumps({"reason": "r", "verdict": verdict}), probabilities=probabilities)


def choosing(**own: object) -> Graph:
    given: dict[str, object] = {"cascade": ("cheap", "strong"), "options": ENDS, **own}
    return Graph(nodes=(Choose(name="tone", criteria="How?", **given),), defaults=SHOWS)  # type: ignore[arg-type]


def played(graph: Graph, answers: Mapping[str, Answer], limits: Limits | None = None) -> tuple[Result, list[str]]:
    """The result where each role answers always the same, and the roles in the order of asking."""
    asked: list[str] = []

    def judge(question: Question) -> Answer:
        asked.append(question.role)
        return answers[question.role]

    return play(compile_plan(graph), CASE, judge, limits or Limits())[0], asked


def attempts(result: Result) -> tuple[Attempt, ...]:
    (step,) = result.trace
    return step.attempts


def sums(*cascading: str) -> Graph:
    """Two parts of one weight each; those named have a cascade."""
    asks = [
        Ask(name=name, criteria=f"{name}?", cascade=("cheap", "strong"))
        if name in cascading
        else Ask(name=name, criteria=f"{name}?", judge="cheap")
        for name in ("first", "second", "third")
    ]
    parts = tuple(Part(node=ask.name) for ask in asks)
    return Graph(nodes=(Weigh(name="all", parts=parts), *asks), defaults=SHOWS, threshold=0.5)
