"""How an evaluation is made, shown and remembered, under the reference's names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from arbitree.errors import Problem, UsageError


class TestRunResultDisplay(Enum):
    """Which test cases a report shows."""

    __test__ = False

    ALL = "all"
    FAILING = "failing"
    """Those that failed or are undecided."""
    PASSING = "passing"


@dataclass(frozen=True)
class AsyncConfig:
    """How much is done at once.

    Raises:
        UsageError: with every setting that makes no sense.
    """

    run_async: bool = True
    """Whether metrics are awaited. Else one measures after the other, each by its `measure`, in a thread."""
    throttle_value: float = 0
    """Seconds between the beginnings of two measurements, at least."""
    max_concurrent: int = 20
    """How many measurements, and how many questions to all judges together, are under way at most."""

    def __post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise UsageError(problems)


@dataclass(frozen=True)
class DisplayConfig:
    """What is printed, and kept."""

    show_indicator: bool = True
    """Whether it is told how far the evaluation has come, on standard error."""
    print_results: bool = True
    """Whether the report is printed, on standard output."""
    verbose_mode: bool | None = None
    """Whether each metric prints its steps; None: as the metric says."""
    display_option: TestRunResultDisplay = TestRunResultDisplay.ALL
    """Which test cases the report shows; the counts are always of all."""
    results_folder: str | None = None
    """Where the results are written, as `test_run.json`; None: nowhere."""


@dataclass(frozen=True)
class CacheConfig:
    """Whether replies are remembered from evaluation to evaluation. `evaluate(ledger=...)` says more, and where."""

    write_cache: bool = True
    """Whether replies are kept; with `use_cache` only."""
    use_cache: bool = False
    """Whether the ledger `.arbitree/ledger.sqlite` is used."""


@dataclass(frozen=True)
class ErrorConfig:
    """What becomes of metrics that fail, and of fields that lack."""

    ignore_errors: bool = True
    """Whether an exception of a metric or judge stays with its test case. Else the first one ends the evaluation."""
    skip_on_missing_params: bool = False
    """Whether a metric that lacks a field of a test case is left out there. Else it is undecided, and fails."""


def _problems(config: AsyncConfig) -> Iterator[Problem]:
    at_once, throttle = config.max_concurrent, config.throttle_value
    if not isinstance(at_once, int) or isinstance(at_once, bool) or at_once < 1:
        what = f"'max_concurrent' must be at least 1; {at_once!r} lets no question through"
        where = "AsyncConfig(max_concurrent=...)"
        yield Problem(code="X141", what=what, where=where, mend="write a whole number from 1")
    if not isinstance(throttle, (int, float)) or isinstance(throttle, bool) or not throttle >= 0:
        what = f"'throttle_value' must be at least 0; it is {throttle!r}"
        yield Problem(
            code="X141", what=what, where="AsyncConfig(throttle_value=...)", mend="write seconds, such as 0.5"
        )
