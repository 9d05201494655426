"""JSONL: one object a line. A row's number is its line; blank lines are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from arbitree.data import rows, strict_json
from arbitree.errors import Problem

_SURROGATE = re.compile(r"\\u[dD]")
"""An escape that can be half of a character; only such rows are looked through."""


def read(stream: BinaryIO, name: str) -> Iterator[rows.Row | Problem]:
    """The rows of a JSONL stream."""
    for number, line in rows.lines(stream):
        if line and not line.isspace():
            yield _row(line, number, f"{name}:{number}")


def _row(line: str, number: int, where: str) -> rows.Row | Problem:
    if rows.unwritable(line):
        return rows.not_utf8(where)
    try:
        value = strict_json.parse(line)
    except strict_json.BadJson as error:
        return Problem(code="C101", what=f"the row is {error}", where=where, mend=_mend(line))
    if not isinstance(value, dict):
        return rows.not_an_object(where, value)
    if _SURROGATE.search(line) and rows.unwritable(strict_json.text(value)):
        return rows.half_character(where)
    return rows.Row(number, value)


def _mend(line: str) -> str:
    if line.strip() in {"[", "{"}:
        return "JSONL is one object a line; name a file that holds one JSON list .json"
    return "write one JSON object a line, or leave such rows out with --skip-bad"
