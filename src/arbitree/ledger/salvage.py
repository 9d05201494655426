"""Saves what is whole of a damaged ledger, row by row, into a new file that takes its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arbitree.errors import Problem, RecordError
from arbitree.ledger import schema, troubles
from arbitree.ledger.entries import COLUMNS, Entry, digest_of_messages, entry_from, row_of
from arbitree.ledger.fingerprint import digest_of, number_of
from arbitree.ledger.opening import connect
from arbitree.ledger.pages import rows_in
from arbitree.ledger.places import refuse_place

_REALS: Final = tuple(1 + COLUMNS.index(name) for name in ("cost", "seconds", "at"))
"""Where a row has reals: SQLite writes whole ones as integers."""

_BESIDE: Final = ("", "-wal", "-shm")


@dataclass(frozen=True, kw_only=True)
class Salvaged:
    """What was saved."""

    replies: int
    judges: int
    prompts: int
    kept_as: Path
    """Where the damaged file is now."""


def salvage(path: Path, *, page_size: int = schema.PAGE_SIZE) -> Salvaged:
    """Puts a new ledger in the place of a damaged one, with every row of it that is whole; keeps the damaged file.

    Nobody else may use the ledger meanwhile.

    Raises:
        RecordError: there is no file, nothing of a ledger is in it, or another program holds it.
    """
    if not path.exists():
        refuse_place(path, writes=False)
    refuse_place(path, writes=True)
    fresh = path.with_name(path.name + ".mended")
    fresh.unlink(missing_ok=True)
    try:
        with closing(connect(fresh)) as connection:
            schema.make(connection)
            counts = _saved(connection, path, page_size)
    except (sqlite3.Error, OSError) as error:
        raise RecordError(troubles.problem_of(error, str(fresh))) from None
    if not any(counts):
        fresh.unlink()
        what = "nothing of a ledger is in this file"
        mend = "name the file that was a ledger; if it was this one, nothing of it can be saved: delete it"
        raise RecordError(Problem(code="R152", what=what, where=str(path), mend=mend))
    # Only now: to connect can bring the write-ahead log into the file, or cut it off where it is torn.
    _refuse_used(path)
    kept = _free_name(path)
    for suffix in _BESIDE:
        old = path.with_name(path.name + suffix)
        if old.exists():
            old.rename(kept.with_name(kept.name + suffix))
    fresh.rename(path)
    return Salvaged(replies=counts[0], judges=counts[1], prompts=counts[2], kept_as=kept)


def _saved(connection: sqlite3.Connection, path: Path, page_size: int) -> tuple[int, int, int]:
    judges: dict[int, tuple[int, str, str]] = {}
    prompts: dict[str, str] = {}
    replies: dict[int, Entry] = {}
    for rowid, values in rows_in(path, page_size):
        if (entry := _entry(rowid, values)) is not None:
            # An older version of the page may hold the row too; rows never change, save for words blotted out.
            known = replies.get(rowid)
            if known is None or entry.redacted >= known.redacted:
                replies[rowid] = entry
        elif len(values) == 3:
            _note(values, rowid, judges, prompts)
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(schema.INSERT_REPLY_AT, ((seq, *row_of(replies[seq])) for seq in sorted(replies)))
    connection.executemany(schema.INSERT_JUDGE, judges.values())
    connection.executemany(schema.INSERT_PROMPT, prompts.items())
    connection.execute("COMMIT")
    return len(replies), len(judges), len(prompts)


def _entry(rowid: int, values: list[Any]) -> Entry | None:
    if len(values) != len(COLUMNS) + 2:
        return None
    row = [rowid, *values[1:]]
    for place in _REALS:
        row[place] = float(row[place]) if isinstance(row[place], int) else row[place]
    try:
        return entry_from(row)
    except (TypeError, ValueError, KeyError, IndexError):
        return None


def _note(values: list[Any], rowid: int, judges: dict[int, tuple[int, str, str]], prompts: dict[str, str]) -> None:
    """Takes in a row of three values where it is a judge or a prompt: both can be told from their digests."""
    _, digest, text = values
    if not isinstance(digest, str) or not isinstance(text, str):
        return
    if digest == digest_of(text):
        judges[number_of(digest)] = (number_of(digest), digest, text)
    elif digest == digest_of_messages(text):
        prompts[digest] = text


def _refuse_used(path: Path) -> None:
    """Passes only a file that nobody holds; one that is too damaged to tell is held by nobody."""
    try:
        with closing(connect(path, "mode=rw", busy_seconds=1.0)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        if troubles.is_busy(error):
            raise RecordError(troubles.locked(str(path))) from None


def _free_name(path: Path) -> Path:
    numbers: Iterator[int] = iter(range(1, 1_000_000))
    return next(free for number in numbers if not (free := path.with_name(f"{path.name}.damaged-{number}")).exists())
