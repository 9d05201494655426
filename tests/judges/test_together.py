"""Questions about the same evidence travel in one request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget
from arbitree.judges.http import Limits
from arbitree.judges.loop import run_sync
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.judges.rates import Rates
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers, stack
from arbitree.judges.together import MOST_TOGETHER
from arbitree.providers.base import Auth, Request, Response, Settings
from arbitree.providers.decisions import Decider
from arbitree.providers.failing import failed
from arbitree.providers.table import PROVIDERS
from tests.providers.questions import asked

SETTINGS = Settings(model="m")


class Server:
    """A server of System One: the probability of yes is told by the question's words."""

    limits = Limits()

    def __init__(self, refuses: str = "no such words", *, busy: int = 0) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.cancelled = 0
        self.pause = 0.02
        self.busy = busy
        """How many requests are refused as too many, before others are answered."""
        self.in_flight = self.peak = 0
        self._refuses = refuses

    def account(self, _auth: Auth | None) -> str:
        return ""

    async def send(self, request: Request) -> Response | Failed:
        body = json.loads(request.body)
        self.bodies.append(body)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            await asyncio.sleep(self.pause)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.in_flight -= 1
        if len(self.bodies) <= self.busy:
            return Response(status=429, headers={"retry-after": "0.01"}, body=b"{}")
        if self._refuses in request.body.decode():
            return Response(status=422, headers={}, body=b'{"error": "not so"}')
        answers = {}
        for name, question in body["questions"].items():
            words = question["instructions"]
            if question["type"] == "noul":
                answers[name] = {"type": "noul", "noul": float(words.split()[-1])}
            else:
                share = 1 / len(question["criteria"])
                answers[name] = {"type": "choice", "probabilities": dict.fromkeys(question["criteria"], share)}
        told = {"model": "m", "answers": answers, "usage": {"input_tokens": 50, "output_tokens": 0}}
        return Response(status=200, headers={}, body=json.dumps(told).encode())


def together(server: Server, layers: Layers | None = None, *, budget: Budget | None = None) -> Judge:
    settings = replace(SETTINGS, base_url="http://decisions.invalid/v1")
    return stack(ProviderJudge(PROVIDERS["typesafe"], settings, http=server), layers, budget=budget)


def ask(judge: Judge, questions: list[Question]) -> list[Answer]:
    async def all_() -> list[Answer]:
        return await asyncio.gather(*(judge.ask(question) for question in questions))

    return run_sync(all_())


def of(probability: float, **more: Any) -> Question:
    return asked(asks=f"Is it so? {probability}", **more)


def yes(answer: Answer) -> float:
    assert isinstance(answer, Reply), answer
    return (answer.probabilities or {})["yes"]


def test_questions_of_one_case_travel_in_one_request_and_get_their_own_answers() -> None:
    server = Server()
    questions = [of(0.1), of(0.9), asked("one_of"), of(0.4)]
    answers = ask(together(server), questions)

    assert len(server.bodies) == 1
    assert [yes(answers[place]) for place in (0, 1, 3)] == [0.1, 0.9, 0.4]
    assert [answer.input_tokens for answer in answers if isinstance(answer, Reply)] == [50, 0, 0, 0]


def test_questions_of_other_cases_travel_apart() -> None:
    server = Server()
    cases = [(("Actual Output", f"Reply {number}"),) for number in range(3)]
    ask(together(server), [of(0.5, evidence=evidence) for evidence in cases for _ in range(2)])

    assert [len(body["questions"]) for body in server.bodies] == [2, 2, 2]
    assert [body["state"] for body in server.bodies] == [dict(evidence) for evidence in cases]


def test_what_is_asked_later_travels_later() -> None:
    server, questions = Server(), [of(0.1), of(0.9)]
    judge = together(server)
    for question in questions:
        ask(judge, [question])

    assert len(server.bodies) == 2


def test_a_request_holds_so_many_questions_at_most() -> None:
    server = Server()
    ask(together(server), [of(0.5) for _ in range(MOST_TOGETHER + 3)])

    assert sorted(len(body["questions"]) for body in server.bodies) == [3, MOST_TOGETHER]


def test_a_question_that_the_server_refuses_spoils_no_other() -> None:
    server = Server(refuses="Is it so? 0.9")
    answers = ask(together(server), [of(0.1), of(0.9), of(0.4)])

    assert (yes(answers[0]), yes(answers[2])) == (0.1, 0.4)
    assert isinstance(answers[1], Failed)
    assert answers[1].kind == "bad_request"


def test_a_failure_to_send_is_each_questions_failure() -> None:
    class Gone(Server):
        async def send(self, request: Request) -> Response | Failed:
            self.bodies.append({})
            return failed("connection", "gone")

    server = Gone()
    answers = ask(together(server, Layers(patience=Patience(retries=2, base=0.001))), [of(0.1), of(0.9)])

    assert [answer.kind for answer in answers if isinstance(answer, Failed)] == ["connection", "connection"]
    # The first question's tries, and those of the other one, which might have been spoilt by it.
    assert len(server.bodies) <= 6


def test_a_request_is_one_call_whatever_travels_in_it() -> None:
    server, budget = Server(), Budget(calls=2)
    questions = [of(0.1, evidence=(("Actual Output", f"Reply {place % 2}"),)) for place in range(40)]
    answers = ask(together(server, budget=budget), questions)

    assert {yes(answer) for answer in answers} == {0.1}
    assert (len(server.bodies), budget.spent.calls) == (2, 2)


def test_what_no_budget_is_left_for_is_not_sent() -> None:
    server, budget = Server(), Budget(calls=1)
    questions = [of(0.1, evidence=(("Actual Output", f"Reply {place % 2}"),)) for place in range(10)]
    answers = ask(together(server, budget=budget), questions)

    assert sum(isinstance(answer, Reply) for answer in answers) == 5
    assert {answer.kind for answer in answers if isinstance(answer, Failed)} == {"budget"}
    assert len(server.bodies) == 1


def test_a_pace_is_kept_by_requests_and_spoils_no_bundle() -> None:
    server = Server()
    evidence = [(("Actual Output", f"Reply {number}"),) for number in range(4)]
    questions = [of(0.1, evidence=one) for one in evidence for _ in range(20)]
    ask(together(server, Layers(rates=Rates(rpm=3000))), questions)

    assert [len(body["questions"]) for body in server.bodies] == [20] * 4


def test_calls_in_flight_are_requests() -> None:
    server = Server()
    evidence = [(("Actual Output", f"Reply {number}"),) for number in range(6)]
    ask(together(server, Layers(in_flight=2)), [of(0.1, evidence=one) for one in evidence for _ in range(10)])

    assert (len(server.bodies), server.peak) == (6, 2)


def test_what_is_refused_as_too_much_is_tried_again_together() -> None:
    server = Server(busy=1)
    answers = ask(together(server), [of(0.1), of(0.9), of(0.4)])

    assert [yes(answer) for answer in answers] == [0.1, 0.9, 0.4]
    assert [len(body["questions"]) for body in server.bodies] == [3, 3]


def test_one_answer_that_is_no_good_is_asked_for_again_alone() -> None:
    class Forgetful(Server):
        async def send(self, request: Request) -> Response | Failed:
            got = await super().send(request)
            if len(self.bodies) > 1 or isinstance(got, Failed):
                return got
            told = json.loads(got.body)
            told["answers"]["q1"] = {"type": "noul"}
            return replace(got, body=json.dumps(told).encode())

    server = Forgetful()
    answers = ask(together(server, Layers(patience=Patience(base=0.001))), [of(0.1), of(0.9), of(0.4)])

    assert [yes(answer) for answer in answers] == [0.1, 0.9, 0.4]
    assert [len(body["questions"]) for body in server.bodies] == [3, 1]


def test_a_cancelled_question_leaves_the_others_alone_and_the_last_takes_the_request_along() -> None:
    async def some(server: Server, cancelled: Callable[[int], bool]) -> list[object]:
        judge = together(server)
        asking = [asyncio.ensure_future(judge.ask(of(place / 10))) for place in range(3)]
        while not server.bodies:
            await asyncio.sleep(0)
        for place, one in enumerate(asking):
            if cancelled(place):
                one.cancel()
        got = await asyncio.gather(*asking, return_exceptions=True)
        # The turn in which a request notices that it is called off.
        await asyncio.sleep(0)
        return list(got)

    server = Server()
    first = run_sync(some(server, lambda place: place == 1))
    assert isinstance(first[1], asyncio.CancelledError)
    assert isinstance(first[0], Reply)
    assert server.cancelled == 0

    gone = Server()
    assert all(isinstance(one, asyncio.CancelledError) for one in run_sync(some(gone, lambda _: True)))
    assert (len(gone.bodies), gone.cancelled) == (1, 1)


@pytest.mark.parametrize("name", ["openai-decisions", "typesafe"])
def test_asking_together_or_apart_are_the_same_questions(name: str) -> None:
    provider = PROVIDERS[name]
    assert isinstance(provider, Decider)
    questions = [of(0.1), asked("one_of"), replace(of(0.3), key="k3")]
    whole = json.loads(provider.request_all(questions, SETTINGS).body)
    alone = [json.loads(provider.request_all([question], SETTINGS).body) for question in questions]

    def inner(body: dict[str, Any]) -> list[dict[str, Any]]:
        found = body["questions"]
        listed = list(found.values()) if isinstance(found, dict) else found
        return [{key: value for key, value in one.items() if key != "name"} for one in listed]

    assert inner(whole) == [one for body in alone for one in inner(body)]
