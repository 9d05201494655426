"""Results of a rubric as a stream: cases are taken as they are needed, and results given out as they come."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable, Mapping
from typing import TypedDict, Unpack

from arbitree.core.engine import Mode, Schedule
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.records import Result
from arbitree.executors.explained import Explain
from arbitree.judges.budget import Budget
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.stack import Layers
from arbitree.runner.api import Asked, results_in_turn
from arbitree.runner.given import streamed_cases
from arbitree.runner.keeping import Keeping, keeping_from
from arbitree.runner.settings import Settings


class Manner(TypedDict, total=False):
    """How a run is to be made, as `Settings` says."""

    mode: Mode
    threshold: float | None
    tolerance: float | None
    schedule: Schedule
    concurrency: int
    deadline: float | None
    explain: Explain
    layers: Layers | None


class How(Manner, total=False):
    """Who is asked and how: the arguments of `Rubric.run` after the cases."""

    judge: object
    judges: Mapping[str, object] | None
    ledger: str | os.PathLike[str] | Keeping | None
    budget: Budget | None


class Streams:
    """What of a rubric gives results one by one."""

    graph: Graph
    allow: tuple[str, ...]

    def stream(
        self,
        cases: Iterable[object] | AsyncIterable[object] | str | os.PathLike[str],
        *,
        ordered: bool = True,
        ahead: int | None = None,
        **how: Unpack[How],
    ) -> Generator[Result, None, None]:
        """The results one by one, of as many cases as there are: neither cases nor results are held.

        What is iterated over is asked for its next case when somebody is free for it. Whoever takes results slowly, or
        no longer, holds the run back; to close the generator ends it.

        Args:
            cases: As for `run`; a generator or an async generator too, which may never end.
            ordered: In the order of the cases; else each as soon as it is there.
            ahead: How many cases may be under way or wait to be taken; 50 times the concurrency by default.
            how: The other arguments of `run`.

        Raises:
            CaseError: What comes is no case, or has the id of one before it.
            JudgeError: A judge cannot be used or is missing; or the first five questions all failed alike.
            UsageError: A setting makes no sense.
        """
        batches = self._batches(cases, ordered=ordered, ahead=ahead, **how)
        try:
            # A turn of another thread costs more than many results: as many are fetched at a time as are there.
            while batch := run_sync(anext(batches, None)):
                yield from batch
        finally:
            run_sync(batches.aclose())

    async def astream(
        self,
        cases: Iterable[object] | AsyncIterable[object] | str | os.PathLike[str],
        *,
        ordered: bool = True,
        ahead: int | None = None,
        **how: Unpack[How],
    ) -> AsyncGenerator[Result, None]:
        """What `stream` gives, in the caller's own event loop."""
        batches = self._batches(cases, ordered=ordered, ahead=ahead, **how)
        try:
            async for batch in batches:
                for result in batch:
                    yield result
        finally:
            await batches.aclose()

    def _batches(
        self,
        cases: Iterable[object] | AsyncIterable[object] | str | os.PathLike[str],
        *,
        ordered: bool,
        ahead: int | None,
        **how: Unpack[How],
    ) -> AsyncGenerator[list[Result], None]:
        return results_in_turn(self._asked(**how), streamed_cases(cases), ordered=ordered, ahead=ahead)

    def _asked(
        self,
        *,
        judge: object = None,
        judges: Mapping[str, object] | None = None,
        ledger: str | os.PathLike[str] | Keeping | None = None,
        budget: Budget | None = None,
        **manner: Unpack[Manner],
    ) -> Asked:
        """Who is asked, and how.

        Raises:
            JudgeError: A text names no judge.
            UsageError: A setting makes no sense.
        """
        given = {**({} if judge is None else {DEFAULT_ROLE: judge}), **(judges or {})}
        return Asked(
            graph=self.graph,
            models={role: judge_from(one) if isinstance(one, str) else one for role, one in given.items()},
            settings=Settings(**manner),
            allow=self.allow,
            keeping=None if ledger is None else keeping_from(ledger),
            budget=budget,
        )
