"""Who is asking what: claims on questions, so that of several processes on one ledger one asks and the others wait.

A claim holds as long as its owner lives: the owner renews a lease while it holds claims, and an owner on this machine
whose process has ended is seen to be gone at once. No claim outlives `CLAIM_SECONDS`, so that a call that hangs for
ever in one process does not hang the others.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, Literal

LEASE_SECONDS: Final = 10.0
BEAT_SECONDS: Final = 3.0
"""How often an owner that holds claims renews its lease."""

CLAIM_SECONDS: Final = 900.0

Turn = Literal["mine", "taken"]


class Owner:
    """One process, or one ledger opened in it, as the owner of claims."""

    def __init__(self) -> None:
        self.name = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.place = place()
        self.pid = os.getpid()
        self.held: set[tuple[int, str]] = set()
        """The claims that it holds."""

    def renew(self, connection: sqlite3.Connection, now: float) -> None:
        """Writes down that it lives."""
        connection.execute(
            "INSERT OR REPLACE INTO owners(owner, place, pid, expires) VALUES (?, ?, ?, ?)",
            (self.name, self.place, self.pid, now + LEASE_SECONDS),
        )

    def claim(self, connection: sqlite3.Connection, judge: int, key: str, now: float) -> Turn:
        """Takes a question for this owner, unless a living one has it. Within a transaction that writes.

        It is taken as well where this owner has it: whoever claims a second time in one process waits like others.
        """
        if holder_of(connection, judge, key, now) is not None:
            return "taken"
        connection.execute(
            "INSERT OR REPLACE INTO claims(judge, key, owner, expires) VALUES (?, ?, ?, ?)",
            (judge, key, self.name, now + CLAIM_SECONDS),
        )
        self.held.add((judge, key))
        return "mine"

    def release(self, connection: sqlite3.Connection, questions: Iterable[tuple[int, str]]) -> None:
        """Gives claims back."""
        mine = [(*question, self.name) for question in questions if question in self.held]
        if mine:
            connection.executemany("DELETE FROM claims WHERE judge = ? AND key = ? AND owner = ?", mine)
            self.held.difference_update((judge, key) for judge, key, _ in mine)

    def leave(self, connection: sqlite3.Connection) -> None:
        """Gives back everything."""
        connection.execute("DELETE FROM claims WHERE owner = ?", (self.name,))
        connection.execute("DELETE FROM owners WHERE owner = ?", (self.name,))
        self.held.clear()


def holder_of(connection: sqlite3.Connection, judge: int, key: str, now: float) -> str | None:
    """The living owner that has a question; None when nobody has it any more."""
    row = connection.execute("SELECT owner, expires FROM claims WHERE judge = ? AND key = ?", (judge, key)).fetchone()
    if row is None or row[1] < now:
        return None
    owner = connection.execute("SELECT place, pid, expires FROM owners WHERE owner = ?", (row[0],)).fetchone()
    return str(row[0]) if owner is not None and lives(owner[0], owner[1], owner[2], now) else None


def lives(where: str, pid: int, expires: float, now: float) -> bool:
    """Whether an owner is there, by its row."""
    return expires >= now and (where != place() or is_running(pid))


def sweep(connection: sqlite3.Connection, now: float) -> None:
    """Takes away what owners that are long gone left behind."""
    connection.execute("DELETE FROM owners WHERE expires < ?", (now - LEASE_SECONDS,))
    connection.execute("DELETE FROM claims WHERE owner NOT IN (SELECT owner FROM owners)")


@cache
def place() -> str:
    """This machine, as far as numbers of processes mean the same: containers that share a disk do not share those."""
    space = ""
    with suppress(OSError):
        space = str(Path("/proc/self/ns/pid").readlink())
    return f"{platform.node()} {space}".strip()


def is_running(pid: int) -> bool:
    """Whether a process of this machine is there; where that cannot be told, yes."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return not _has_ended(pid)


def _has_ended(pid: int) -> bool:
    """Whether only its parent still has to take note that it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2][1:2] == "Z"
    except OSError:
        return False
