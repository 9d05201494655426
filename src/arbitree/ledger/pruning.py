"""Takes replies out of a ledger for good: by age, by judge, by size, or because newer ones have replaced them."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from arbitree.ledger.sessions import shrink, writing

_TABLES = ("replies", "prompts", "refused")


@dataclass(frozen=True, kw_only=True)
class Pruned:
    """How much was taken out."""

    replies: int
    prompts: int
    refused: int


def prune(
    path: Path,
    *,
    before: float | None = None,
    judge: str | None = None,
    most_bytes: int | None = None,
    superseded: bool = False,
    prompts: bool = False,
) -> Pruned:
    """Takes replies out of a ledger; their bytes are overwritten.

    Args:
        path: the ledger.
        before: replies that came before this moment, in seconds of Unix time.
        judge: only those of judges whose form holds this text. With no other rule: all of theirs.
        most_bytes: the oldest ones, until the file is no larger.
        superseded: replies that a newer one to the same question has replaced.
        prompts: every stored prompt; the replies stay.

    Raises:
        RecordError: it cannot be written to.
    """
    with writing(path) as connection:
        counted = _counts(connection)
        theirs = _theirs(connection, judge)
        connection.execute("BEGIN IMMEDIATE")
        if before is not None or (judge is not None and most_bytes is None and not superseded and not prompts):
            limit = math.inf if before is None else before
            for table in ("replies", "refused"):
                connection.execute(f"DELETE FROM {table} WHERE at < ? AND {theirs}", (limit,))
        if superseded:
            newest = "SELECT max(seq) FROM replies GROUP BY judge, key"
            connection.execute(f"DELETE FROM replies WHERE seq NOT IN ({newest}) AND {theirs}")
        if prompts:
            connection.execute("DELETE FROM prompts")
        _drop_unused(connection)
        connection.execute("COMMIT")
        shrink(connection)
        if most_bytes is not None:
            _fit(connection, most_bytes, theirs)
        left = _counts(connection)
    replies, kept, refused = (was - now for was, now in zip(counted, left, strict=True))
    return Pruned(replies=replies, prompts=kept, refused=refused)


def _counts(connection: sqlite3.Connection) -> list[int]:
    return [int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in _TABLES]


def _theirs(connection: sqlite3.Connection, judge: str | None) -> str:
    """The condition that rows are of the judges meant."""
    if judge is None:
        return "1"
    forms = connection.execute("SELECT number, form FROM judges").fetchall()
    return f"judge IN ({', '.join(str(int(number)) for number, form in forms if judge in form)})"


def _drop_unused(connection: sqlite3.Connection) -> None:
    """Prompts and judges that no reply refers to any more."""
    connection.execute("DELETE FROM prompts WHERE digest NOT IN (SELECT asked FROM replies)")
    used = "SELECT judge FROM replies UNION SELECT judge FROM refused"
    connection.execute(f"DELETE FROM judges WHERE number NOT IN ({used})")


def _fit(connection: sqlite3.Connection, most_bytes: int, theirs: str) -> None:
    """Takes out the oldest replies until the file is small enough, or none of them is left."""
    while (size := _size(connection)) > most_bytes:
        count = connection.execute(f"SELECT count(*) FROM replies WHERE {theirs}").fetchone()[0]
        if not count:
            return
        # A little more than the share that is too much, since the tables themselves take some room.
        share = min(1.0, 1.02 * (size - most_bytes) / size)
        connection.execute("BEGIN IMMEDIATE")
        oldest = f"SELECT seq FROM replies WHERE {theirs} ORDER BY seq LIMIT ?"
        connection.execute(f"DELETE FROM replies WHERE seq IN ({oldest})", (max(1, math.ceil(count * share)),))
        _drop_unused(connection)
        connection.execute("COMMIT")
        shrink(connection)


def _size(connection: sqlite3.Connection) -> int:
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages) * int(size)
