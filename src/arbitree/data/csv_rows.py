"""CSV and TSV as in RFC 4180: quotes doubled, cells of any size and with line breaks. A row's number is the line it
begins on."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import BinaryIO

from arbitree.data import rows
from arbitree.errors import Problem

_LARGEST = 2**31 - 1


def read(stream: BinaryIO, name: str) -> Iterator[rows.Row | Problem]:
    """The rows of a CSV stream. Commas, semicolons or tabs, whichever the header has most of."""
    yield from _read(stream, name, delimiter=None)


def read_tsv(stream: BinaryIO, name: str) -> Iterator[rows.Row | Problem]:
    """The rows of a TSV stream: tabs, unless the header has none and has commas or semicolons."""
    yield from _read(stream, name, delimiter="\t")


class _Source:
    """The lines as text, and the number of the last one given out: `csv` itself counts line ends inside cells."""

    def __init__(self, stream: BinaryIO) -> None:
        self._lines = rows.lines(stream)
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.number, line = next(self._lines)
        return line

    def first(self) -> str | None:
        """The first line that is not blank."""
        return next((line for line in self if not line.isspace()), None)


def _read(stream: BinaryIO, name: str, *, delimiter: str | None) -> Iterator[rows.Row | Problem]:
    source = _Source(stream)
    first = source.first()
    if first is not None and first.lower().startswith("sep=") and len(first.strip()) == 5:
        delimiter, first = first[4], source.first()
    if first is None:
        return
    if delimiter is None or delimiter not in first:
        delimiter = _delimiter(first, otherwise=delimiter or ",")
    yield from _table(source, first, delimiter, name)


def _table(source: _Source, first: str, delimiter: str, name: str) -> Iterator[rows.Row | Problem]:
    header: list[str] | None = None
    reader = csv.reader(_chain(first, source), delimiter=delimiter, strict=True)
    start = source.number
    while True:
        try:
            cells = _next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _broken(error, f"{name}:{start}")
            if header is None:
                return
        else:
            if header is None:
                header = [cell.strip() for cell in cells]
                problem = _header_problem(header, f"{name}:{start}")
                if problem:
                    yield problem
                    return
            elif cells and not (len(cells) == 1 and not cells[0].strip() and len(header) > 1):
                yield _row(header, cells, start, f"{name}:{start}")
        start = source.number + 1


def _chain(first: str, source: _Source) -> Iterator[str]:
    yield first
    yield from source


def _row(header: list[str], cells: list[str], number: int, where: str) -> rows.Row | Problem:
    if any(rows.unwritable(cell) for cell in cells):
        return rows.not_utf8(where)
    if len(cells) != len(header):
        cells_or_cell = "cell" if len(cells) == 1 else "cells"
        return Problem(
            code="C108",
            what=f"the row has {len(cells)} {cells_or_cell}, and the header {len(header)}",
            where=where,
            mend="put a cell that holds the delimiter, a quote or a line break into quotes; write empty cells out",
        )
    return rows.Row(number, {column: cell for column, cell in zip(header, cells, strict=True) if column})


def _header_problem(header: list[str], where: str) -> Problem | None:
    if any(rows.unwritable(cell) for cell in header):
        return rows.not_utf8(where)
    twice = sorted({column for column in header if column and header.count(column) > 1})
    if not twice:
        return None
    return Problem(
        code="C109",
        what=f"the header names a column twice: {', '.join(twice)}",
        where=where,
        mend="give each column a name of its own",
    )


def _broken(error: csv.Error, where: str) -> Problem:
    message = str(error)
    if "unexpected end of data" in message:
        what = "a cell that begins with a quote is never closed"
    elif "new-line character" in message:
        what = "the row holds a bare carriage return outside quotes"
    else:
        what = f"the row is not valid CSV: {message}"
    mend = 'write a quote inside a quoted cell twice ("She said ""no""."), and end lines with a line feed'
    return Problem(code="C107", what=what, where=where, mend=mend)


def _delimiter(header: str, *, otherwise: str) -> str:
    """What parts the header's cells: what stands most often outside quotes."""
    bare = "".join(header.split('"')[::2])
    found = max(",;\t", key=bare.count)
    return found if found in bare else otherwise


def _next(reader: Iterator[list[str]]) -> list[str]:
    """The next row, its cells of any size: the `csv` module's limit of 128 KiB is everybody's, and lifted only here."""
    before = csv.field_size_limit(_LARGEST)
    try:
        return next(reader)
    finally:
        csv.field_size_limit(before)
