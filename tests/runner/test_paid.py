"""What is paid for already is not estimated again, and what is left keeps to the bounds, whatever is at hand."""

from __future__ import annotations

import random

import pytest

from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.graph import Graph
from arbitree.core.records import Answer, Question, Reply
from arbitree.executors.score import score_case
from arbitree.judges.layers import once
from arbitree.judges.loop import run_sync
from arbitree.runner.estimate import Estimate, estimated
from arbitree.runner.paid import Paid
from arbitree.runner.settings import Settings
from arbitree.testing import ScriptedJudge
from tests.runner.test_estimate import PARTS, RETURNS, SCRIPTS, WIDE, cases


class Noting(ScriptedJudge):
    """Notes what it answered."""

    def __init__(self, script: object) -> None:
        super().__init__(script, style="messages")  # type: ignore[arg-type]
        self.replies: dict[str, Reply] = {}

    async def ask(self, question: Question) -> Answer:
        answer = await super().ask(question)
        if isinstance(answer, Reply):
            self.replies[question.key] = answer
        return answer


def replies(graph: Graph, script: object, count: int, *, mode: str = "full", known: dict[str, Reply]) -> Noting:
    """Scores cases with a judge that is spared what is known."""
    judge = Noting(script)

    class Spared:
        name, style, inline = "spared", "messages", True

        async def ask(self, question: Question) -> Answer:
            return known.get(question.key) or await judge.ask(question)

    spared = once(Spared())  # type: ignore[arg-type]
    for case in cases(count):
        run_sync(score_case(compile_plan(graph), case, {"judge": spared}, limits=Limits(mode=mode)))  # type: ignore[arg-type]
    return judge


def estimate(graph: Graph, known: dict[str, Reply], *, count: int = 3, mode: str = "full") -> Estimate:
    plan, paid = compile_plan(graph), Paid(None, {}, known=known)
    return estimated(plan, cases(count), {"judge": lambda reply: 1.0}, settings=Settings(mode=mode), paid=paid)  # type: ignore[arg-type]


@pytest.mark.parametrize("graph", [RETURNS, PARTS, WIDE], ids=["path", "parts", "wide"])
def test_a_run_whose_replies_are_all_at_hand_takes_nothing(graph: Graph) -> None:
    known = replies(graph, SCRIPTS[0], 3, known={}).replies
    found = estimate(graph, known)

    assert (found.calls, found.input_tokens, found.cost) == ((0, 0), (0, 0), (0, 0))
    assert found.paid == len(known)


@pytest.mark.parametrize("graph", [RETURNS, PARTS, WIDE], ids=["path", "parts", "wide"])
@pytest.mark.parametrize("mode", ["full", "decide"])
def test_what_is_left_keeps_to_the_bounds(graph: Graph, mode: str) -> None:
    draw = random.Random(7)
    for before, after in zip(SCRIPTS, (*SCRIPTS[3:], *SCRIPTS[:3]), strict=True):
        answered = replies(graph, before, 3, known={}).replies
        known = {key: reply for key, reply in answered.items() if draw.random() < 0.6}
        bounds = estimate(graph, known, mode=mode).calls
        made = len(replies(graph, after, 3, mode=mode, known=known).replies)

        assert bounds.least <= made <= bounds.most


def test_a_known_verdict_leaves_only_the_ways_that_agree_with_it() -> None:
    known = replies(RETURNS, {"facts": "f", "window": False}, 1, known={}).replies
    window = list(known)[1]

    assert estimate(RETURNS, known, count=1).calls == (0, 0)
    assert estimate(RETURNS, {key: one for key, one in known.items() if key != window}, count=1).calls == (1, 2)


def test_votes_that_are_there_are_not_counted() -> None:
    known = replies(PARTS, {"polite": True, "short": False}, 1, known={}).replies
    one_vote = dict(list(known.items())[:1])

    assert estimate(PARTS, {}, count=1).calls == (4, 5)
    assert estimate(PARTS, one_vote, count=1).calls == (3, 4)
