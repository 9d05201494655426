"""Return-reply as a script over aiohttp: what somebody writes who needs this one graph once."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp

from benchmarks.hand_requests import SCORES, body, said, written
from benchmarks.job import Job


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    return asyncio.run(_run(job))


async def _run(job: Job) -> list[float | None]:
    url, headers = f"{job.url}/chat/completions", {"content-type": "application/json"}
    rows = job.rows
    scores: list[float | None] = [None] * len(rows)
    waiting = iter(enumerate(rows))
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def ask(node: str, text: str) -> dict[str, Any]:
            async with session.post(url, data=written(body(node, text)), headers=headers) as response:
                response.raise_for_status()
                return said(await response.read())

        async def work() -> None:
            for index, row in waiting:
                facts = (await ask("facts", row["actual_output"]))["output"]
                if (await ask("window", facts))["verdict"]:
                    scores[index] = SCORES[(await ask("details", facts))["verdict"]]
                else:
                    scores[index] = 0.0

        await asyncio.gather(*(work() for _ in range(min(job.concurrency, len(rows)))))
    return scores
