"""Prints a page as plain text: for files, pipes, logs, and terminals without colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from arbitree.reports.page import Cell, Grid, Heading, Lines, Page, Pairs, Part, is_apart
from arbitree.reports.words import width_of

GAP = "  "


def text_of_page(page: Page) -> str:
    """The page as text; ends with a newline unless it is empty.

    >>> print(text_of_page((Grid(headings=("id", "score"), rows=((Cell("a"), Cell("1.000")),)),)), end="")
    id  score
    a   1.000
    """
    lines: list[str] = []
    for number, part in enumerate(page):
        if number and is_apart(part, page[number - 1]):
            lines.append("")
        lines += (line.rstrip() for line in _lines(part))
    return "".join(f"{line}\n" for line in lines)


def _lines(part: Part) -> Iterator[str]:
    match part:
        case Heading():
            yield part.text
        case Grid():
            yield from _grid(part)
        case Pairs():
            widest = max((width_of(name) for name, _ in part.pairs), default=0)
            for name, cell in part.pairs:
                yield f"{_padded(name, widest, False)}{GAP}{cell.text}"
        case Lines():
            for cell in part.lines:
                yield " " * part.indent + cell.text
        case _:
            assert_never(part)


def _grid(grid: Grid) -> Iterator[str]:
    rows = (tuple(Cell(heading) for heading in grid.headings), *grid.rows)
    widths = [max(width_of(row[column].text) for row in rows) for column in range(len(grid.headings))]
    for row in rows:
        yield GAP.join(_padded(cell.text, widths[column], column in grid.right) for column, cell in enumerate(row))


def _padded(text: str, width: int, right: bool) -> str:
    room = " " * (width - width_of(text))
    return room + text if right else text + room
