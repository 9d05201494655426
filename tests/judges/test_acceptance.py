"""What the list of acceptance asks of judges, on whole cases: reuse, running loops, kept clients, failures, limits."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Result
from arbitree.executors.score import score_case
from arbitree.judges.adapt import adapt
from arbitree.judges.base import Judge
from arbitree.judges.layers import limited, once
from arbitree.judges.loop import run_sync
from arbitree.testing import ScriptedJudge
from tests.judges.graphs import PARCEL

PLAN = compile_plan(PARCEL, style="plain")


def case(number: int) -> Case:
    return Case(id=str(number), fields={"actual_output": f"Order A{number} shipped."})


def reply_to(prompt: str) -> str:
    """What a good judge replies to the questions of PARCEL; its reasons name the order."""
    ids = re.findall(r"A\d+", prompt)
    if "'output'" in prompt:
        return f'{{"output": "{ids[0]}"}}'
    verdict = '"shipped"' if "'verdict' [" in prompt else "true"
    return f'{{"verdict": {verdict}, "reason": "about {ids[0]}"}}'


class AsyncClient:
    """Like the async clients of providers: what it opens belongs to the loop of its first call."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.calls = 0

    async def complete(self, prompt: str) -> str:
        loop = asyncio.get_running_loop()
        if self.loop is None:
            self.loop = loop
            self.connection = asyncio.Lock()
        if self.loop is not loop or loop.is_closed():
            raise RuntimeError("Event loop is closed")
        async with self.connection:
            await asyncio.sleep(0)
            self.calls += 1
        return reply_to(prompt)


class ClientJudge:
    """A judge that keeps one client, as on the reference's page."""

    def __init__(self) -> None:
        self.client = AsyncClient()

    async def a_generate(self, prompt: str) -> str:
        return await self.client.complete(prompt)


def score(judge: Judge, number: int) -> Result:
    return run_sync(score_case(PLAN, case(number), {"judge": judge}))


def is_about(result: Result, number: int) -> bool:
    return set(re.findall(r"A\d+", str(result))) == {f"A{number}"}


def test_acceptance_16_one_judge_serves_fifty_overlapping_runs() -> None:
    judge = adapt(ClientJudge())

    async def overlapping() -> list[Result]:
        return await asyncio.gather(*(score_case(PLAN, case(n), {"judge": judge}) for n in range(50)))

    results = run_sync(overlapping())
    assert all(result.score == 1.0 and is_about(result, n) for n, result in enumerate(results))


@pytest.mark.parametrize("make", [ClientJudge, lambda: reply_to])
def test_acceptance_16_one_judge_serves_fifty_runs_in_eight_threads(make: object) -> None:
    judge = adapt(make())  # type: ignore[operator]
    layered = once(limited(judge, in_flight=4))
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda number: score(layered, number), range(50)))
    assert all(result.score == 1.0 and is_about(result, n) for n, result in enumerate(results))


def test_acceptance_17_a_judge_with_one_kept_client_serves_call_after_call() -> None:
    judge = ClientJudge()
    model = adapt(judge)
    assert [score(model, number).score for number in range(3)] == [1.0, 1.0, 1.0]

    async def notebook() -> list[float | None]:
        return [score(model, number).score for number in range(3, 6)]

    assert asyncio.run(notebook()) == [1.0, 1.0, 1.0]
    assert judge.client.calls == 18


def test_a_judge_that_scores_with_another_judge_does_not_wait_for_itself() -> None:
    inner = adapt(ClientJudge())

    def by_another(prompt: str) -> str:
        assert score(inner, 1).score == 1.0
        return reply_to(prompt)

    async def by_another_in_the_loop(prompt: str) -> str:
        return by_another(prompt)

    inline_inner = ScriptedJudge({"find": "A1", "has_id": True, "status": "shipped"}, waits=2)

    async def by_a_scripted_one(prompt: str) -> str:
        assert score(inline_inner, 1).score == 1.0
        return reply_to(prompt)

    assert score(adapt(by_another), 1).score == 1.0
    assert score(adapt(by_a_scripted_one), 1).score == 1.0
    # The inner judge's client belongs to the first kept loop, which waits for this very call: a failure, and no hang.
    assert score(adapt(by_another_in_the_loop), 1).status == "undecided"


PARTS = Graph(
    nodes=(
        Weigh(name="all", parts=tuple(Part(node=f"p{n}") for n in range(200))),
        *(Ask(name=f"p{n}", criteria=f"Is it {n}?", shows=("actual_output",)) for n in range(200)),
    )
)


def test_acceptance_21_two_hundred_parts_keep_to_a_limit_of_eight() -> None:
    judge = ScriptedJudge({f"p{n}": True for n in range(200)}, waits=5)
    plan = compile_plan(PARTS, style="plain")
    result = run_sync(score_case(plan, case(1), {"judge": limited(judge, in_flight=8)}))
    assert result.score == 1.0
    assert judge.in_flight_peak == 8


def test_acceptance_21_a_deadline_passes_though_a_blocking_judge_does_not_come_back() -> None:
    returned = threading.Event()
    calls: list[str] = []

    def judge(prompt: str) -> str:
        calls.append(prompt)
        returned.wait(20)
        return "yes"

    plan = compile_plan(PARTS, style="plain")
    model = limited(adapt(judge, concurrency=2), in_flight=2)
    result = run_sync(score_case(plan, case(1), {"judge": model}, deadline=1.0))
    begun = len(calls)
    returned.set()
    assert {cause.kind for cause in result.causes} == {"timeout"}
    assert begun == len(calls) == 2


@pytest.mark.parametrize("is_async", [True, False])
def test_acceptance_20_an_error_of_the_judges_own_is_recorded_on_the_case_after_one_call(is_async: bool) -> None:
    calls: list[str] = []
    error = TypeError("unsupported operand")

    def judge(prompt: str) -> str:
        calls.append(prompt)
        raise error

    async def a_judge(prompt: str) -> str:
        return judge(prompt)

    result = score(adapt(a_judge if is_async else judge), 1)
    assert result.exception is error
    assert result.causes[0].kind == "judge_error"
    assert "TypeError: unsupported operand" in result.error
    assert len(calls) == 1
