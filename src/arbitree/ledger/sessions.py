"""Connections for what is done with a ledger between runs; whatever fails is one problem that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbitree.errors import RecordError
from arbitree.ledger import schema, troubles
from arbitree.ledger.entries import Entry, entry_from
from arbitree.ledger.opening import open_to_read, open_to_write
from arbitree.ledger.places import refuse_place


@contextmanager
def reading(path: Path, *, though_damaged: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection that reads.

    Raises:
        RecordError: there is no ledger, or it cannot be read.
    """
    connection = open_to_read(path, though_damaged=though_damaged)
    try:
        yield connection
    except sqlite3.Error as error:
        raise RecordError(troubles.problem_of(error, str(path))) from None
    finally:
        connection.close()


@contextmanager
def writing(path: Path, *, makes: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection that writes to a ledger that is there, or that is made.

    Raises:
        RecordError: it cannot be written to.
    """
    if not makes:
        refuse_place(path, writes=False)
    connection = open_to_write(path)
    try:
        yield connection
    except sqlite3.Error as error:
        raise RecordError(troubles.problem_of(error, str(path))) from None
    finally:
        if connection.in_transaction:
            connection.rollback()
        connection.close()


def entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    """Every whole entry, in the order of the ledger."""
    for row in connection.execute(f"{schema.SELECT_REPLY} ORDER BY seq"):
        entry = entry_from(row)
        if entry is not None:
            yield entry


def shrink(connection: sqlite3.Connection) -> None:
    """Gives space that is no longer used back to the disk, the log's too, so that nothing of it is left to be read."""
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
