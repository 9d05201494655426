"""Measures one test case by one metric, whosever it is: what befalls it is written down, and nothing is left on it."""

from __future__ import annotations

import asyncio
import copy
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, cast

from arbitree.core.records import Result
from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.evaluate.passing import Asking, is_ours
from arbitree.judges.threads import Threads
from arbitree.metrics.copying import fresh
from arbitree.metrics.foreign import shown_to

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
        await _measure(metric, shown_to(metric, given.test_case, given.case), manner)
    except Exception as error:
        if manner.skips_missing and type(error).__name__ == "MissingTestCaseParamsError":
            return replace(data_of(metric), skipped=True, success=None, error=None, score=None)
        raise
    return data_of(metric)


async def _measure(metric: Any, test_case: object, manner: Manner) -> None:
    awaited = getattr(metric, "a_measure", None) if manner.run_async else None
    if awaited is not None and not _is_left_open(metric):
        try:
            found = awaited(test_case, **_quiet(awaited))
            if inspect.isawaitable(found):
                await found
            return
        except NotImplementedError:
            if not callable(getattr(metric, "measure", None)):
                raise
    measure = cast("Callable[..., object]", metric.measure)
    raised = await manner.threads.run(lambda: _raised_by(measure, test_case))
    if raised is not None:
        raise raised


def _raised_by(measure: Callable[..., object], test_case: object) -> BaseException | None:
    """What measuring raises; for a thread, where nothing may be raised."""
    try:
        measure(test_case, **_quiet(measure))
    except BaseException as error:
        return error
    return None


def _is_left_open(metric: Any) -> bool:
    """Whether `a_measure` is that of our base class, which only says that there is none."""
    return getattr(getattr(metric.a_measure, "__func__", None), "__module__", "") == "arbitree.metrics.base_metric"


def _quiet(measure: Callable[..., object]) -> dict[str, bool]:
    """What keeps a metric of DeepEval's from drawing a bar of its own."""
    try:
        known = inspect.signature(measure).parameters
    except (TypeError, ValueError):
        return {}
    return {"_show_indicator": False} if "_show_indicator" in known else {}


def data_of(metric: Any, *, error: BaseException | None = None, failed: str | None = None) -> MetricData:
    """What a metric says of itself after it has measured; or that it raised an error, or failed for another reason."""
    score, wrong = _score(metric)
    failed = f"{type(error).__name__}: {error}" if error is not None else failed
    told = failed or _text(metric, "error") or wrong
    skipped = bool(_attribute(metric, "skipped")) and failed is None
    if skipped:
        told = None
    return MetricData(
        name=name_of(metric),
        threshold=_number(metric, "threshold"),
        success=False if told is not None else None if skipped else _success(metric, score),
        score=None if told is not None or skipped else score,
        reason=_text(metric, "reason") if failed is None else None,
        strict_mode=bool(_attribute(metric, "strict_mode")),
        flaky=_attribute(metric, "flaky") is True,
        evaluation_model=_text(metric, "evaluation_model"),
        error=told,
        evaluation_cost=_number(metric, "evaluation_cost"),
        input_tokens=_whole(metric, "input_tokens"),
        output_tokens=_whole(metric, "output_tokens"),
        verbose_logs=_text(metric, "verbose_logs") if _attribute(metric, "verbose_mode") is True else None,
        skipped=skipped,
        exception=error,
    )


def name_of(metric: Any) -> str:
    """How reports call a metric."""
    name = _attribute(metric, "__name__")
    return name if isinstance(name, str) and name else type(metric).__name__


def _attribute(metric: Any, name: str) -> Any:
    """An attribute; None where it is not there, or cannot be had."""
    try:
        return getattr(metric, name, None)
    except Exception:  # a property of foreign code
        return None


def _score(metric: Any) -> tuple[float | None, str | None]:
    """The score, and what is wrong with it."""
    score = _attribute(metric, "score")
    if score is None:
        # A verdict without a score is one; `decide` stops at that.
        is_open = _attribute(metric, "success") is None and not _attribute(metric, "skipped")
        return None, "the metric set no score" if is_open else None
    if isinstance(score, bool) or not isinstance(score, Real) or math.isnan(score):
        return None, f"the metric set the score {score!r}, which is no number"
    return float(score), None


def _success(metric: Any, score: float | None) -> bool | None:
    """Whether the metric is met, as it says itself; else by its threshold."""
    told = _attribute(metric, "is_successful")
    if callable(told):
        try:
            found = told()
        except Exception:  # metrics that were never meant for it
            found = None
        if isinstance(found, bool):
            return found
    threshold = _number(metric, "threshold")
    if threshold is None or score is None:
        found = _attribute(metric, "success")
        return found if isinstance(found, bool) else None
    return score >= threshold


def _number(metric: Any, name: str) -> float | None:
    value = _attribute(metric, name)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def _whole(metric: Any, name: str) -> int | None:
    value = _attribute(metric, name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(metric: Any, name: str) -> str | None:
    value = _attribute(metric, name)
    return None if value is None else str(value)
