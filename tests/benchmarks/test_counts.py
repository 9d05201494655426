"""What scoring costs, by counts that no busy machine changes: judge calls for each work, functions for each call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.records import Failed
from arbitree.executors.score import score_case
from arbitree.judges.http import Limits
from arbitree.judges.loop import run_inline
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.providers.base import Auth, Request, Response, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.rubric import Rubric
from arbitree.testing import run_virtual
from arbitree.wire.load import load_rubric
from arbitree.wire.results import trace_bytes
from benchmarks.answering import Answering
from benchmarks.server import completion
from benchmarks.works.base import CASE
from benchmarks.works.table import WORKS
from tests.counting import calls_in

RETURN_REPLY = WORKS["return-reply"]()
CALLS = {"return-reply": (50, 150), "early-exit": (200, 868), "wide": (6, 120), "deep": (2, 200), "weighted": (2, 348)}
"""For each work, how many cases are scored and how many questions they need, asked one after the other."""

MOST_OF_THE_ENGINE = 160
"""Functions, Python's and C's, from prompt to trace; 140 when this was written."""

MOST_OF_A_LIVE_CALL = 680
"""The same with everything around a model server's judge, the socket apart; 600 when this was written."""


@pytest.mark.parametrize("name", sorted(WORKS))
def test_a_work_asks_what_its_scores_need_and_no_more(name: str) -> None:
    cases, calls = CALLS[name]
    work = WORKS[name]()
    judge = Answering(work)

    results = Rubric.loads(work.rubric).run(work.cases(cases), judge=judge)

    assert {result.status for result in results} == {"scored"}
    assert judge.asked == calls


def functions_for_a_call(run: Callable[[int], object], *, few: int, many: int) -> float:
    """How many functions are called for a judge call of return-reply; what a run takes by itself is left out."""
    run(few)
    return (calls_in(lambda: run(many)) - calls_in(lambda: run(few))) / (many - few) / len(RETURN_REPLY.asks)


def test_the_engine_calls_few_functions_for_a_judge_call() -> None:
    plan = compile_plan(load_rubric(RETURN_REPLY.rubric, source="r.yaml").graph)
    judge = Answering(RETURN_REPLY)

    def run(count: int) -> None:
        for row in RETURN_REPLY.cases(count):
            case = Case(id=row["id"], fields={"actual_output": row["actual_output"]})
            trace_bytes(run_inline(score_case(plan, case, {"judge": judge})))

    assert functions_for_a_call(run, few=10, many=30) <= MOST_OF_THE_ENGINE


class Sender:
    """Stands for the client: answers as the server of the benchmarks does, after a while."""

    limits = Limits()

    def account(self, auth: Auth | None, /) -> str:
        return ""

    async def send(self, request: Request) -> Response | Failed:
        await asyncio.sleep(0.05)
        body = request.body
        found = CASE.search(body)
        assert found is not None
        said = completion(RETURN_REPLY.reply(RETURN_REPLY.node_of(body), int(found[1])))
        return Response(status=200, headers={}, body=said)


def test_a_live_call_calls_few_functions_between_the_engine_and_the_socket() -> None:
    rubric = Rubric.loads(RETURN_REPLY.rubric)
    settings = Settings(model="a-model", base_url="http://127.0.0.1:1/v1")

    def run(count: int) -> None:
        judge = ProviderJudge(PROVIDERS["openai"], settings, http=Sender())
        results = run_virtual(rubric.arun(RETURN_REPLY.cases(count), judge=judge, concurrency=10))
        assert {result.score for result in results} == {1.0}

    assert functions_for_a_call(run, few=20, many=60) <= MOST_OF_A_LIVE_CALL
