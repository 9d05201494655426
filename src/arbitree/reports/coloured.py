"""Prints a page with colours, fitted to the width of a terminal; says what the plain text says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TextIO, assert_never

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arbitree.reports.page import Cell, Grid, Heading, Lines, Page, Pairs, Part, Tone, is_apart

STYLES: Final[dict[Tone, str]] = {
    "": "",
    "good": "green",
    "bad": "red",
    "warn": "yellow",
    "dim": "dim",
    "strong": "bold",
}

NARROWEST: Final = 80
"""Columns below which a table would lose words; a narrower terminal breaks its lines by itself."""


def print_page(page: Page, stream: TextIO, *, width: int) -> None:
    """Prints the page to a terminal of that width."""
    fitted = max(width, NARROWEST)
    console = Console(file=stream, force_terminal=True, highlight=False, emoji=False, markup=False, width=fitted)
    for number, part in enumerate(page):
        if number and is_apart(part, page[number - 1]):
            console.print()
        for piece in _pieces(part):
            console.print(piece, soft_wrap=isinstance(piece, Text))


def _pieces(part: Part) -> Iterator[RenderableType]:
    match part:
        case Heading():
            yield Text(part.text, style="bold")
        case Grid():
            yield _grid(part)
        case Pairs():
            table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
            table.add_column(style="dim", no_wrap=True)
            table.add_column(overflow="fold")
            for name, cell in part.pairs:
                table.add_row(Text(name), _text(cell))
            yield table
        case Lines():
            for cell in part.lines:
                yield Text(" " * part.indent) + _text(cell)
        case _:
            assert_never(part)


def _grid(grid: Grid) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    last = len(grid.headings) - 1
    for column, heading in enumerate(grid.headings):
        justify: Literal["left", "right"] = "right" if column in grid.right else "left"
        table.add_column(Text(heading), justify=justify, no_wrap=column in grid.right, overflow="fold", ratio=None)
        if column == last:
            table.columns[column].min_width = 20
    for row in grid.rows:
        table.add_row(*map(_text, row))
    return table


def _text(cell: Cell) -> Text:
    return Text(cell.text, style=STYLES[cell.tone])
