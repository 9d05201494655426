"""`assert_test`: one test case, several metrics, and an AssertionError that says of each that failed how and why."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any

from arbitree.evaluate.configs import AsyncConfig, DisplayConfig
from arbitree.evaluate.outcomes import MetricData, TestResult
from arbitree.evaluate.running import evaluate
from arbitree.evaluate.told import told
from arbitree.judges.budget import Budget
from arbitree.runner.keeping import Keeping


def assert_test(
    test_case: Any,
    metrics: Sequence[Any],
    *,
    run_async: bool = True,
    ledger: str | os.PathLike[str] | Keeping | None = None,
    budget: Budget | None = None,
) -> None:
    """Passes if a test case meets every metric. What a flaky metric or test case fails is only warned of.

    Args:
        test_case: The test case.
        metrics: The metrics.
        run_async: Whether metrics are awaited. Else one measures after the other, by its `measure`.
        ledger: Where replies are remembered.
        budget: What may be spent.

    Raises:
        AssertionError: A metric is failed or undecided; names each with score, threshold, path and reason.
        ArbitreeError: As `evaluate` raises it.
    """
    __tracebackhide__ = True
    [found] = evaluate(
        [test_case],
        metrics,
        async_config=AsyncConfig(run_async=run_async, max_concurrent=100),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        ledger=ledger,
        budget=budget,
    ).test_results
    failed = [data for data in found.metrics_data if data.success is False]
    if not failed:
        return
    text = failure(found, failed)
    if found.success is not False or getattr(test_case, "flaky", False) is True:
        warnings.warn(f"flaky, so no assertion is raised: {text}", stacklevel=2)
        return
    raise AssertionError(text)


def failure(found: TestResult, failed: Sequence[MetricData]) -> str:
    """What is said of a test case that failed."""
    head = f'{len(failed)} of {len(found.metrics_data)} metrics failed on "{found.name}"'
    return "\n".join([head, *(told(data) for data in failed)])
