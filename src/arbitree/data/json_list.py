"""JSON: a list of objects, or an object that holds one list. A row's number is its position in the list, from 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from arbitree.data import rows, strict_json
from arbitree.errors import Problem


def read(stream: BinaryIO, name: str) -> Iterator[rows.Row | Problem]:
    """The rows of a JSON stream; one problem when the whole of it cannot be used."""
    text = rows.whole(stream)
    if not text or text.isspace():
        return
    if rows.unwritable(text):
        yield rows.not_utf8(f"{name}:{_first_unwritable_line(text)}")
        return
    try:
        found = _list_of(strict_json.parse(text), name)
    except strict_json.BadJson as error:
        yield Problem(code="C102", what=f"the file is {error}", where=name, mend=_mend(text))
        return
    if isinstance(found, Problem):
        yield found
        return
    for number, item in enumerate(found, 1):
        yield _row(item, number, f"{name}:{number}")


def _row(item: object, number: int, where: str) -> rows.Row | Problem:
    if not isinstance(item, dict):
        return rows.not_an_object(where, item)
    if rows.unwritable(strict_json.text(item)):
        return rows.half_character(where)
    return rows.Row(number, item)


def _list_of(value: object, name: str) -> list[object] | Problem:
    if isinstance(value, list):
        return value
    held = {key: item for key, item in value.items() if isinstance(item, list)} if isinstance(value, dict) else {}
    if len(held) == 1:
        found: list[object] = next(iter(held.values()))
        return found
    several = f"holds several lists ({', '.join(held)})" if held else "holds no list of cases"
    return Problem(
        code="C106",
        what=f"the file {several}, so it is not clear what the cases are",
        where=name,
        mend='write the cases as one list, or as an object with one list: {"cases": [...]}',
    )


def _first_unwritable_line(text: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if rows.unwritable(line))


def _mend(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    if first.startswith("{") and first.rstrip().endswith("}"):
        return "a file with one object a line is JSONL: name it .jsonl"
    return "write the cases as one JSON list of objects"
