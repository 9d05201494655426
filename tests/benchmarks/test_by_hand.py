"""What is measured beside arbitree does the same work: the same bytes asked, the same bytes written."""

from __future__ import annotations

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.records import Answer, Question, Reply
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_inline
from arbitree.rubric import Rubric
from arbitree.testing.server import Asked, LoopbackServer
from arbitree.wire.load import load_rubric
from arbitree.wire.results import trace_bytes
from benchmarks import hand_engine, hand_requests
from benchmarks.works.table import WORKS

WORK = WORKS["return-reply"]()
NO_WINDOW = '{"reason": "There is none.", "verdict": false}'


class Scripted:
    """Answers as the work says, and keeps what it was asked."""

    name = "scripted"
    style = "plain"
    inline = True

    def __init__(self, **other: str) -> None:
        self.asked: list[Question] = []
        self._other = other

    def reply(self, question: Question) -> Reply:
        self.asked.append(question)
        return Reply(text=self._other.get(question.node) or WORK.reply(question.node, 7), input_tokens=9)

    async def ask(self, question: Question) -> Answer:
        return self.reply(question)


@pytest.mark.parametrize("window", [WORK.reply("window", 7), NO_WINDOW])
@pytest.mark.parametrize("details", ["Both", "Only one", "Neither"])
def test_straight_code_makes_the_same_questions_records_and_trace_as_the_engine(window: str, details: str) -> None:
    answers = {"window": window, "details": f'{{"reason": "r", "verdict": "{details}"}}'}
    ours, theirs = Scripted(**answers), Scripted(**answers)
    [row] = WORK.cases(1, start=7)
    case = Case(id=row["id"], fields={"actual_output": row["actual_output"]})
    plan = compile_plan(load_rubric(WORK.rubric, source="r.yaml").graph, style="plain")

    result = run_inline(score_case(plan, case, {"judge": ours}))
    by_hand = hand_engine.score(case, theirs.reply)

    assert by_hand == result
    assert theirs.asked == ours.asked
    assert hand_engine.trace_bytes(by_hand) == trace_bytes(result)


@pytest.mark.loopback
@pytest.mark.parametrize("name", sorted(WORKS))
def test_requests_made_by_hand_are_those_that_arbitree_sends(name: str) -> None:
    work = WORKS[name]()
    bodies: list[bytes] = []

    def answer(asked: Asked) -> str | bool:
        # Log-probabilities are asked for until the server is found to give none, as after the first answer here.
        body = {name: value for name, value in asked.body.items() if "logprobs" not in name}
        bodies.append(hand_requests.written(body))
        return work.answer(work.node_of(bodies[-1]), 7)

    [row] = work.cases(1, start=7)
    with LoopbackServer(answer) as server:
        [result] = Rubric.loads(work.rubric).run([row], judge=f"{server.url}#a-model")

    nodes = [work.node_of(body) for body in bodies]
    texts = {"": row["actual_output"]} | {
        node: str(work.answer(node, 7)) for node in nodes if node not in work.judgements
    }
    asked = {node: hand_requests.body(work.asks[node], texts[work.asks[node].reads]) for node in nodes}
    verdicts = [work.answer(node, 7) for node in work.judgements if node in nodes]
    assert sorted(bodies) == sorted(map(hand_requests.written, asked.values()))
    assert result.score == pytest.approx(work.score(verdicts))
