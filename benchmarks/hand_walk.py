"""The order in which a script written by hand asks its questions, for whatever sends them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from benchmarks.job import Job
from benchmarks.works.base import Work
from benchmarks.works.table import WORKS

Ask = Callable[[str, str], Awaitable[Any]]
"""Asks a node about a text; gives back the text of a task, or the verdict."""


def lines_of(job: Job) -> int:
    """How many questions are in flight at most: one for each case in flight, unless all is to be asked ahead."""
    work = WORKS[job.work]()
    return job.concurrency * (len(work.asks) if job.variant == "ahead" else 1)


async def walked(job: Job, askers: Sequence[Ask]) -> list[float | None]:
    """The score of each case. An asker asks one question at a time."""
    work, rows = WORKS[job.work](), job.rows
    scores: list[float | None] = [None] * len(rows)
    waiting = iter(enumerate(rows))

    async def in_turn(ask: Ask) -> None:
        for index, row in waiting:
            scores[index] = work.score(await _in_turn(work, ask, row["actual_output"]))

    async def at_once(pool: Pool) -> None:
        for index, row in waiting:
            verdicts = await _at_once(work, pool.ask, row["actual_output"])
            scores[index] = work.score(_up_to_the_end(verdicts) if work.is_chain else verdicts)

    if work.is_chain and job.variant != "ahead":
        await asyncio.gather(*map(in_turn, askers))
    else:
        pool = Pool(askers)
        await asyncio.gather(*(at_once(pool) for _ in range(job.concurrency)))
    return scores


async def verdicts_of(work: Work, ask: Ask, text: str) -> list[Any]:
    """The verdicts of one case: in turn where one may end the case, else all at once."""
    return await (_in_turn if work.is_chain else _at_once)(work, ask, text)


class Pool:
    """Askers of which each takes the next question as soon as it is free."""

    def __init__(self, askers: Sequence[Ask]) -> None:
        self._free = list(askers)
        self._turns = asyncio.Semaphore(len(askers))

    async def ask(self, node: str, text: str) -> Any:
        """The answer to one question."""
        async with self._turns:
            asker = self._free.pop()
            try:
                return await asker(node, text)
            finally:
                self._free.append(asker)


async def _in_turn(work: Work, ask: Ask, text: str) -> list[Any]:
    """The verdicts of a case, one question at a time, each task when it is first read."""
    texts: dict[str, str] = {"": text}
    verdicts: list[Any] = []
    for node in work.judgements:
        reads = work.asks[node].reads
        if reads not in texts:
            texts[reads] = await ask(reads, text)
        verdicts.append(await ask(node, texts[reads]))
        if work.is_chain and verdicts[-1] is False:
            break
    return verdicts


async def _at_once(work: Work, ask: Ask, text: str) -> list[Any]:
    """The verdicts of a case, every question as soon as its text is there."""
    tasks = {work.asks[node].reads for node in work.judgements} - {""}
    texts = {node: asyncio.ensure_future(ask(node, text)) for node in sorted(tasks)}

    async def verdict(node: str) -> Any:
        reads = work.asks[node].reads
        return await ask(node, await texts[reads] if reads else text)

    return await asyncio.gather(*map(verdict, work.judgements))


def _up_to_the_end(verdicts: list[Any]) -> list[Any]:
    """The verdicts up to the one that ends the case."""
    end = next((place for place, verdict in enumerate(verdicts, 1) if verdict is False), len(verdicts))
    return verdicts[:end]
