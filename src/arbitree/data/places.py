"""Where a piece of a file stands, by the place of its case: in a temporary file, so that it takes no memory."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitree.data.scratch import scratch_file

_FORM: Final = struct.Struct("<QQ")
_AT_ONCE: Final = 256
"""How many are read, and at most written, at a time."""


class Piece(NamedTuple):
    """A part of a file, at least one byte long."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """Where the next one can begin."""
        return self.start + self.length


class Places:
    """The piece of each place that has one; the last that was put there counts.

    >>> places = Places()
    >>> for place, piece in ((5, Piece(0, 9)), (2, Piece(9, 4)), (5, Piece(13, 7))):
    ...     places.put(place, piece)
    >>> list(places)
    [Piece(start=9, length=4), Piece(start=13, length=7)]
    """

    def __init__(self) -> None:
        self._file = scratch_file(self)
        self._waiting: list[bytes] = []
        self._first = 0
        """The place of the first that waits to be written; the others follow it without a gap."""

    def put(self, place: int, piece: Piece) -> None:
        """Notes the piece of a place."""
        if place != self._first + len(self._waiting) or len(self._waiting) >= _AT_ONCE:
            self._write()
            self._first = place
        self._waiting.append(_FORM.pack(piece.start, piece.length))

    def __iter__(self) -> Iterator[Piece]:
        """The pieces in the order of their places."""
        self._write()
        done = 0
        while True:
            self._file.seek(done)
            found = self._file.read(_FORM.size * _AT_ONCE)
            if not found:
                return
            done += len(found)
            for start, length in _FORM.iter_unpack(found):
                if length:
                    yield Piece(start, length)

    def _write(self) -> None:
        if self._waiting:
            self._file.seek(self._first * _FORM.size)
            self._file.write(b"".join(self._waiting))
            self._waiting.clear()

    def close(self) -> None:
        """Forgets all of them."""
        self._file.close()
