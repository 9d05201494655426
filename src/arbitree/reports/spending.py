"""What each judge of a run took: calls, tries, failures, tokens, money and time, as a table and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arbitree.judges.meter import OfJudge
from arbitree.reports.page import Cell, Grid, Heading, Part
from arbitree.reports.words import one_line


def judges_part(judges: Sequence[OfJudge]) -> Iterator[Part]:
    """The table, where there is more to tell than the summary does: several judges that were called, or failures."""
    called = [one for one in judges if one.took.calls]
    if len(called) < 2 and not any(one.took.failed for one in called):
        return
    yield Heading(text="By judge")
    names = ("judge", "roles", "calls", "tries", "tokens in", "tokens out", "cost", "a call", "failed calls")
    yield Grid(headings=names, rows=tuple(_row(one) for one in called), right=frozenset(range(2, 8)))


def judges_dict(judges: Sequence[OfJudge]) -> list[dict[str, Any]]:
    """The same as plain values, each judge that was called."""
    return [
        {
            "judge": one.judge,
            "roles": list(one.roles),
            "calls": one.took.calls,
            "tries": one.took.tries,
            "asked_again": one.took.asked_again,
            "failed": dict(sorted(one.took.failed.items())),
            "input_tokens": one.took.input_tokens,
            "cached_tokens": one.took.cached_tokens,
            "output_tokens": one.took.output_tokens,
            "cost": None if one.took.cost is None else round(one.took.cost, 9),
            "seconds": round(one.took.seconds, 6),
        }
        for one in judges
        if one.took.calls
    ]


def _row(one: OfJudge) -> tuple[Cell, ...]:
    took = one.took
    kinds = sorted(took.failed.items(), key=lambda kind: (-kind[1], kind[0]))
    return (
        Cell(one_line(one.judge, most=50)),
        Cell(one_line(", ".join(one.roles), most=30)),
        *(Cell(f"{count:,}") for count in (took.calls, took.tries, took.input_tokens, took.output_tokens)),
        Cell("-" if took.cost is None else f"${took.cost:,.4f}"),
        Cell(f"{took.seconds / took.calls:.2f} s" if took.seconds else "-"),
        Cell(", ".join(f"{count:,} {kind}" for kind, count in kinds), "warn" if kinds else ""),
    )
