"""The report of an evaluation: what each metric came to on each test case, what that comes to, and what it took."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from arbitree.evaluate.configs import TestRunResultDisplay
from arbitree.evaluate.outcomes import EvaluationResult, MetricData, Standing, TestResult
from arbitree.reports.page import Cell, Grid, Heading, Lines, Page, Pairs, Part, Tone
from arbitree.reports.spending import judges_part
from arbitree.reports.summary import calls_texts, cost_text
from arbitree.reports.words import counted, interval_text, one_line, percent, score_text
from arbitree.stats.intervals import wilson

MOST_ROWS = 60
"""How many test cases are shown at most; those that did not pass come first where there are more."""

_CONFIDENCE = 0.95

_WORDS: dict[Standing, tuple[str, Tone]] = {
    "passed": ("pass", "good"),
    "failed": ("fail", "bad"),
    "undecided": ("open", "warn"),
    "not_applicable": ("n/a", "dim"),
    "scored": ("-", ""),
}

_SHOWN: dict[TestRunResultDisplay, frozenset[Standing]] = {
    TestRunResultDisplay.ALL: frozenset(_WORDS),
    TestRunResultDisplay.FAILING: frozenset({"failed", "undecided"}),
    TestRunResultDisplay.PASSING: frozenset({"passed"}),
}


def report_page(
    found: EvaluationResult, *, display: TestRunResultDisplay = TestRunResultDisplay.ALL, title: str = ""
) -> Page:
    """The report.

    Args:
        found: the evaluation.
        display: which test cases are shown.
        title: what the evaluation is called.
    """
    shown = [one for one in found.test_results if one.standing in _SHOWN[display]]
    first = sorted(shown, key=lambda one: one.standing not in ("failed", "undecided"))[:MOST_ROWS]
    rows = shown if len(shown) <= MOST_ROWS else sorted(first, key=lambda one: one.index)
    return (
        Heading(text=f"Evaluation: {one_line(title, most=60)}" if title else "Evaluation"),
        *_cases(rows, left=len(shown) - len(rows)),
        *_metrics(found.test_results),
        Heading(text="Summary"),
        Pairs(pairs=tuple(_pairs(found))),
        *judges_part(found.spent.judges),
    )


def _cases(rows: Sequence[TestResult], *, left: int) -> Iterator[Part]:
    if rows:
        cells = tuple(_row(one, data) for one in rows for data in one.metrics_data)
        yield Grid(headings=("test case", "metric", "score", "result", "reason"), rows=cells, right=frozenset({2}))
    if left:
        yield Lines(lines=(Cell(f"… {counted(left, 'more test case')} not shown", "dim"),))


def _row(one: TestResult, data: MetricData) -> tuple[Cell, ...]:
    word, tone = _WORDS[data.standing]
    flaky = " (flaky)" if data.flaky else ""
    return (
        Cell(one_line(one.name, most=40)),
        Cell(one_line(data.name, most=40)),
        Cell(_score(data)),
        Cell(f"{word}{flaky}", tone),
        Cell(one_line(_why(data), most=120), "warn" if data.error else ""),
    )


def _why(data: MetricData) -> str:
    """What happened, of an error; else the reason."""
    return data.reason or "" if data.error is None else data.error.partition("\n")[0]


def _score(data: MetricData) -> str:
    interval = None if data.result is None else data.result.interval
    if data.score is None and interval is not None and data.standing != "not_applicable":
        return interval_text(interval)
    return score_text(data.score)


def _metrics(results: Sequence[TestResult]) -> Iterator[Part]:
    """A row for each metric, in their order."""
    if not results:
        return
    yield Heading(text="By metric")
    headings = ("metric", "passed", "failed", "undecided", "n/a", "mean score", "pass rate")
    columns = zip(*(one.metrics_data for one in results), strict=True)
    rows = tuple(tuple(map(Cell, _figures(column))) for column in columns)
    yield Grid(headings=headings, rows=rows, right=frozenset({1, 2, 3, 4, 5}))


def _figures(column: Sequence[MetricData]) -> Iterator[str]:
    """What one metric came to over all test cases."""
    counts = Counter(data.standing for data in column)
    scores = [data.score for data in column if data.score is not None]
    yield one_line(column[0].name, most=40)
    yield from (f"{counts[word]:,}" for word in ("passed", "failed", "undecided", "not_applicable"))
    yield score_text(math.fsum(scores) / len(scores) if scores else None)
    settled = counts["passed"] + counts["failed"]
    if not settled:
        yield "-"
        return
    low, high = wilson(counts["passed"], settled, _CONFIDENCE)
    interval = f"{_CONFIDENCE * 100:g}% interval {percent(low)} to {percent(high)}"
    yield f"{percent(counts['passed'] / settled)} ({counts['passed']:,} of {settled:,}), {interval}"


def _pairs(found: EvaluationResult) -> Iterator[tuple[str, Cell]]:
    counts = {standing: found.count(standing) for standing in _WORDS}
    parts = [f"{counts['passed']:,} passed", f"{counts['failed']:,} failed", f"{counts['undecided']:,} undecided"]
    parts += [f"{counts['not_applicable']:,} not applicable"] if counts["not_applicable"] else []
    parts += [f"{counts['scored']:,} without a threshold"] if counts["scored"] else []
    yield "test cases", Cell(f"{len(found.test_results):,}: {', '.join(parts)}", "strong")
    calls, *ways = calls_texts(found.spent)
    yield "calls", Cell(calls)
    yield from (("", Cell(way)) for way in ways)
    sent = sum(one.took.input_tokens for one in found.spent.judges)
    got = sum(one.took.output_tokens for one in found.spent.judges)
    if sent or got:
        yield "tokens", Cell(f"{sent:,} in, {got:,} out")
        yield "cost", Cell(cost_text(found.spent))
