"""What `arbitree check` says of a rubric that has no mistakes: what it can do, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitree.checks.explore import Exploration, FieldNeed
from arbitree.reports.page import Cell, Grid, Heading, Page, Pairs, Part
from arbitree.reports.words import counted, one_line
from arbitree.runner.lacks import Lack

_MOST_SCORES = 15


def checked_page(name: str, found: Exploration, *, threshold: float, lacking: Sequence[Lack] | None) -> Page:
    """The report.

    Args:
        name: the rubric's name.
        found: what it can do.
        threshold: the score from which a case passes.
        lacking: the fields that cases lack; None where no cases were given.
    """
    return (
        Heading(text=f"{one_line(name)}: no mistakes"),
        Pairs(pairs=tuple(_pairs(found, threshold))),
        *_fields(found.fields),
        *_absent(found),
        *([] if lacking is None else _lacks(lacking)),
    )


def _pairs(found: Exploration, threshold: float) -> Iterator[tuple[str, Cell]]:
    yield "nodes", Cell(f"{found.nodes}, starting at {found.start}")
    yield "longest path", Cell(f"{counted(len(found.longest), 'judgement')}: {_joined(found.longest)}")
    why = "lists have any number of items" if found.lists else "there are too many ways to look at each"
    bounds = "" if found.complete else f" (bounds: {why})"
    ways = f" over {counted(found.scenarios, 'way')}" if found.complete else ""
    yield "calls a case", Cell(f"{found.least_calls} at best, {found.most_calls} at worst{ways}{bounds}")
    for one in found.lists:
        calls = f"up to {counted(one.limit, 'item')} of {one.over}, {counted(one.calls, 'call')} each at worst"
        yield f"{one_line(one.node)}", Cell(one_line(calls))
    yield "scores", Cell(_scores(found))
    yield "threshold", _threshold(found, threshold)
    if found.may_lack:
        yield "not applicable", Cell("a case can turn out not to be applicable")


def _joined(names: Sequence[str], most: int = 12) -> str:
    more = f" → … {len(names) - most} more" if len(names) > most else ""
    return " → ".join(names[:most]) + more


def _scores(found: Exploration) -> str:
    if found.low is None or found.high is None:
        return "none: every case is not applicable"
    if found.graded or not found.complete:
        return f"{found.low:g} to {found.high:g}"
    listed = ", ".join(f"{score:.4g}" for score in found.scores[:_MOST_SCORES])
    more = (
        f", … {len(found.scores) - _MOST_SCORES} more, up to {found.high:.4g}"
        if len(found.scores) > _MOST_SCORES
        else ""
    )
    return listed + more


def _threshold(found: Exploration, threshold: float) -> Cell:
    if found.can_pass and found.can_fail:
        return Cell(f"{threshold:g}: can be reached, and can be missed", "good")
    if found.can_pass:
        return Cell(f"{threshold:g}: always reached; no case can fail", "warn")
    return Cell(f"{threshold:g}: never reached; no case can pass", "warn")


def _fields(needs: Sequence[FieldNeed]) -> Iterator[Part]:
    if not needs:
        return
    yield Heading(text="Fields that a case needs")
    rows = tuple((Cell(need.field), Cell(_when(need)), Cell(_listed(need.nodes))) for need in needs)
    yield Grid(headings=("field", "needed", "shown by"), rows=rows)


def _when(need: FieldNeed) -> str:
    if need.always:
        return "always"
    return f"after {_listed(need.way, 4)}" if need.way else "on some paths"


def _listed(names: Sequence[str], most: int = 6) -> str:
    more = f", … {len(names) - most} more" if len(names) > most else ""
    return one_line(", ".join(names[:most])) + more


def _absent(found: Exploration) -> Iterator[Part]:
    if not found.absent_reads:
        return
    yield Heading(text="Tasks that are not read on some path")
    rows = tuple((Cell(one.node), Cell(one.task), Cell(_listed(one.way, 4))) for one in found.absent_reads)
    yield Grid(headings=("node", "reads", "but not after"), rows=rows)


def _lacks(lacking: Sequence[Lack]) -> Iterator[Part]:
    if not lacking:
        yield Heading(text="Every case has every field")
        return
    yield Heading(text="Fields that cases lack")
    rows = tuple(
        (
            Cell(lack.field),
            Cell(f"{lack.missing:,}", "warn" if lack.missing else ""),
            Cell(f"{lack.empty:,}", "warn" if lack.empty else ""),
            Cell(f"{lack.cases:,}"),
            Cell(f'"{one_line(lack.first, most=40)}"'),
            Cell(f"--map {lack.field}={lack.like}" if lack.like else ""),
        )
        for lack in lacking
    )
    headings = ("field", "missing", "empty", "of cases", "first", "perhaps")
    yield Grid(headings=headings, rows=rows, right=frozenset({1, 2, 3}))
