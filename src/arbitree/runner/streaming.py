"""Results as they come, or in the order of their cases, each handed over as soon as it may be and then forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Iterable

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.runner.bench import Bench
from arbitree.runner.many import score_cases
from arbitree.runner.settings import Settings
from arbitree.runner.source import Lead, Placed, Source

AHEAD_PER_CASE_IN_FLIGHT = 50
"""How many cases may be under way or wait to be handed over, for each that may be in flight. A case that takes fifty
times as long as the others then still holds up none of them."""


class Handing:
    """Takes results in, in the order of finishing, and gives out those whose turn it is."""

    def __init__(self, *, ordered: bool) -> None:
        self._ordered = ordered
        self._waiting: dict[int, Result] = {}
        self._next = 0
        self._came = asyncio.Event()

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Takes one result in."""
        self._waiting[index] = result
        if not self._ordered or index == self._next:
            self._came.set()

    def end(self) -> None:
        """Wakes up whoever waits: no more results come."""
        self._came.set()

    async def wait(self) -> None:
        """Waits until there is something to be given out, or the end."""
        await self._came.wait()
        self._came.clear()

    def due(self) -> list[Result]:
        """The results whose turn it is."""
        if not self._ordered:
            found = list(self._waiting.values())
            self._waiting.clear()
            return found
        found = []
        while self._next in self._waiting:
            found.append(self._waiting.pop(self._next))
            self._next += 1
        return found

    def rest(self) -> list[Result]:
        """What is left at the end: of a run that was stopped, those that come after a case without a result."""
        return [self._waiting[index] for index in sorted(self._waiting)]


async def results_streamed(
    plan: Plan,
    cases: Iterable[Placed] | AsyncIterable[Placed],
    bench: Bench,
    settings: Settings,
    *,
    ordered: bool,
    ahead: int | None = None,
) -> AsyncGenerator[list[Result], None]:
    """The results, as many at a time as are there: at least one.

    Args:
        plan: the compiled rubric.
        cases: each with its place in the input, from 0 and without gaps.
        bench: who answers.
        settings: how.
        ordered: in the order of the cases; else in the order of finishing.
        ahead: how many cases may be under way or wait to be handed over.
    """
    lead = Lead(ahead or AHEAD_PER_CASE_IN_FLIGHT * settings.concurrency)
    handing = Handing(ordered=ordered)
    source = Source(cases, lead=lead)
    run = asyncio.create_task(score_cases(plan, source, bench, settings=settings, observers=[handing]))
    run.add_done_callback(lambda _: handing.end())
    try:
        while not run.done():
            await handing.wait()
            if found := handing.due():
                yield found
                # Only when more is wanted: what was given out last may still be in somebody's hands.
                lead.hand(len(found))
        if found := [*handing.due(), *handing.rest()]:
            yield found
        await run
    finally:
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
