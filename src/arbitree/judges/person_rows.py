"""The file of a person's answers: rows that a recorded judge replays, written anew after every answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbitree.core.plan import Place
from arbitree.core.records import Question
from arbitree.errors import Problem, RecordError
from arbitree.judges.row_form import ANSWERS
from arbitree.judges.rows import Asked, lines_of, read_rows, write_rows

Said = bool | str | float | tuple[str, ...]
"""What a person answers: yes or no, an option, a text, or a list of texts."""

Row = dict[str, Any]

_Place = tuple[str, Asked]
"""A case, and which of its questions."""


class PersonRows:
    """The answers in a file, as they are changed.

    Each row keeps the key of its question under `meta`: when the words of the question or what it shows have changed
    since, the answer counts no more. Rows about other cases and other rubrics stay as they are.
    """

    def __init__(self, path: str) -> None:
        """Reads the file, where it is there.

        Raises:
            RecordError: it is there and holds something else, or it could not be written.
        """
        self.path = Path(path)
        self._changed: dict[_Place, Row | None] = {}
        self._rows: dict[_Place, Row] = {}
        self._stamp = self._look()
        if not self.path.parent.is_dir():
            raise RecordError(_unwritable(self.path, "there is no such folder"))

    def of(self, case: str, place: Place, question: Question, items: tuple[str, ...]) -> Row | None:
        """The row that answers a question; None when there is none, or when the question has changed since."""
        for after in (place.after, None):
            row = self._rows.get((case, Asked(place.name, after or None, question.sample, question.attempt, items)))
            if row is not None:
                return row if _key(row) in {None, question.key} else None
        return None

    def put(self, case: str, place: Place, question: Question, said: Said, reason: str, items: tuple[str, ...]) -> Row:
        """Writes an answer down; gives back its row.

        Raises:
            RecordError: it cannot be written.
        """
        row: Row = {"case": case, "node": place.name}
        if isinstance(said, tuple):
            row["output"] = list(said)
        else:
            row["output" if question.shape.kind in {"text", "reason"} else "verdict"] = said
        if reason:
            row["reason"] = reason
        if place.after:
            row["after"] = list(place.after)
        if items:
            row["items"] = list(items)
        if question.sample:
            row["sample"] = question.sample
        if question.attempt:
            row["attempt"] = question.attempt
        row["meta"] = {"key": question.key}
        self._change(_place(row), row)
        return row

    def drop(self, row: Row) -> None:
        """Takes an answer back.

        Raises:
            RecordError: the file cannot be written.
        """
        self._change(_place(row), None)

    def _change(self, place: _Place, row: Row | None) -> None:
        self._changed[place] = row
        if self._stamp != _stamp(self.path):
            # Somebody else writes to it too: theirs is kept, save where it answers what was answered here.
            self._look()
        for where, changed in ((place, row), *self._changed.items()):
            self._rows.pop(where, None)
            if changed is not None:
                self._rows[where] = changed
        fresh = self.path.with_name(f".{self.path.name}")
        try:
            write_rows(str(fresh), self._rows.values())
            fresh.replace(self.path)
        except OSError as error:
            raise RecordError(_unwritable(self.path, error.strerror or str(error))) from None
        self._stamp = _stamp(self.path)

    def _look(self) -> tuple[int, int]:
        """Reads what the file holds now."""
        stamp = _stamp(self.path)
        self._rows = {}
        if stamp[1]:
            read_rows(str(self.path))
            rows = (json.loads(text) for _, text in lines_of(str(self.path)) if text.strip())
            self._rows = {_place(row): row for row in rows}
        return stamp


def said_in(row: Row) -> Said:
    """What a row answers; the whole text of a reply that is given as such."""
    said = next(row[name] for name in ANSWERS if row.get(name) is not None)
    if isinstance(said, list):
        return tuple(said)
    return said if isinstance(said, (bool, int, float)) else str(said)


def _place(row: Row) -> _Place:
    after = row.get("after")
    sample, attempt, items = row.get("sample") or 0, row.get("attempt") or 0, tuple(row.get("items") or ())
    return str(row["case"]), Asked(row["node"], tuple(after) if after else None, sample, attempt, items)


def _key(row: Row) -> str | None:
    meta = row.get("meta")
    key = meta.get("key") if isinstance(meta, dict) else None
    return key if isinstance(key, str) else None


def _stamp(path: Path) -> tuple[int, int]:
    """What tells that a file has changed: when, and its size; nothing of one that is not there."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_size


def _unwritable(path: Path, why: str) -> Problem:
    what = f"the answers cannot be written to {path}: {why}"
    return Problem(
        code="R116", what=what, where=f"--judge person:{path}", mend="name another file: --judge person:FILE"
    )
