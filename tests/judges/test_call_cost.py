"""What a live call costs, in things that can be counted: tasks, functions, connections."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from arbitree.judges.http import Http
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.providers.base import Request, Response, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.rubric import Rubric
from arbitree.testing.server import LoopbackServer
from tests.counting import calls_in

RUBRIC = Rubric.loads(
    """
arbitree: 1
nodes:
  facts: {task: List what the reply says of returns., shows: [actual_output]}
  window: {ask: Does it give a window?, shows: [actual_output], reads: [facts], yes: 10, no: 0}
"""
)
CASES, AT_ONCE = 60, 10

MOST_TO_SEND = 150
"""Functions that a request calls from its bytes to its response's, asyncio's among them; 128 when this was written."""


def tasks_made(url: str, ledger: Path | None) -> int:
    """How many tasks a run of the cases makes."""
    made = 0

    def factory(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
        nonlocal made
        made += 1
        return asyncio.Task(work, loop=loop, **more)

    async def run() -> None:
        asyncio.get_running_loop().set_task_factory(factory)
        judge = ProviderJudge(PROVIDERS["server"], Settings(model="m", base_url=url))
        cases = [{"id": f"c{number}", "actual_output": f"Reply {number}."} for number in range(CASES)]
        results = await RUBRIC.arun(cases, judge=judge, concurrency=AT_ONCE, ledger=ledger)
        assert all(result.status == "scored" for result in results)

    asyncio.run(run())
    return made


@pytest.mark.loopback
@pytest.mark.parametrize("has_ledger", [False, True], ids=["without a ledger", "with a ledger"])
def test_a_call_makes_one_task(tmp_path: Path, has_ledger: bool) -> None:
    ledger = tmp_path / "ledger.sqlite" if has_ledger else None
    with LoopbackServer({"List what": "30 days", "Does it": True}) as server:
        made = tasks_made(server.url, ledger)

    assert server.counts.requests == 2 * CASES
    assert made <= server.counts.requests + AT_ONCE + 5


@pytest.mark.loopback
def test_a_request_calls_few_functions_and_needs_one_connection() -> None:
    async def send(url: str, count: int) -> None:
        http = Http()
        for _ in range(count):
            assert isinstance(await http.send(Request(url=f"{url}/chat/completions", body=b"{}")), Response)

    def functions(count: int) -> int:
        return calls_in(lambda: asyncio.run(send(server.url, count)))

    with LoopbackServer() as server:
        functions(1)
        few, many = functions(10), functions(110)

    assert (many - few) / 100 <= MOST_TO_SEND
    assert server.counts.connections == 3
