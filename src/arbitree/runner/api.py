"""Runs cases in memory: results in the order of the cases, nothing written."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from arbitree.core.cases import Case, Cases
from arbitree.core.graph import Graph
from arbitree.core.records import Result
from arbitree.errors import JudgeError, Problem, RecordError
from arbitree.judges.budget import Budget
from arbitree.runner.bench import Bench
from arbitree.runner.keeping import Keeping
from arbitree.runner.many import score_cases
from arbitree.runner.memory import Memory
from arbitree.runner.seats import bound, seated
from arbitree.runner.settings import Settings


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


async def results_of(
    graph: Graph,
    cases: Cases,
    models: Mapping[str, object],
    settings: Settings,
    *,
    allow: Sequence[str] = (),
    keeping: Keeping | None = None,
    budget: Budget | None = None,
) -> tuple[Result, ...]:
    """The result of each case, in the order of the cases.

    Raises:
        JudgeError: a role has no judge, a judge cannot be used, or the first questions all failed alike.
        GraphError: with every mistake of the graph.
        RecordError: the ledger cannot be used, or a replay lacks replies.
    """
    seats = bound(seated(graph, models, allow=allow, concurrency=settings.concurrency), cases)
    if seats.sitting is not None:
        await asyncio.to_thread(seats.sitting.sit, tuple(cases), limits=settings.limits)
    memory = None if keeping is None else Memory(keeping, seats.paid)
    collected = Collected()
    unkept: tuple[Problem, ...] = ()
    try:
        bench = Bench(seats.judges, layers=settings.asking, budget=budget, memory=memory, schedule=settings.schedule)
        await score_cases(seats.plan, enumerate(cases), bench, settings=settings, observers=[collected])
        lacking = () if memory is None else tuple(one for one in memory.problems() if one.level == "error")
    finally:
        unkept = () if memory is None else memory.close()
    if lacking or unkept:
        raise RecordError((*unkept, *lacking))
    if bench.stopped is not None:
        raise JudgeError(bench.stopped)
    return collected.in_order()
