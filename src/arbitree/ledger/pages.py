"""Reads rows straight from the pages of a SQLite file, for files whose trees or first page can no longer be followed.

Every page that looks like a leaf of a table is taken apart, in the file and in the write-ahead log beside it, whatever
leads to it. What is no row of ours gives values that no checksum fits. The format is SQLite's, as its page on the file
format describes it.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

PageAt: TypeAlias = Callable[[int], bytes]
"""The bytes of a page by its number; empty for one that is not there."""

_LEAF: Final = 0x0D
_FRAME: Final = 24
_WAL_HEAD: Final = 32
_MOST_PAYLOAD: Final = 64 * 1024 * 1024
_SIZES: Final = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""How many bytes a value takes, by its serial type; texts and blobs apart."""


class Unreadable(ValueError):
    """The bytes are no row."""


def rows_in(path: Path, page_size: int) -> Iterator[tuple[int, list[Any]]]:
    """Every row of every table, with its number, as far as the pages tell; the write-ahead log's last."""
    pages = _mapped(path)
    log = _frames(_mapped(path.with_name(path.name + "-wal")), page_size)

    def in_file(number: int) -> bytes:
        return pages[(number - 1) * page_size : number * page_size]

    def in_log(number: int) -> bytes:
        return log.get(number) or in_file(number)

    for number in range(1, (len(pages) + page_size - 1) // page_size + 1):
        yield from _rows(in_file(number), number, in_file)
    for number, page in log.items():
        yield from _rows(page, number, in_log)


def _mapped(path: Path) -> bytes | mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        # A file that is not there, or empty.
        return b""


def _frames(log: bytes | mmap.mmap, page_size: int) -> dict[int, bytes]:
    """The newest version of each page in a write-ahead log. Frames of an earlier round have another salt."""
    pages: dict[int, bytes] = {}
    salt = log[16:24]
    for start in range(_WAL_HEAD, len(log) - _FRAME - page_size + 1, _FRAME + page_size):
        head = log[start : start + _FRAME]
        if head[8:16] == salt:
            (number,) = struct.unpack(">I", head[:4])
            pages[number] = log[start + _FRAME : start + _FRAME + page_size]
    return pages


def _rows(page: bytes, number: int, page_at: PageAt) -> Iterator[tuple[int, list[Any]]]:
    head = 100 if number == 1 else 0
    if len(page) < head + 8 or page[head] != _LEAF:
        return
    (count,) = struct.unpack_from(">H", page, head + 3)
    for cell in range(min(count, (len(page) - head - 8) // 2)):
        (place,) = struct.unpack_from(">H", page, head + 8 + 2 * cell)
        with suppress(Unreadable, IndexError, struct.error, UnicodeDecodeError):
            yield _cell(page, place, page_at)


def _cell(page: bytes, place: int, page_at: PageAt) -> tuple[int, list[Any]]:
    size, place = _varint(page, place)
    rowid, place = _varint(page, place)
    if not 0 < size < _MOST_PAYLOAD:
        raise Unreadable
    return rowid, _record(_payload(page, place, size, page_at))


def _payload(page: bytes, place: int, size: int, page_at: PageAt) -> bytes:
    """The bytes of a row, those on further pages included."""
    usable = len(page)
    if size <= usable - 35:
        return page[place : place + size]
    least = (usable - 12) * 32 // 255 - 23
    here = least + (size - least) % (usable - 4)
    here = here if here <= usable - 35 else least
    parts = [page[place : place + here]]
    (further,) = struct.unpack_from(">I", page, place + here)
    left = size - here
    while left > 0:
        more = page_at(further)
        if len(more) != usable:
            raise Unreadable
        parts.append(more[4 : 4 + min(left, usable - 4)])
        left -= len(parts[-1])
        (further,) = struct.unpack_from(">I", more)
    return b"".join(parts)


def _record(payload: bytes) -> list[Any]:
    end, place = _varint(payload, 0)
    kinds: list[int] = []
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    values: list[Any] = []
    place = end
    for kind in kinds:
        size = _SIZES[kind] if kind < 10 else (kind - 12) // 2
        part = payload[place : place + size]
        if len(part) != size or kind in (10, 11):
            raise Unreadable
        values.append(_value(kind, part))
        place += size
    return values


def _value(kind: int, part: bytes) -> Any:
    match kind:
        case 0:
            return None
        case 7:
            return struct.unpack(">d", part)[0]
        case 8 | 9:
            return kind - 8
        case _ if kind < 7:
            return int.from_bytes(part, "big", signed=True)
        case _:
            return part.decode() if kind % 2 else part


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for after in range(place + 1, place + 9):
        byte = data[after - 1]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, after
    return value << 8 | data[place + 8], place + 9
