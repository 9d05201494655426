"""How far votes agree, as the summary of a run shows it: a row for each node on which several votes are cast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from arbitree.reports.page import Cell, Grid, Heading, Lines, Part
from arbitree.reports.words import counted, one_line, percent
from arbitree.stats.agreement import Agreement

MOST_NODES = 40
"""How many nodes are shown."""

_HEADINGS: Final = (
    "node", "asked", "agreement", "spread", "unanimous", "kappa", "passed on", "overturned", "votes by place"
)  # fmt: skip
"""A column in which no node has anything to say is left out."""


def agreement_part(agreements: Sequence[Agreement]) -> Iterator[Part]:
    """The part of the summary; nothing where one judge answers each question once."""
    if not agreements:
        return
    yield Heading(text="How far votes agree")
    rows = [tuple(map(Cell, _row(one))) for one in agreements[:MOST_NODES]]
    filled = [number for number in range(len(_HEADINGS)) if any(row[number].text not in ("", "-") for row in rows)]
    yield Grid(
        headings=tuple(_HEADINGS[number] for number in filled),
        rows=tuple(tuple(row[number] for number in filled) for row in rows),
        right=frozenset(at for at, number in enumerate(filled) if 0 < number < len(_HEADINGS) - 1),
    )
    if len(agreements) > MOST_NODES:
        yield Lines(lines=(Cell(f"… {counted(len(agreements) - MOST_NODES, 'more node')} not shown", "dim"),))


def _row(one: Agreement) -> tuple[str, ...]:
    cascade = (f"{one.passed_on:,}", f"{one.overturned:,}") if one.passed_on else ("-", "-")
    return (
        one_line(one.node, most=40),
        f"{one.asked:,}",
        "-" if one.mean_agreement is None else percent(one.mean_agreement),
        "-" if one.spread is None else f"{one.spread:.3f}",
        "-" if one.unanimous is None else percent(one.unanimous),
        "-" if one.kappa is None else f"{one.kappa:.2f} ({one_line(', '.join(one.raters), most=40)})",
        *cascade,
        _places(one.by_place),
    )


def _places(votes: Sequence[int]) -> str:
    """How the votes are shared out among the places of the options."""
    total = sum(votes)
    return ", ".join(percent(count / total) for count in votes) if total else "-"


def agreement_dicts(agreements: Sequence[Agreement]) -> list[dict[str, Any]]:
    """The same as plain values; what says nothing is left out."""
    return [{name: value for name, value in asdict(one).items() if value not in (None, ())} for one in agreements]
