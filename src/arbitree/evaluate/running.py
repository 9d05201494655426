"""`evaluate`: several metrics over many test cases in one pass, whose questions they share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from arbitree.core.records import Result
from arbitree.core.visible import visible
from arbitree.errors import Problem, RecordError
from arbitree.evaluate.checking import check_configs
from arbitree.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig, TestRunResultDisplay
from arbitree.evaluate.export import results_json
from arbitree.evaluate.measurements import Measurements
from arbitree.evaluate.measuring import Manner
from arbitree.evaluate.outcomes import EvaluationResult, Given, MetricData, result_of_test_case
from arbitree.evaluate.passing import Pass
from arbitree.evaluate.report import report_page
from arbitree.evaluate.taking import given_of, keeping_of, require_metrics
from arbitree.judges.budget import Budget
from arbitree.judges.loop import run_sync
from arbitree.judges.threads import Threads
from arbitree.reports.printing import Out
from arbitree.reports.progress import Pace, Progress, progress_on
from arbitree.runner.keeping import Keeping

RESULTS = "test_run.json"
"""The file in a results folder."""


def evaluate(
    test_cases: Iterable[Any],
    metrics: Iterable[Any],
    *,
    hyperparameters: dict[str, Any] | None = None,
    identifier: str | None = None,
    async_config: AsyncConfig | None = None,
    display_config: DisplayConfig | None = None,
    cache_config: CacheConfig | None = None,
    error_config: ErrorConfig | None = None,
    ledger: str | os.PathLike[str] | Keeping | None = None,
    budget: Budget | None = None,
) -> EvaluationResult:
    """What each metric comes to on each test case, printed as a report too. The metrics themselves stay as they were.

    Metrics are ours, objects with `measure` or `a_measure` of any other maker, and rubrics that have a judge. Equal
    questions of several metrics to one judge are asked once. What befalls one measurement is written down there, and
    keeps nothing else from being measured.

    Args:
        test_cases: LLMTestCase and ConversationalTestCase objects (ours or DeepEval's), mappings of fields, `Case`s.
        metrics: The metrics.
        hyperparameters: What the evaluated system was made with; kept beside the results in `results_folder`.
        identifier: What the evaluation is called.
        async_config: How much is done at once.
        display_config: What is printed, and kept.
        cache_config: Whether replies are remembered.
        error_config: What becomes of metrics that fail.
        ledger: Where replies are remembered, for all metrics; or how, as a `Keeping`.
        budget: What may be spent, by all judges together.

    Raises:
        CaseError: Something in `test_cases` is no test case; all that is wrong is named.
        JudgeError: A question of a metric has nobody to answer it.
        RecordError: The ledger cannot be used, or a judge cannot be remembered.
        UsageError: A metric cannot measure, or a setting makes no sense.
    """
    asking = AsyncConfig() if async_config is None else async_config
    display = DisplayConfig() if display_config is None else display_config
    cache = CacheConfig() if cache_config is None else cache_config
    errors = ErrorConfig() if error_config is None else error_config
    check_configs(asking, display, cache, errors, budget=budget, identifier=identifier, hyperparameters=hyperparameters)
    given = given_of(test_cases)
    metrics = require_metrics(metrics)
    keeping = keeping_of(ledger, cache)
    made = Pass(keeping=keeping, budget=budget, at_once=asking.max_concurrent, run_async=asking.run_async)
    data, problems = run_sync(_measured(given, metrics, made, asking, display, errors))
    results = [result_of_test_case(one, found) for one, found in zip(given, data, strict=True)]
    found = EvaluationResult(test_results=results, spent=made.spent)
    if display.results_folder is not None:
        text = results_json(found, identifier=identifier, hyperparameters=hyperparameters)
        _write(Path(display.results_folder) / RESULTS, text)
    if display.print_results:
        shown = TestRunResultDisplay(getattr(display.display_option, "value", display.display_option))
        Out(sys.stdout).page(report_page(found, display=shown, title=identifier or ""))
    _say(problems, made)
    return found


def _write(path: Path, text: str) -> None:
    """Writes the results; where that fails it is said, for they are given back all the same."""
    try:
        path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        Out(sys.stderr).line(visible(f"the results could not be written to {path}: {error.strerror or error}"))


async def _measured(
    given: Sequence[Given],
    metrics: Sequence[Any],
    made: Pass,
    asking: AsyncConfig,
    display: DisplayConfig,
    errors: ErrorConfig,
) -> tuple[list[list[MetricData]], tuple[Problem, ...]]:
    """What each metric comes to on each test case, and what is to be said of the ledger."""
    problems: tuple[Problem, ...] = ()
    try:
        manner = Manner(
            run_async=asking.run_async,
            skips_missing=errors.skip_on_missing_params,
            verbose=display.verbose_mode,
            threads=Threads(asking.max_concurrent, name="arbitree-metric"),
        )
        measurements = Measurements(made.ready(metrics), given, made, manner)
        pace = Pace(len(given), lambda: made.spent.calls)
        progress = progress_on(Out(sys.stderr), pace, quiet=not display.show_indicator)
        try:
            data = await measurements.make(
                at_once=asking.max_concurrent if asking.run_async else 1,
                throttle=asking.throttle_value,
                ignore_errors=errors.ignore_errors,
                told=lambda row, found: _tell(progress, given[row], found),
            )
        finally:
            progress.close()
    finally:
        problems = made.close()
    return data, problems


def _tell(progress: Progress, given: Given, found: Sequence[MetricData]) -> None:
    """Tells how far the evaluation has come."""
    result = Result(
        case=given.case.id,
        rubric="",
        status="undecided" if any(data.error is not None for data in found) else "scored",
        score=None,
        interval=None,
        passed=None,
        threshold=0.0,
    )
    progress.add(given.index, given.case, result, seconds=0.0)


def _say(problems: Iterable[Problem], made: Pass) -> None:
    """Says on standard error what was amiss; raises what makes the results less than they should be."""
    stopped = made.stopped
    for problem in (*problems, *(() if stopped is None else (stopped,))):
        if problem.level == "warning" or problem is stopped:
            Out(sys.stderr).line(visible(problem.render()))
    errors = [problem for problem in problems if problem.level == "error"]
    if errors:
        raise RecordError(errors)
