"""The table of a run: one row a case, the undecided ones apart; of a long run the first rows and what needs a look."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.records import Result
from arbitree.reports.gathered import Gathered, Shown
from arbitree.reports.page import Cell, Grid, Heading, Lines, Part, Tone
from arbitree.reports.words import counted, interval_text, one_line, score_text, verdict_text

MOST_ROWS = 20
"""How many cases are shown, as long as no more than these were settled."""

FIRST_OF_MANY = 10
"""How many rows of a longer run are shown before its failures."""

MOST_APART = 20
"""How many failures, and how many undecided cases, are shown of a longer run."""

_ID_WIDTH = 40
_VERDICTS_WIDTH = 120


def table(gathered: Gathered, *, where: str = "") -> Iterator[Part]:
    """The parts of the table.

    Args:
        gathered: the run.
        where: the file that holds every result, named where rows are left out.
    """
    if gathered.settled:
        yield from _settled(gathered, where)
    if gathered.undecided:
        yield from _undecided(gathered, where)


def _settled(gathered: Gathered, where: str) -> Iterator[Part]:
    if gathered.settled <= MOST_ROWS:
        yield _grid(gathered.first[:MOST_ROWS])
        return
    first = gathered.first[:FIRST_OF_MANY]
    seen = {row.place for row in first}
    failed = [row for row in gathered.failed if row.place not in seen][:MOST_APART]
    yield _grid(first)
    if failed:
        yield Heading(text="Failed further down")
        yield _grid(failed)
    left = gathered.settled - len(first) - len(failed)
    shown = {row.place for row in (*first, *failed) if row.result.passed is False}
    failures = gathered.summary().failed - len(shown)
    yield _left_out(left, f"more, {failures:,} of them failed," if failures else "more", where)


def _left_out(count: int, what: str, where: str) -> Lines:
    place = f"; all are in {where}" if where else ""
    return Lines(lines=(Cell(f"… {count:,} {what} not shown{place}", "dim"),))


def _grid(rows: list[Shown]) -> Grid:
    cells = tuple((*_outcome(row.result), Cell(_verdicts(row.result))) for row in rows)
    return Grid(headings=("case", "score", "result", "verdicts"), rows=cells, right=frozenset({1}))


def _outcome(result: Result) -> tuple[Cell, ...]:
    word, tone = _standing(result)
    score = score_text(result.score) if result.status != "decided" else _bound(result)
    return Cell(one_line(result.case, most=_ID_WIDTH)), Cell(score), Cell(word, tone)


def _bound(result: Result) -> str:
    low, high = result.interval or (0.0, 1.0)
    return f"≥ {low:.3f}" if result.passed else f"≤ {high:.3f}"


def _standing(result: Result) -> tuple[str, Tone]:
    if result.status == "not_applicable":
        return "n/a", "dim"
    if result.passed is None:
        return "open", "warn"
    return ("pass", "good") if result.passed else ("fail", "bad")


def _verdicts(result: Result) -> str:
    hops = ", ".join(f"{hop.node}: {verdict_text(hop.verdict)}" for hop in result.path)
    marks = " (!)" if result.warnings else ""
    return one_line(hops, most=_VERDICTS_WIDTH) + marks


def _undecided(gathered: Gathered, where: str) -> Iterator[Part]:
    rows = gathered.undecided[:MOST_APART]
    total = gathered.done - gathered.settled
    yield Heading(text=f"Undecided: {counted(total, 'case')}")
    cells = tuple(
        (
            Cell(one_line(row.result.case, most=_ID_WIDTH)),
            Cell(interval_text(row.result.interval)),
            Cell(one_line("; ".join(cause.what for cause in row.result.causes), most=_VERDICTS_WIDTH), "warn"),
        )
        for row in rows
    )
    yield Grid(headings=("case", "can score", "why"), rows=cells)
    if total > len(rows):
        yield _left_out(total - len(rows), "more undecided", where)
