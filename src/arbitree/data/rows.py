"""What a format's reader gives back: rows, and rows that cannot be used; and how text and bytes are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, TypeAlias

from arbitree.errors import Problem


class Row(NamedTuple):
    """One row of a file, its columns still under the file's own names."""

    number: int
    """Where it is, as an editor shows it: the line it begins on, or its position in a list or table."""
    columns: dict[str, object]


Reader: TypeAlias = Callable[[BinaryIO, str], Iterator[Row | Problem]]
"""A format: the rows of a stream of bytes, and a problem in place of each row that cannot be used. Takes the file's
name for what it says of where."""

_BOM = b"\xef\xbb\xbf"


def lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without a byte order mark; bytes that are not UTF-8 become lone surrogates."""
    for number, raw in enumerate(stream, 1):
        text = raw.removeprefix(_BOM) if number == 1 else raw
        yield number, text.decode("utf-8", "surrogateescape")


def whole(stream: BinaryIO) -> str:
    """The whole text, decoded as `lines` does it."""
    return stream.read().removeprefix(_BOM).decode("utf-8", "surrogateescape")


def unwritable(text: str) -> bool:
    """Whether a text holds bytes that were not UTF-8 or half of a character, and so cannot be shown to a judge."""
    if text.isascii():
        return False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def not_utf8(where: str) -> Problem:
    """The problem of a row whose bytes are no UTF-8."""
    return Problem(
        code="C103",
        what="the row is not valid UTF-8",
        where=where,
        mend="save the file as UTF-8, or leave such rows out with --skip-bad",
    )


def half_character(where: str) -> Problem:
    r"""The problem of a row whose text holds half of a character, such as `"\ud83d"` alone."""
    return Problem(
        code="C104",
        what="a text of the row holds half of a character (a lone surrogate, such as a cut emoji)",
        where=where,
        mend="cut texts between characters when the file is made, or leave such rows out with --skip-bad",
    )


def not_an_object(where: str, value: object) -> Problem:
    """The problem of a row that is a list, a number or a text where an object belongs."""
    return Problem(
        code="C105",
        what=f"the row is {_SORT.get(type(value), type(value).__name__)}, not an object with columns",
        where=where,
        mend='write each row as an object: {"input": "...", "actual_output": "..."}',
    )


_SORT = {
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}
