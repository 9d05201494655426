"""Makes all measurements of an evaluation, so many at once: by each metric of each test case, in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from arbitree.evaluate.measuring import Manner, data_of, measured
from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.evaluate.passing import Pass


class Measurements:
    """What each metric comes to on each test case."""

    def __init__(self, metrics: Sequence[Any], given: Sequence[Given], made: Pass, manner: Manner) -> None:
        """Measures nothing yet.

        Args:
            metrics: The metrics, ready to be asked.
            given: The test cases.
            made: Who judges, as far as the metrics are ours.
            manner: How metrics are asked.
        """
        self._metrics, self._given, self._pass, self._manner = metrics, given, made, manner
        self._data: list[list[MetricData | None]] = [[None] * len(metrics) for _ in given]
        self._left = self._in_order()
        self._next_start = 0.0

    async def make(
        self, *, at_once: int, throttle: float, ignore_errors: bool, told: Callable[[int, list[MetricData]], None]
    ) -> list[list[MetricData]]:
        """Measures all there is, and gives back for each test case what each metric came to.

        Whatever befalls one measurement stays with it. Where no question is answered at all, what is left is not
        asked, and says so.

        Args:
            at_once: How many measurements are under way at most.
            throttle: Seconds between the beginnings of two, at least.
            ignore_errors: Whether what a metric or its judge raises stays with the test case.
            told: Is told of each test case that is done, and what its metrics came to.

        Raises:
            BaseException: what a metric raised, without `ignore_errors`.
        """
        workers = [asyncio.create_task(self._work(throttle, ignore_errors, told)) for _ in range(at_once)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return [self._whole(index) for index in range(len(self._given))]

    async def _work(self, throttle: float, ignore_errors: bool, told: Callable[[int, list[MetricData]], None]) -> None:
        for row, column in self._left:
            if self._pass.stopped is not None:
                return
            await self._wait_for_turn(throttle)
            data = await measured(self._metrics[column], self._given[row], self._manner)
            if data.exception is not None and not ignore_errors:
                raise data.exception
            self._data[row][column] = data
            if None not in self._data[row]:
                told(row, self._whole(row))
            # A metric whose judge answers inline never waits; nobody else would get a turn.
            await asyncio.sleep(0)

    def _in_order(self) -> Iterator[tuple[int, int]]:
        for row in range(len(self._given)):
            for column in range(len(self._metrics)):
                yield row, column

    async def _wait_for_turn(self, throttle: float) -> None:
        if throttle:
            now = asyncio.get_running_loop().time()
            start = max(now, self._next_start)
            self._next_start = start + throttle
            await asyncio.sleep(start - now)

    def _whole(self, row: int) -> list[MetricData]:
        """What the metrics came to on a test case; those that were not asked say why."""
        found = zip(self._data[row], self._metrics, strict=True)
        return [self._left_out(metric) if data is None else data for data, metric in found]

    def _left_out(self, metric: Any) -> MetricData:
        stopped = self._pass.stopped
        why = "it was not measured" if stopped is None else str(stopped)
        return data_of(metric, failed=why)
