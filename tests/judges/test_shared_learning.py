"""What a server and model do not take is learnt once in a process, whichever judge asks them."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest

from arbitree.core.records import Answer, Failed, Reply
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget
from arbitree.judges.http import Limits
from arbitree.judges.loop import run_sync
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.judges.stack import stack
from arbitree.providers.base import Auth, Request, Response, Settings
from arbitree.providers.table import PROVIDERS
from tests.providers.questions import asked

GOOD = {
    "choices": [{"message": {"content": '{"reason": "r", "verdict": true}'}, "finish_reason": "stop"}],
    "model": "m",
}


class Server:
    """Refuses fields, and tells no log-probabilities."""

    limits = Limits()

    def __init__(self, *refuses: str) -> None:
        self.bodies: list[dict[str, object]] = []
        self._refuses = refuses

    def account(self, _auth: Auth | None) -> str:
        return ""

    async def send(self, request: Request) -> Response | Failed:
        body = json.loads(request.body)
        self.bodies.append(body)
        await asyncio.sleep(0.001)
        for field in self._refuses:
            if field in body:
                told = {"error": {"message": f"'{field}' is not supported with this model"}}
                return Response(status=400, headers={}, body=json.dumps(told).encode())
        return Response(status=200, headers={}, body=json.dumps(GOOD).encode())


def judge_of(server: Server, **more: object) -> ProviderJudge:
    settings = Settings(**{"model": "m", "base_url": "http://fields.invalid/v1", **more})  # type: ignore[arg-type]
    return ProviderJudge(PROVIDERS["server"], settings, http=server)


def ask(judge: Judge, count: int = 1) -> list[Answer]:
    async def all_() -> list[Answer]:
        return list(await asyncio.gather(*(judge.ask(asked(key=f"k{number}")) for number in range(count))))

    return run_sync(all_())


def test_a_refusal_is_learnt_once_by_two_judges_of_one_server_and_model() -> None:
    server = Server("temperature", "seed")
    first, second = judge_of(server, seed=1), judge_of(server, seed=2)
    answers = [*ask(first), *ask(second), *ask(second)]

    assert all(isinstance(answer, Reply) for answer in answers)
    assert len(server.bodies) == 3 + 1 + 1
    assert first.used["seed"] == second.used["seed"]
    assert second.used["seed"].startswith("refused: 400")


def test_two_judges_that_begin_at_once_send_one_question_ahead() -> None:
    server = Server("temperature")
    judges = [judge_of(server), judge_of(server)]

    async def both() -> None:
        await asyncio.gather(*(judge.ask(asked(key=str(number))) for number in range(10) for judge in judges))

    run_sync(both())

    assert sum("temperature" in body for body in server.bodies) == 1
    assert len(server.bodies) == 21


def test_another_model_is_asked_for_itself() -> None:
    server = Server("temperature")
    ask(judge_of(server))
    ask(judge_of(server, model="other"))

    assert ["temperature" in body for body in server.bodies] == [True, False, True, False]


def test_log_probabilities_are_probed_once_for_both() -> None:
    server = Server()
    first, second = judge_of(server), judge_of(server)
    for judge in (first, second, first, second, first):
        ask(judge)

    assert ["logprobs" in body for body in server.bodies] == [True, True, True, False, False]
    assert second.used["logprobs"] == "asked for, and silently left out"


def test_a_judge_that_was_not_asked_tells_nothing() -> None:
    server = Server("temperature")
    ask(judge_of(server))

    assert judge_of(server).used == {}


def test_what_one_asked_for_in_so_many_words_is_said_to_be_left_out_though_another_found_it_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = Server("temperature")
    ask(judge_of(server))
    with caplog.at_level(logging.INFO, "arbitree.judges"):
        ask(judge_of(server, temperature=0.3))

    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_requests_that_are_sent_once_more_are_paid_for() -> None:
    server, budget = Server("temperature", "logprobs"), Budget(calls=10)
    ask(stack(judge_of(server), budget=budget))

    assert budget.spent.calls == len(server.bodies) == 3
