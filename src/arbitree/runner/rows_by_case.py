"""The last row of each case in a `results.jsonl`, found by the case's id; where it stands is noted on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arbitree.data.marks import Marks
from arbitree.data.places import Piece
from arbitree.data.scratch import scratch_table
from arbitree.data.spool import Spool
from arbitree.errors import RecordError
from arbitree.runner.rows import Row, lines, no_result, opened, row_of

_TABLE = "rows (id BLOB PRIMARY KEY, number INTEGER, start INTEGER, length INTEGER) WITHOUT ROWID"


class Found(NamedTuple):
    """A row, and where it stands."""

    row: Row
    piece: Piece


class RowsByCase:
    """Looks through a file of results once, and then reads the rows that are asked for."""

    def __init__(self, path: Path) -> None:
        """Notes where each row stands.

        Raises:
            RecordError: the file cannot be read, or a line of it is no result.
        """
        self._path = path
        self._used = Marks()
        self._rows = scratch_table(self, _TABLE)
        for number, line, piece in lines(path):
            note = (_id_in(line, path, number), number, *piece)
            self._rows.execute("INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?)", note)
        if path.suffix == ".gz":
            # To go back in a compressed file is to read it anew from its beginning.
            with opened(path) as packed:
                self._file = Spool(packed).opened()
        else:
            self._file = path.open("rb")

    def of(self, case: str) -> Found | None:
        """The last row of a case; None where there is none.

        Raises:
            RecordError: it is no result.
        """
        wanted = "SELECT number, start, length FROM rows WHERE id = ?"
        for number, start, length in self._rows.execute(wanted, (_bytes(case),)):
            self._used.add(number)
            self._file.seek(start)
            return Found(row_of(self._file.read(length), self._path, number), Piece(start, length))
        return None

    def others(self) -> Iterator[tuple[int, Piece]]:
        """Where the rows stand that nobody has asked for, each with the number of its line, in the file's order."""
        for number, start, length in self._rows.execute("SELECT number, start, length FROM rows ORDER BY start"):
            if number not in self._used:
                yield number, Piece(start, length)

    def other_lines(self) -> Iterator[tuple[int, bytes]]:
        """The same rows as lines, each with its number."""
        for number, piece in self.others():
            self._file.seek(piece.start)
            yield number, self._file.read(piece.length)

    def __enter__(self) -> RowsByCase:
        return self

    def __exit__(self, *raised: object) -> None:
        self._rows.close()
        self._file.close()


def _id_in(line: bytes, path: Path, number: int) -> bytes:
    try:
        return _bytes(json.loads(line)["case"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(no_result(error, path, number)) from None


def _bytes(case: str) -> bytes:
    return case.encode("utf-8", "surrogatepass")
