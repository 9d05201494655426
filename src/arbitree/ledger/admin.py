"""What a ledger holds, and how whole it is."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arbitree.ledger import schema
from arbitree.ledger.entries import entry_from
from arbitree.ledger.sessions import reading


@dataclass(frozen=True, kw_only=True)
class JudgeStats:
    """What a ledger holds of one judge."""

    form: str
    """What the judge is, as it told; empty when that was lost."""
    replies: int
    questions: int
    """Different questions; fewer than replies where some were asked afresh."""
    given_up: int
    """Replies with which a question was given up as unreadable."""
    refused: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """In US dollars; None when none is known."""
    seconds: float
    """How long all of them took, waits before further tries included."""
    tries: int
    """Calls that had failed for a passing reason before a reply came."""
    first: float
    """When its first reply came, in seconds of Unix time."""
    last: float


@dataclass(frozen=True, kw_only=True)
class Stats:
    """What a ledger holds."""

    bytes: int
    replies: int
    prompts: int
    """Stored prompts."""
    judges: tuple[JudgeStats, ...]
    """The one with most replies first."""


def stats(path: Path) -> Stats:
    """What a ledger holds, by judge.

    Raises:
        RecordError: it cannot be read.
    """
    with reading(path) as connection:
        forms = dict(connection.execute("SELECT number, form FROM judges").fetchall())
        refused = dict(connection.execute("SELECT judge, count(*) FROM refused GROUP BY judge").fetchall())
        tries = _tries(connection)
        query = """SELECT judge, count(*), count(DISTINCT key), sum(closes), sum(input_tokens), sum(output_tokens),
                   sum(cost), sum(seconds), min(at), max(at)
                   FROM replies GROUP BY judge ORDER BY count(*) DESC, judge"""
        judges = tuple(
            JudgeStats(
                form=forms.get(row[0], ""),
                replies=row[1],
                questions=row[2],
                given_up=row[3],
                refused=refused.get(row[0], 0),
                input_tokens=row[4],
                output_tokens=row[5],
                cost=row[6],
                seconds=row[7],
                tries=tries[row[0]],
                first=row[8],
                last=row[9],
            )
            for row in connection.execute(query)
        )
        prompts = connection.execute("SELECT count(*) FROM prompts").fetchone()[0]
    size = sum(file.stat().st_size for suffix in ("", "-wal") if (file := path.with_name(path.name + suffix)).exists())
    return Stats(bytes=size, replies=sum(judge.replies for judge in judges), prompts=prompts, judges=judges)


def _tries(connection: sqlite3.Connection) -> Counter[int]:
    """How many calls had failed before a reply came, by judge."""
    found: Counter[int] = Counter()
    for judge, rest in connection.execute("SELECT judge, rest FROM replies WHERE rest LIKE '%\"tries\"%'"):
        with suppress(ValueError, TypeError, AttributeError):
            found[judge] += int(json.loads(rest).get("tries", 0))
    return found


@dataclass(frozen=True, kw_only=True)
class Verified:
    """How whole a ledger is."""

    replies: int
    """Rows that are whole."""
    damaged: tuple[int, ...]
    """The places of rows whose checksum does not fit."""
    faults: tuple[str, ...]
    """What SQLite finds wrong with the file's structure."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damaged and not self.faults


def verify(path: Path) -> Verified:
    """How whole a ledger is: every page and every row is looked at.

    Raises:
        RecordError: it cannot be read at all.
    """
    with reading(path, though_damaged=True) as connection:
        faults: list[str] = []
        damaged: list[int] = []
        whole = 0
        try:
            found = connection.execute("PRAGMA integrity_check(20)")
            faults += (str(line) for (line,) in found if line != "ok")
            for row in connection.execute(f"{schema.SELECT_REPLY} ORDER BY seq"):
                if entry_from(row) is None:
                    damaged.append(row[0])
                else:
                    whole += 1
        except sqlite3.Error as error:
            faults.append(str(error))
    return Verified(replies=whole, damaged=tuple(damaged), faults=tuple(faults))
