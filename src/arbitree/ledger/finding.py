"""Finds stored replies: one, many, or all of a judge's. A row that was damaged is never given back."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from arbitree.errors import RecordError
from arbitree.ledger import schema, troubles
from arbitree.ledger.entries import COLUMNS, WITHDRAWN, Entry, Found, entry_from, found_from
from arbitree.ledger.fingerprint import Fingerprint
from arbitree.ledger.work import FOUND

_KEY: Final = 1 + COLUMNS.index("key")

IN_ONE_GO: Final = 400
"""How many keys one statement looks up."""


class Finder:
    """Reads a ledger. Any thread may use it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.damaged = 0
        """How many rows were found damaged; they were never given as an answer."""
        self._connection = connection
        self._lock = threading.Lock()
        self._coming: dict[tuple[int, str], Entry] = {}
        """Entries that are on their way to the disk."""

    def find(self, judge: Fingerprint, key: str) -> Entry | None:
        """The newest reply of a judge to a question, if there is one that is whole and may be given as an answer."""
        coming = self._coming.get((judge.number, key))
        if coming is not None:
            return coming
        rows = self._select(FOUND, (judge.number, key))
        return self._whole(rows[0]) if rows else None

    def answer(self, judge: Fingerprint, key: str) -> Found | None:
        """The reply that `find` gives, with no more of its entry than an answer needs."""
        coming = self._coming.get((judge.number, key))
        if coming is not None:
            return Found(coming.reply, coming.origin, coming.seq, coming.redacted)
        rows = self._select(FOUND, (judge.number, key))
        found = found_from(rows[0]) if rows else None
        self.damaged += bool(rows) and found is None
        return found if found is not None and found.redacted < WITHDRAWN else None

    def find_all(self, judge: Fingerprint, keys: Sequence[str]) -> dict[str, Entry]:
        """The newest replies of a judge to many questions, by key; faster than one by one."""
        found: dict[str, Entry] = {}
        for start in range(0, len(keys), IN_ONE_GO):
            part = keys[start : start + IN_ONE_GO]
            marks = ", ".join("?" * len(part))
            query = f"{schema.SELECT_REPLY} WHERE judge = ? AND key IN ({marks}) ORDER BY seq"
            found |= self._newest(self._select(query, (judge.number, *part)))
        return found | {key: one for key in keys if (one := self._coming.get((judge.number, key))) is not None}

    def load(self, judge: Fingerprint) -> dict[str, Entry]:
        """The newest reply of a judge to every question, by key: what a run that only rescores reads once."""
        query = f"{schema.SELECT_REPLY} WHERE judge = ? ORDER BY seq"
        found = self._newest(self._select(query, (judge.number,)))
        coming = list(self._coming.values())
        return found | {one.key: one for one in coming if one.judge == judge.number}

    def given_up(self, judge: Fingerprint) -> Mapping[str, int]:
        """The questions that a judge never answered readably, by the key of their first attempt: when that was."""
        query = "SELECT first, key, seq FROM replies WHERE judge = ? AND closes = 1 ORDER BY seq"
        return {first or key: seq for first, key, seq in self._select(query, (judge.number,))}

    def judges(self) -> dict[int, str]:
        """The form of every judge that is in it, by number."""
        return dict(self._select("SELECT number, form FROM judges ORDER BY number"))

    def last(self, judge: Fingerprint) -> int:
        """The place of the newest reply of a judge; 0 when there is none on disk."""
        return int(self._select("SELECT coalesce(max(seq), 0) FROM replies WHERE judge = ?", (judge.number,))[0][0])

    def newest(self) -> int:
        """The place of the newest reply."""
        return int(self._select(schema.LAST_SEQ)[0][0])

    def _whole(self, row: tuple[Any, ...]) -> Entry | None:
        entry = entry_from(row)
        if entry is None:
            self.damaged += 1
            return None
        return entry if entry.redacted < WITHDRAWN else None

    def _newest(self, rows: Iterable[tuple[Any, ...]]) -> dict[str, Entry]:
        newest = {row[_KEY]: row for row in rows}
        return {key: entry for key, row in newest.items() if (entry := self._whole(row)) is not None}

    def _select(self, query: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(query, parameters).fetchall()
        except sqlite3.Error as error:
            raise RecordError(troubles.problem_of(error, str(self.path))) from None
