"""Metrics of any maker: made to measure a test case, and read for what they set."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from numbers import Real
from typing import Any, cast

from arbitree.judges.threads import Threads


def measures(thing: object) -> bool:
    """Whether an object can measure test cases."""
    ways = (getattr(thing, "measure", None), getattr(thing, "a_measure", None))
    return not isinstance(thing, type) and any(map(callable, ways))


async def measure(metric: Any, test_case: object, *, run_async: bool, threads: Threads) -> None:
    """Lets a metric measure a test case, awaited where it can be and is to be, else in a thread.

    What the metric raises comes out unchanged.
    """
    awaited = getattr(metric, "a_measure", None) if run_async else None
    if awaited is not None and not _is_left_open(metric):
        try:
            found = awaited(test_case, **_quiet(awaited))
            if inspect.isawaitable(found):
                await found
            return
        except NotImplementedError:
            if not callable(getattr(metric, "measure", None)):
                raise
    blocking = cast("Callable[..., object]", metric.measure)
    raised = await threads.run(lambda: _raised_by(blocking, test_case))
    if raised is not None:
        raise raised


def _raised_by(blocking: Callable[..., object], test_case: object) -> BaseException | None:
    """What measuring raises; for a thread, where nothing may be raised."""
    try:
        blocking(test_case, **_quiet(blocking))
    except BaseException as error:
        return error
    return None


def _is_left_open(metric: Any) -> bool:
    """Whether `a_measure` is that of our base class, which only says that there is none."""
    return getattr(getattr(metric.a_measure, "__func__", None), "__module__", "") == "arbitree.metrics.base_metric"


def _quiet(way: Callable[..., object]) -> dict[str, bool]:
    """What keeps a metric of DeepEval's from drawing a bar of its own."""
    try:
        known = inspect.signature(way).parameters
    except (TypeError, ValueError):
        return {}
    return {"_show_indicator": False} if "_show_indicator" in known else {}


def name_of(metric: Any) -> str:
    """How reports call a metric."""
    name = attribute(metric, "__name__")
    return name if isinstance(name, str) and name else type(metric).__name__


def attribute(metric: Any, name: str) -> Any:
    """An attribute; None where it is not there, or cannot be had."""
    try:
        return getattr(metric, name, None)
    except Exception:  # a property of foreign code
        return None


def score_of(metric: Any) -> tuple[float | None, str | None]:
    """The score that a metric set, and what is wrong with it."""
    score = attribute(metric, "score")
    if score is None:
        # A verdict without a score is one; `decide` stops at that.
        is_open = attribute(metric, "success") is None and not attribute(metric, "skipped")
        return None, "the metric set no score" if is_open else None
    if isinstance(score, bool) or not isinstance(score, Real) or math.isnan(score):
        return None, f"the metric set the score {score!r}, which is no number"
    return float(score), None


def number_of(metric: Any, name: str) -> float | None:
    """An attribute that is a number; None where it is none."""
    value = attribute(metric, name)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def whole_of(metric: Any, name: str) -> int | None:
    """An attribute that is a whole number; None where it is none."""
    value = attribute(metric, name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_of(metric: Any, name: str) -> str | None:
    """An attribute as text; None where it is not there."""
    value = attribute(metric, name)
    return None if value is None else str(value)
