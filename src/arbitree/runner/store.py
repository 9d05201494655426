"""`results.jsonl`: each result on disk as soon as it is there, and in the order of the input at the end."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.data.places import Piece, Places
from arbitree.runner.appending import Appending, whole_length
from arbitree.runner.digests import case_digest, fields_shown
from arbitree.runner.rows import opened
from arbitree.wire.results import result_dict

_MOST_COPIED: Final = 1 << 20
"""How many bytes are copied at a time."""


def written(result: Result, fields: Mapping[str, object]) -> bytes:
    """A row as a line of bytes: the same for the same result, always."""
    return line_of(result_dict(result), fields)


def line_of(values: Mapping[str, object], fields: Mapping[str, object]) -> bytes:
    """The same of a result that is in plain values already."""
    row = {**values, "fields": dict(fields), "digest": case_digest(fields)}
    text = _ROW.encode(row) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        # A lone surrogate is no UTF-8; as an escape it comes back as it was.
        return "".join(f"\\u{ord(char):04x}" if 0xD800 <= ord(char) <= 0xDFFF else char for char in text).encode()


_ROW: Final = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), default=str)


class Store:
    """Writes rows as they come, so that a run that is killed has lost no result that was finished.

    Where each row stands is noted in a temporary file, not in memory. Nothing has to wait for a case that takes long:
    the rows are put into the order of the input at the end, where something finished out of it.
    """

    def __init__(self, path: Path, plan: Plan, *, ordered: bool = True) -> None:
        """Opens the file to append to it; what is there already stays.

        Args:
            path: the file.
            plan: the rubric, whose fields are kept with each result.
            ordered: whether the rows are put into the order of the input at the end, also where nothing has to be
                taken out of the file.

        Raises:
            OSError: it cannot be opened.
        """
        self.path = path
        self._packed = path.with_name(f"{path.name}.gz")
        self.was_packed = self._packed.exists()
        """Whether an earlier session has left the results compressed."""
        if self.was_packed and not path.exists():
            _unpack(self._packed, path)
        self._plan, self._ordered = plan, ordered
        self._places = Places()
        self._file = Appending(path)
        self._end = whole_length(path)
        # A line that a kill cut short would run into the next one.
        self._file.cut(self._end)
        self._last = -1
        self._covered = 0
        """How far the rows that were noted reach, as long as they follow each other in the order of the input."""
        self._noted = 0
        """The bytes of all rows that were noted and hold."""

    def keep(self, place: int, piece: Piece, *, holds: bool = True) -> None:
        """Notes a row that is in the file, and whether it stays: another one of its case may come."""
        self._places.put(place, piece)
        self._noted += piece.length if holds else 0
        if place > self._last and piece.start == self._covered:
            self._last, self._covered = place, piece.end

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Writes one result.

        Raises:
            OSError: it cannot be written.
        """
        self.put(index, written(result, fields_shown(self._plan, case)))

    def put(self, index: int, line: bytes) -> None:
        """Writes one result that is a line already.

        Raises:
            OSError: it cannot be written.
        """
        self._file.add(line)
        self.keep(index, Piece(self._end, len(line)))
        self._end += len(line)

    def release(self) -> None:
        """Closes the file as it is."""
        self._file.close()
        self._places.close()

    def close(self, *, pack: bool = False) -> None:
        """Puts the rows into the order of the input, the last of each case only, and closes the file.

        The order of finishing depends on the judge's speed; the file that is left behind must not.

        Args:
            pack: whether it is left compressed, which takes a while.
        """
        self._file.close()
        is_left = (self._covered if self._ordered else self._noted) == self._end
        pieces = [Piece(0, self._end)] if is_left else self._places
        if pack:
            self._copied(pieces, self._packed, packs=True)
            self.path.unlink()
        elif not is_left:
            self._copied(pieces, self.path)
        self._places.close()

    def _copied(self, pieces: Iterable[Piece], path: Path, *, packs: bool = False) -> None:
        """Writes these rows to a file, which is there only when it is whole."""
        fresh = path.with_name(f"{path.name}.tmp")
        with self.path.open("rb") as old, fresh.open("wb") as plain:
            # Neither name nor time: the same rows are the same bytes.
            new = gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=plain, mtime=0) if packs else plain
            for piece in _joined(pieces):
                old.seek(piece.start)
                for length in _steps(piece.length):
                    new.write(old.read(length))
            if packs:
                new.close()
        fresh.replace(path)


def _unpack(packed: Path, path: Path) -> None:
    fresh = path.with_name(f"{path.name}.tmp")
    with opened(packed) as old, fresh.open("wb") as new:
        shutil.copyfileobj(old, new)
    fresh.replace(path)


def _steps(length: int) -> Iterator[int]:
    """A length in parts that are not too long."""
    for start in range(0, length, _MOST_COPIED):
        yield min(_MOST_COPIED, length - start)


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The same, neighbours as one piece as long as that is not too long."""
    start = end = 0
    for piece in pieces:
        if piece.start != end or piece.end - start > _MOST_COPIED:
            if end > start:
                yield Piece(start, end - start)
            start = piece.start
        end = piece.end
    if end > start:
        yield Piece(start, end - start)
