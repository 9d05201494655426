"""The scripted judge answers by the name of the node, and refuses what it was not told to expect."""

from __future__ import annotations

import asyncio

import pytest

from arbitree.core.records import Answer, Failed, Reply, ShapeKind
from arbitree.judges.loop import run_inline
from arbitree.testing import ScriptedJudge, in_turn, raw
from tests.judges.questions import question


def text(judge: ScriptedJudge, kind: ShapeKind = "yes_no", node: str = "window") -> str:
    answer = run_inline(judge.ask(question(kind=kind, node=node)))
    assert isinstance(answer, Reply), answer
    return answer.text


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        (True, "yes_no", '{"reason": "as scripted", "verdict": true}'),
        ("Both", "one_of", '{"reason": "as scripted", "verdict": "Both"}'),
        ("30 days", "text", '{"output": "30 days"}'),
        (["a", "b"], "list", '{"output": ["a", "b"]}'),
        ("because", "reason", '{"reason": "because"}'),
        (raw("oops"), "yes_no", "oops"),
        ({"Verdict": True}, "yes_no", '{"Verdict": true}'),
        (None, "yes_no", ""),
        (lambda asked: asked.node, "text", '{"output": "window"}'),
        (Reply(text="own"), "text", "own"),
    ],
)
def test_a_value_is_said_in_the_form_that_is_asked_for(value: object, kind: ShapeKind, said: str) -> None:
    assert text(ScriptedJudge({"window": value}), kind) == said  # type: ignore[dict-item]


def test_answers_in_turn_are_given_one_for_each_time_and_no_more() -> None:
    judge = ScriptedJudge({"window": in_turn(raw("oops"), True)})
    assert [text(judge), text(judge)] == ["oops", '{"reason": "as scripted", "verdict": true}']
    failed = run_inline(judge.ask(question()))
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, AssertionError)
    assert 'the node "window" asked 3 times, and the script answers 2' in failed.message


def test_an_unexpected_question_is_a_failure_that_names_its_node() -> None:
    failed = run_inline(ScriptedJudge({"facts": "x"}).ask(question(node="details")))
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, AssertionError)
    assert failed.message.startswith('AssertionError: the node "details" asked, and the script has facts')


def test_an_exception_is_raised_as_a_judge_of_the_users_would_raise_it() -> None:
    error = TypeError("mine")
    failed = run_inline(ScriptedJudge({"window": error}).ask(question()))
    assert isinstance(failed, Failed) and failed.error is error


def test_every_question_is_noted_in_order() -> None:
    judge = ScriptedJudge({"a": True, "b": True})
    for node in ("b", "a", "b"):
        text(judge, node=node)
    assert (judge.nodes, judge.calls, judge.in_flight_peak) == (["b", "a", "b"], 3, 1)


def test_waits_bring_replies_out_of_order_and_every_time_in_the_same() -> None:
    async def finished(seed: int) -> list[str]:
        judge = ScriptedJudge({"window": True}, waits=20, seed=seed)
        order: list[str] = []

        async def ask(key: str) -> Answer:
            answer = await judge.ask(question(key))
            order.append(key)
            return answer

        await asyncio.gather(*(ask(str(n)) for n in range(10)))
        assert judge.in_flight_peak == 10
        return order

    first = asyncio.run(finished(1))
    assert first == asyncio.run(finished(1))
    assert first != sorted(first)
    assert first != asyncio.run(finished(2))
