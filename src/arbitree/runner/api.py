"""Runs cases in memory: results in the order of the cases or one after the other, nothing written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence, Sized
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple, cast

from arbitree.core.cases import Case, Cases
from arbitree.core.graph import Graph
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.errors import JudgeError, Problem, RecordError
from arbitree.judges.budget import Budget
from arbitree.runner.bench import Bench
from arbitree.runner.keeping import Keeping
from arbitree.runner.many import score_cases
from arbitree.runner.memory import Memory
from arbitree.runner.seats import bound, seated
from arbitree.runner.settings import Settings
from arbitree.runner.source import Placed
from arbitree.runner.streaming import results_streamed


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Who is asked by which rubric, and how."""

    graph: Graph
    models: Mapping[str, object]
    """For each role a judge, or what can be made one."""
    settings: Settings
    allow: Sequence[str] = ()
    """Modules whose functions checks may call."""
    keeping: Keeping | None = None
    """What is remembered; None: nothing."""
    budget: Budget | None = None
    """What may be spent."""


class Collected:
    """Keeps every result by its case's place in the input."""

    def __init__(self) -> None:
        self._results: dict[int, Result] = {}

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Keeps one result."""
        self._results[index] = result

    def in_order(self) -> tuple[Result, ...]:
        """The results in the order of the input."""
        return tuple(self._results[index] for index in sorted(self._results))


async def results_of(asked: Asked, cases: Cases) -> tuple[Result, ...]:
    """The result of each case, in the order of the cases.

    Raises:
        JudgeError: a role has no judge, a judge cannot be used, or the first questions all failed alike.
        GraphError: with every mistake of the graph.
        RecordError: the ledger cannot be used, or a replay lacks replies.
    """
    collected = Collected()
    async with _running(asked, cases) as run:
        assert isinstance(run.cases, Sized)
        placed = enumerate(cast(Cases, run.cases))
        await score_cases(run.plan, placed, run.bench, settings=asked.settings, observers=[collected])
    return collected.in_order()


async def results_in_turn(
    asked: Asked,
    cases: Cases | Iterable[Case] | AsyncIterable[Case],
    *,
    ordered: bool = True,
    ahead: int | None = None,
) -> AsyncGenerator[list[Result], None]:
    """The results as they come, at least one at a time; cases that come one by one are held no longer than needed.

    Args:
        asked: who, and how.
        cases: the cases. A judge that has to see all of them first, as one of recorded answers, has them held.
        ordered: in the order of the cases; else in that of finishing.
        ahead: how many cases may be under way or wait to be taken.

    Raises:
        JudgeError: as for `results_of`, once the results before it were given.
        GraphError: with every mistake of the graph.
        RecordError: the ledger cannot be used, or a replay lacks replies.
    """
    async with _running(asked, cases) as run:
        placed = enumerate(run.cases) if isinstance(run.cases, Iterable) else _placed(run.cases)
        batches = results_streamed(run.plan, placed, run.bench, asked.settings, ordered=ordered, ahead=ahead)
        async with aclosing(batches):
            async for batch in batches:
                yield batch


async def _placed(cases: AsyncIterable[Case]) -> AsyncIterator[Placed]:
    index = 0
    async for case in cases:
        yield index, case
        index += 1


class _Run(NamedTuple):
    """A run that has everything it needs."""

    plan: Plan
    bench: Bench
    cases: Cases | Iterable[Case] | AsyncIterable[Case]


@asynccontextmanager
async def _running(asked: Asked, cases: Cases | Iterable[Case] | AsyncIterable[Case]) -> AsyncIterator[_Run]:
    """A run's judges and ledger for as long as it lasts; at its end it raises what was amiss."""
    settings = asked.settings
    seats = seated(asked.graph, asked.models, allow=asked.allow, concurrency=settings.concurrency)
    if seats.wants_cases:
        cases = held = await _held(cases)
        seats = bound(seats, held)
        if seats.sitting is not None:
            await asyncio.to_thread(seats.sitting.sit, tuple(held), limits=settings.limits)
    memory = None if asked.keeping is None else Memory(asked.keeping, seats.paid)
    unkept: tuple[Problem, ...] = ()
    try:
        bench = Bench(
            seats.judges, layers=settings.asking, budget=asked.budget, memory=memory, schedule=settings.schedule
        )
        yield _Run(seats.plan, bench, cases)
        lacking = () if memory is None else tuple(one for one in memory.problems() if one.level == "error")
    finally:
        unkept = () if memory is None else memory.close()
    if lacking or unkept:
        raise RecordError((*unkept, *lacking))
    if bench.stopped is not None:
        raise JudgeError(bench.stopped)


async def _held(cases: Cases | Iterable[Case] | AsyncIterable[Case]) -> Cases:
    """The cases so that they can be gone through more than once."""
    if isinstance(cases, AsyncIterable):
        return tuple([case async for case in cases])
    return cast(Cases, cases) if isinstance(cases, Sized) else tuple(cases)
