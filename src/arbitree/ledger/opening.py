"""Opens the file of a ledger and tries what a run will need of it, so that what is wrong is said before it starts.

The file is looked at through SQLite alone. To open it otherwise, if only to read its first bytes, and to close it again
would drop every lock that this process holds on it (so POSIX has it): another process that then ends takes itself for
the last one, deletes the log that this one writes to, and what was written is lost.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from arbitree.errors import RecordError
from arbitree.ledger import schema, troubles
from arbitree.ledger.places import refuse_place

BUSY_SECONDS: Final = 5.0
"""How long one statement waits for another connection before it gives up."""

CHECKED_BYTES: Final = 64 * 1024 * 1024
"""A file up to this size is checked from end to end when it is opened: 1 to 2 ms a megabyte."""


def open_to_write(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that writes: the ledger is there, ours, whole, unlocked, and a row can be written and taken back.

    Raises:
        RecordError: it is not so; says why.
    """
    refuse_place(path, writes=True)
    try:
        connection = connect(path, busy_seconds=busy_seconds)
    except sqlite3.Error as error:
        raise RecordError(troubles.problem_of(error, str(path))) from None
    try:
        _begin_writing(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise RecordError(troubles.problem_of(error, str(path))) from None
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_read(path: Path, *, busy_seconds: float = BUSY_SECONDS, though_damaged: bool = False) -> sqlite3.Connection:
    """A connection that reads only; in a folder that is read-only too.

    Args:
        path: The file.
        busy_seconds: How long to wait for another program that holds it.
        though_damaged: Open it though its pages contradict each other, to see what is wrong with it.

    Raises:
        RecordError: there is no ledger, or it cannot be read.
    """
    refuse_place(path, writes=False)
    wal = path.with_name(path.name + "-wal")
    # With nothing beside the file nobody is writing, and it can be read though its folder may not be written to.
    modes = ("mode=ro",) if wal.exists() and wal.stat().st_size else ("mode=ro", "mode=ro&immutable=1")
    for mode in modes:
        try:
            return _read_in(path, mode, busy_seconds, though_damaged=though_damaged)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            unwritable = code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not unwritable or mode == modes[-1]:
                raise RecordError(troubles.problem_of(error, str(path))) from None
    raise AssertionError("one of the modes opens it or says why not")


def _read_in(path: Path, mode: str, busy_seconds: float, *, though_damaged: bool) -> sqlite3.Connection:
    connection = connect(path, mode, busy_seconds=busy_seconds)
    try:
        if schema.version_of(connection) == 0 and not _tables(connection):
            raise RecordError(troubles.absent(str(path), ""))
        _refuse_other(connection, path)
        if not though_damaged:
            _refuse_damage(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def connect(path: Path, mode: str = "mode=rwc", *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A plain connection without transactions of its own, that any one thread at a time may use."""
    place = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(
        place, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False, cached_statements=64
    )
    try:
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin_writing(connection: sqlite3.Connection, path: Path) -> None:
    if schema.version_of(connection) == 0:
        _refuse_other_tables(connection, path)
        schema.make(connection)
    _refuse_other(connection, path)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise RecordError(troubles.networked(str(path), f"its journal mode stays {mode!r}"))
    schema.migrate(connection)
    _refuse_damage(connection, path)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO owners(owner, place, pid, expires) VALUES ('try', '', 0, 0)")
    connection.execute("DELETE FROM owners WHERE owner = 'try'")
    connection.execute("COMMIT")


def _refuse_other(connection: sqlite3.Connection, path: Path) -> None:
    application, version = schema.application_of(connection), schema.version_of(connection)
    if application != schema.APPLICATION:
        raise RecordError(troubles.foreign(str(path), "it is a SQLite file of another program"))
    if version > schema.VERSION:
        raise RecordError(troubles.newer(str(path), version, schema.VERSION))


def _refuse_other_tables(connection: sqlite3.Connection, path: Path) -> None:
    tables = _tables(connection)
    # Another process may be at making it just now: then the version stands there by the time its tables do.
    if tables and schema.version_of(connection) == 0:
        listed = ", ".join(tables[:5])
        raise RecordError(troubles.foreign(str(path), f"it is a SQLite file of another program, with {listed}"))


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]


def _refuse_damage(connection: sqlite3.Connection, path: Path) -> None:
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    if pages * size > CHECKED_BYTES:
        connection.execute("SELECT seq, sum FROM replies ORDER BY seq DESC LIMIT 1").fetchone()
        return
    found = [line for (line,) in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise RecordError(troubles.damaged(str(path), " ".join(str(found[0]).split())))
