"""The loopback server's typed decisions and log-probabilities, as its clients see them."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest

from arbitree.core.records import Reply
from arbitree.errors import UsageError
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.testing import in_turn
from arbitree.testing.server import Asked, Fault, LoopbackServer, likely
from tests.providers.questions import asked
from tests.testing.client import chat, post

pytestmark = pytest.mark.loopback

STATE = {"Actual Output": "Within 30 days."}
NOULS = {
    "a": {"type": "noul", "instructions": "Is it kind?"},
    "b": {"type": "choice", "instructions": "How long is it?", "criteria": {"Short": None, "Long": None}},
}
PREDICATES = [
    {"type": "predicate", "name": "a", "instructions": "Is it kind?"},
    {
        "type": "choice",
        "name": "b",
        "instructions": "How long is it?",
        "choices": [{"value": "Short"}, {"value": "Long"}],
    },
]
SCRIPT = {"kind": likely(True, 0.9), "long": likely({"Short": 0.7, "Long": 0.2})}


def decide(server: LoopbackServer, questions: object = PREDICATES) -> Any:
    body = {"model": "m", "input": json.dumps(STATE), "questions": questions}
    return post(server, body, path="/v1/decisions")


def test_decisions_are_answered_in_openais_form_each_question_for_itself() -> None:
    with LoopbackServer(SCRIPT, caches_prefixes=True) as server:
        got = decide(server).json

    assert got["answers"] == [
        {"type": "predicate", "probability": 0.9, "name": "a"},
        {
            "type": "choice",
            "choice": "Short",
            "confidence": 0.7,
            "probabilities": [{"value": "Short", "probability": 0.7}, {"value": "Long", "probability": 0.2}],
            "name": "b",
        },
    ]
    assert got["usage"]["input_tokens"] == got["usage"]["total_tokens"] > 0
    assert (server.counts.requests, server.counts.decisions, server.counts.answered) == (1, 2, 1)


def test_decisions_are_answered_in_typesafes_form() -> None:
    with LoopbackServer(SCRIPT) as server:
        got = post(server, {"state": STATE, "questions": NOULS}, path="/v1/systemone").json

    assert got["answers"]["a"] == {"type": "noul", "noul": 0.9}
    assert got["answers"]["b"]["probabilities"] == {"Short": 0.7, "Long": 0.2}
    assert server.counts.decisions == 2


def test_an_answer_without_a_probability_is_certain() -> None:
    with LoopbackServer({"kind": False, "long": "Long"}) as server:
        first, second = decide(server).json["answers"]

    assert first["probability"] == 0.0
    assert [one["probability"] for one in second["probabilities"]] == [0.0, 1.0]


def test_without_a_script_answers_and_probabilities_are_drawn_and_the_same_every_time() -> None:
    with LoopbackServer(seed=4) as server:
        first, again = decide(server).json["answers"], decide(server).json["answers"]

    assert first == again
    assert 0 < first[0]["probability"] < 1
    assert sum(one["probability"] for one in first[1]["probabilities"]) == pytest.approx(1.0)


def test_a_script_sees_one_question_with_the_evidence_before_it() -> None:
    seen: list[tuple[str, str, tuple[str, ...]]] = []

    def script(one: Asked) -> bool:
        seen.append((one.name, one.prompt, one.shape.options))
        return True

    with LoopbackServer(script) as server:
        decide(server)

    assert [(name, options) for name, _, options in seen] == [("a", ()), ("b", ("Short", "Long"))]
    assert all(prompt.startswith('{"Actual Output": "Within 30 days."}\n\n') for _, prompt, _ in seen)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"model": "m", "questions": PREDICATES}, "'input' is missing"),
        ({"model": "m", "input": "x", "questions": []}, "1 to 400 questions"),
        ({"model": "m", "input": "x", "questions": [{"type": "score", "name": "s"}]}, "question 's' is none"),
        ({"model": "m", "input": "x", "questions": [{"type": "choice", "name": "s"}]}, "question 's' is none"),
    ],
)
def test_a_request_that_is_none_is_refused_with_a_reason(body: dict[str, Any], says: str) -> None:
    with LoopbackServer(SCRIPT) as server:
        got = post(server, body, path="/v1/decisions")

    assert got.status == 400
    assert says in got.json["error"]["message"]


def test_a_question_that_the_script_does_not_know_refuses_the_request() -> None:
    with LoopbackServer({"kind": True}) as server:
        assert decide(server).status == 422
        assert server.counts.unscripted == 1


def test_a_fault_of_one_question_befalls_its_request() -> None:
    with LoopbackServer({"kind": in_turn(Fault("503"), True), "long": "Short"}) as server:
        assert [decide(server).status for _ in range(2)] == [503, 200]


LOGPROBS: dict[str, Any] = {"logprobs": True, "top_logprobs": 5}


def test_log_probabilities_are_told_where_they_are_asked_for_and_the_script_has_them() -> None:
    with LoopbackServer({"kind": likely(True, 0.75, mass=0.8)}) as server:
        told = post(server, chat("Is it kind?", **LOGPROBS)).json["choices"][0]["logprobs"]["content"]
        untold = post(server, chat("Is it kind?")).json["choices"][0]["logprobs"]

    verdict = told[1]
    assert "".join(token["token"] for token in told) == '{"reason": "as scripted", "verdict": true}'
    assert verdict["token"] == "true" and math.exp(verdict["logprob"]) == pytest.approx(0.6)
    shares = {one["token"]: round(math.exp(one["logprob"]), 3) for one in verdict["top_logprobs"]}
    assert shares == {"true": 0.6, "false": 0.2, "perhaps": 0.2}
    assert untold is None


def test_only_as_many_alternatives_are_told_as_were_asked_for() -> None:
    with LoopbackServer({"kind": likely(True, 0.75)}) as server:
        told = post(server, chat("kind?", logprobs=True, top_logprobs=1)).json["choices"][0]["logprobs"]["content"]

    assert [one["token"] for one in told[1]["top_logprobs"]] == ["true"]


@pytest.mark.parametrize("end", ["/chat/completions", "/responses"])
def test_our_own_judge_reads_the_probabilities_and_how_much_lay_on_the_labels(end: str) -> None:
    options = {"Both": 0.5, "Only one": 0.375, "Neither": 0.125}
    with LoopbackServer({"Does it give": likely(False, 0.9, mass=0.5), "Which": likely(options)}) as server:
        judge = judge_from(f"{server.url}{end}#m")
        yes_no = run_sync(judge.ask(asked()))
        one_of = run_sync(judge.ask(asked("one_of", asks="Which?", key="k2")))

    assert isinstance(yes_no, Reply) and isinstance(one_of, Reply)
    assert yes_no.probabilities == pytest.approx({"yes": 0.1, "no": 0.9})
    assert yes_no.label_mass == pytest.approx(0.5)
    assert one_of.probabilities == pytest.approx(options)


@pytest.mark.parametrize("end", ["/decisions", "/systemone"])
def test_our_own_judge_puts_the_questions_of_a_case_into_one_request(end: str) -> None:
    with LoopbackServer({"30 days": likely(True, 0.8)}) as server:
        judge = judge_from(f"{server.url}{end}#m")

        async def both() -> list[object]:
            return list(await asyncio.gather(*(judge.ask(asked(asks=f"30 days, {n}?", key=f"k{n}")) for n in range(3))))

        answers = run_sync(both())

    assert [answer.probabilities for answer in answers if isinstance(answer, Reply)] == [
        pytest.approx({"yes": 0.8, "no": 0.2})
    ] * 3
    assert (server.counts.requests, server.counts.decisions) == (1, 3)
    assert getattr(judge, "used") == {"form": "decisions", "model": "m", "probabilities": "given"}  # noqa: B009


@pytest.mark.parametrize(("answer", "share"), [(True, 1.2), ({"a": 0.7, "b": 0.7}, 1.0), ({}, 1.0)])
def test_what_are_no_probabilities_is_refused_where_it_is_written(answer: Any, share: float) -> None:
    with pytest.raises(UsageError, match="no probabilities"):
        likely(answer, share)
