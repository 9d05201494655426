"""The work as a script over aiohttp: what somebody writes who needs this one rubric once."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp

from benchmarks.hand_requests import body, said, written
from benchmarks.hand_walk import lines_of, walked
from benchmarks.job import Job
from benchmarks.works.table import WORKS


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    return asyncio.run(_run(job))


async def _run(job: Job) -> list[float | None]:
    url, headers = f"{job.url}/chat/completions", {"content-type": "application/json"}
    asks = WORKS[job.work]().asks
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def ask(node: str, text: str) -> Any:
            async with session.post(url, data=written(body(asks[node], text)), headers=headers) as response:
                response.raise_for_status()
                return said(await response.read())

        return await walked(job, [ask] * lines_of(job))
