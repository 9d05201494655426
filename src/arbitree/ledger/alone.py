"""An owner that has a ledger to itself claims no question: it says once that it is alone, and gives that up when asked.

To claim each question takes longer than to ask it this side of the socket, and mostly nobody else is there. So an owner
that finds no other one alive writes a single row, which stands for every question. Another one that comes finds that
row, writes one that says so, and asks nothing as long as the first one stands; its owner, which looks for such a row at
least every `LOOK_SECONDS` while it is asking, puts a claim on each question that it is asking into its place. An owner
that is gone, and one that asks nothing for a while, holds nobody up.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterable
from typing import Final, TypeAlias

from arbitree.ledger.claims import CLAIM_SECONDS, Owner, holder_of, lives

_ALONE: Final = (-2, "")
"""Stands in the table of claims for every question. No judge has a number below 0."""

_WANTED: Final = -1
"""Stands there for a judge where an owner says that it is there, too."""

IDLE_SECONDS: Final = 1.0
"""After so long without a question an owner no longer says that it is alone."""

_Asked: TypeAlias = "tuple[int, str]"


class Alone:
    """Whether an owner has the ledger to itself, and what it is asking without a claim. Any thread may `take`.

    The methods with a connection belong within a transaction that writes; `settle` follows its end.
    """

    def __init__(self, owner: Owner) -> None:
        self.number = 0
        """How many times it has come to have the ledger to itself, where it has it now; else 0."""
        self._owner = owner
        self._times = 0
        self._lock = threading.Lock()
        self._asking: set[_Asked] = set()
        self._last = 0.0
        self._seen = -1
        self._is_stale = False
        self._entered = False
        self._published: tuple[_Asked, ...] | None = None
        self._dropped: list[_Asked] = []

    def take(self, question: _Asked) -> bool:
        """Whether a question may be asked without a claim: it is alone, and is not asking the same already."""
        with self._lock:
            if not self.number or question in self._asking or question in self._owner.held:
                return False
            self._asking.add(question)
            self._last = time.monotonic()
            return True

    def __contains__(self, question: _Asked) -> bool:
        return question in self._asking

    @property
    def is_asking(self) -> bool:
        """Whether anything is on its way without a claim."""
        return bool(self._asking)

    @property
    def is_idle(self) -> bool:
        """Whether it has had the ledger to itself for a while without need."""
        return bool(self.number) and not self._asking and time.monotonic() - self._last > IDLE_SECONDS

    def drop(self, questions: Iterable[_Asked]) -> None:
        """Notes that questions are no longer being asked."""
        with self._lock:
            dropped = [question for question in questions if question in self._asking]
            self._asking.difference_update(dropped)
        self._dropped += dropped

    def notice(self, connection: sqlite3.Connection) -> bool:
        """Whether it has to `look`: somebody else has written, or it has been idle. Before the transaction."""
        before, self._seen = self._seen, connection.execute("PRAGMA data_version").fetchone()[0]
        self._is_stale = before != self._seen
        return bool(self.number) and (self._is_stale or self.is_idle)

    def enter(self, connection: sqlite3.Connection, now: float) -> bool:
        """Has the ledger to itself where no other owner lives; else says that this one is there too.

        Gives back whether it has to wait, since another one has it to itself. The owner's own lease has been renewed.
        """
        if self.number:
            return False
        me = self._owner.name
        others = connection.execute("SELECT place, pid, expires FROM owners WHERE owner != ?", (me,)).fetchall()
        if not any(lives(where, pid, expires, now) for where, pid, expires in others):
            connection.execute("DELETE FROM claims WHERE judge < 0")
            _insert(connection, [(*_ALONE, me, now + CLAIM_SECONDS)])
            self._entered = True
            return False
        if holder_of(connection, *_ALONE, now) in (None, me):
            return False
        _insert(connection, [(_WANTED, me, me, now + CLAIM_SECONDS)])
        return True

    def look(self, connection: sqlite3.Connection, now: float) -> None:
        """Gives it up where another owner is there too or has it by now, and where it has been idle.

        Where somebody has written who asks nothing, as an import does, it counts as another time.
        """
        if not self.number:
            return
        me = self._owner.name
        rows = connection.execute("SELECT judge, owner FROM claims WHERE judge < 0").fetchall()
        is_mine = (_ALONE[0], me) in rows
        if is_mine and len(rows) == 1 and not self.is_idle:
            if self._is_stale:
                self._times += 1
                self.number = self._times
            return
        with self._lock:
            # From here on every question is claimed; what is on its way already is claimed now.
            self.number, self._published = 0, tuple(self._asking)
        claims = [(*question, me, now + CLAIM_SECONDS) for question in self._published]
        _insert(connection, claims)
        if is_mine:
            connection.execute("DELETE FROM claims WHERE judge < 0")

    def settle(self, *, is_written: bool) -> None:
        """Takes note of how the transaction ended."""
        with self._lock:
            if not is_written:
                self._asking.update(self._dropped)
                self.number = self._times if self._published is not None else self.number
            elif self._published is not None:
                self._owner.held.update(self._published)
                self._asking.difference_update(self._published)
            if is_written and self._entered:
                self._times += 1
                self.number, self._last = self._times, time.monotonic()
            self._entered, self._published, self._dropped = False, None, []

    def renew(self, connection: sqlite3.Connection, now: float) -> None:
        """Says that it still is so."""
        if self.number:
            connection.execute(
                "UPDATE claims SET expires = ? WHERE judge = ? AND owner = ?",
                (now + CLAIM_SECONDS, _ALONE[0], self._owner.name),
            )


def is_taken(connection: sqlite3.Connection, owner: Owner, now: float) -> bool:
    """Whether a living owner other than this one has the ledger to itself."""
    return holder_of(connection, *_ALONE, now) not in (None, owner.name)


def _insert(connection: sqlite3.Connection, claims: list[tuple[int, str, str, float]]) -> None:
    # One that is another's stays.
    connection.executemany("INSERT OR IGNORE INTO claims(judge, key, owner, expires) VALUES (?, ?, ?, ?)", claims)
