"""Scores many cases, some at a time: whatever befalls one case stays with that case."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.errors import Problem
from arbitree.executors.explained import explained
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge
from arbitree.runner.bench import Bench
from arbitree.runner.settings import Settings
from arbitree.runner.source import Placed, Source

if TYPE_CHECKING:
    from arbitree.executors.eager import Eager

OUR_FAULT = "our_fault"
"""The kind of cause of a case that arbitree itself failed on."""


class Observer(Protocol):
    """Is told each result as soon as it is there, in the order of finishing."""

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Takes one result: its case's place in the input, and how long it took."""
        ...


async def score_cases(
    plan: Plan, cases: Iterable[Placed] | Source, bench: Bench, *, settings: Settings, observers: Iterable[Observer]
) -> None:
    """Scores the cases and tells the observers of each.

    Ends early, with cases left over, when the bench says that the run should stop; what is then in flight is given up.
    Where no more cases can be had, what is under way is finished, and the reason raised.

    Args:
        plan: the compiled rubric.
        cases: each with its place in the input; none is taken before somebody is free for it.
        bench: who answers.
        settings: how.
        observers: who is told.
    """
    source = cases if isinstance(cases, Source) else Source(cases)
    watching = tuple(observers)
    workers = [asyncio.create_task(_work(plan, source, bench, settings, watching)) for _ in range(settings.concurrency)]
    stopping = asyncio.create_task(bench.stop.wait())
    try:
        working: set[asyncio.Task[Any]] = set(workers)
        while working and not stopping.done():
            done, working = await asyncio.wait({*working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            working.discard(stopping)
            for worker in done:
                worker.result()
        if bench.eager is not None and not stopping.done():
            await bench.eager.close()
        if source.error is not None:
            raise source.error
    finally:
        stopping.cancel()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        if bench.eager is not None:
            bench.eager.cancel()


async def _work(
    plan: Plan,
    source: Source,
    bench: Bench,
    settings: Settings,
    observers: tuple[Observer, ...],
) -> None:
    while (taken := await source.take()) is not None:
        index, case = taken
        began = time.perf_counter()
        result = await scored(plan, case, bench.judges, settings, bench.eager)
        seconds = time.perf_counter() - began
        for observer in observers:
            observer.add(index, case, result, seconds=seconds)
        if bench.stop.is_set():
            return
        # A judge that answers inline never waits; without this nobody else, not even a Ctrl-C, would get a turn.
        await asyncio.sleep(0)


async def scored(
    plan: Plan, case: Case, judges: Mapping[str, Judge], settings: Settings, eager: Eager | None = None
) -> Result:
    """The result of one case, whatever befalls it.

    Args:
        plan: the compiled rubric.
        case: the case.
        judges: the judge of each role.
        settings: how.
        eager: who asks ahead; None where nobody does.
    """
    try:
        result = await score_case(plan, case, judges, limits=settings.limits, deadline=settings.deadline, eager=eager)
        return await explained(result, plan.graph, judges, settings.explain)
    except Exception as error:
        return failed_by_us(plan, case, settings, error)


def failed_by_us(plan: Plan, case: Case, settings: Settings, error: Exception) -> Result:
    """The result of a case that arbitree itself failed on: undecided, counted apart, and no other case's concern."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    cause = Problem(
        code="J398",
        kind=OUR_FAULT,
        what=f"arbitree itself failed on this case: {type(error).__name__}: {error}",
        where=f"{where.name}, line {where.lineno}" if where else "",
        mend="please report it, with the rubric and this case; every other case is unharmed",
    )
    return undecided(plan, case, settings, cause, error=error)


def undecided(
    plan: Plan, case: Case, settings: Settings, cause: Problem, *, error: BaseException | None = None
) -> Result:
    """The result of a case that could not be scored at all, for a cause outside of its rubric."""
    return Result(
        case=case.id,
        rubric=plan.graph.name,
        status="undecided",
        score=None,
        interval=(0.0, 1.0),
        passed=None,
        threshold=plan.graph.threshold if settings.threshold is None else settings.threshold,
        causes=(cause,),
        exception=error,
    )
