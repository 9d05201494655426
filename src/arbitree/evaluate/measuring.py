"""Measures one test case by one metric, whosever it is: what befalls it is written down, and nothing is left on it."""

from __future__ import annotations

import asyncio
import copy
from dataclasses import dataclass, field, replace
from typing import Any, cast

from arbitree.core.records import Result
from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.evaluate.passing import Asking, is_ours
from arbitree.judges.threads import Threads
from arbitree.runner.copying import fresh
from arbitree.runner.foreign import attribute, measure, name_of, number_of, score_of, text_of, whole_of
from arbitree.runner.shown import shown_to

_LACKING = frozenset({"missing_field", "empty_field", "blank_field"})


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How metrics are asked to measure."""

    run_async: bool = True
    skips_missing: bool = False
    """Whether a metric that lacks a field of a test case is left out there."""
    verbose: bool | None = None
    """Whether metrics print their steps; None: as each says."""
    threads: Threads = field(default_factory=lambda: Threads(20))
    """Where metrics measure that block."""


async def measured(metric: Any, given: Given, manner: Manner) -> MetricData:
    """What a metric comes to on a test case. Raises nothing but cancellation."""
    try:
        # What one of ours comes to is a record, and is set on the copy as a whole.
        copied = copy.copy(metric) if is_ours(metric) else fresh(metric)
        if manner.verbose is not None:
            copied.verbose_mode = manner.verbose
        way = _by_result if is_ours(metric) else _by_attributes
        return await way(copied, given, manner)
    except (Exception, SystemExit, asyncio.CancelledError) as error:
        task = asyncio.current_task()
        if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
            raise
        return data_of(metric, error=error)


async def _by_result(metric: Any, given: Given, manner: Manner) -> MetricData:
    # As it was given: a metric of conversations refuses what is none.
    found: Result = await cast(Asking, metric).arun(given.test_case)
    result = replace(found, case=given.case.id)
    metric.keep(result)
    data = data_of(metric, error=result.exception)
    if result.status == "undecided":
        kinds = {cause.kind for cause in result.causes}
        if manner.skips_missing and kinds and kinds <= _LACKING:
            data = replace(data, skipped=True, success=None, error=None)
        else:
            data = replace(data, error=result.error or data.error)
    return replace(data, result=result)


async def _by_attributes(metric: Any, given: Given, manner: Manner) -> MetricData:
    try:
        shown = shown_to(metric, given.test_case, given.case)
        await measure(metric, shown, run_async=manner.run_async, threads=manner.threads)
    except Exception as error:
        if manner.skips_missing and type(error).__name__ == "MissingTestCaseParamsError":
            return replace(data_of(metric), skipped=True, success=None, error=None, score=None)
        raise
    return data_of(metric)


def data_of(metric: Any, *, error: BaseException | None = None, failed: str | None = None) -> MetricData:
    """What a metric says of itself after it has measured; or that it raised an error, or failed for another reason."""
    score, wrong = score_of(metric)
    failed = f"{type(error).__name__}: {error}" if error is not None else failed
    told = failed or text_of(metric, "error") or wrong
    skipped = bool(attribute(metric, "skipped")) and failed is None
    if skipped:
        told = None
    return MetricData(
        name=name_of(metric),
        threshold=number_of(metric, "threshold"),
        success=False if told is not None else None if skipped else _success(metric, score),
        score=None if told is not None or skipped else score,
        reason=text_of(metric, "reason") if failed is None else None,
        strict_mode=bool(attribute(metric, "strict_mode")),
        flaky=attribute(metric, "flaky") is True,
        evaluation_model=text_of(metric, "evaluation_model"),
        error=told,
        evaluation_cost=number_of(metric, "evaluation_cost"),
        input_tokens=whole_of(metric, "input_tokens"),
        output_tokens=whole_of(metric, "output_tokens"),
        verbose_logs=text_of(metric, "verbose_logs") if attribute(metric, "verbose_mode") is True else None,
        skipped=skipped,
        exception=error,
    )


def _success(metric: Any, score: float | None) -> bool | None:
    """Whether the metric is met, as it says itself; else by its threshold."""
    told = attribute(metric, "is_successful")
    if callable(told):
        try:
            found = told()
        except Exception:  # metrics that were never meant for it
            found = None
        if isinstance(found, bool):
            return found
    threshold = number_of(metric, "threshold")
    if threshold is None or score is None:
        found = attribute(metric, "success")
        return found if isinstance(found, bool) else None
    return score >= threshold
