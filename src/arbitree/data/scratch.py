"""Room on disk for the length of one reading or run: temporary, seen by nobody else, gone with whoever asked for it."""

from __future__ import annotations

import sqlite3
import tempfile
import weakref
from typing import BinaryIO, Final, cast

_CACHE_KIB: Final = 2048


def scratch_table(owner: object, table: str) -> sqlite3.Connection:
    """A database with one table, closed when its owner goes; on disk is what outgrows two megabytes.

    Args:
        owner: Whoever uses it.
        table: What follows `CREATE TABLE`.
    """
    # Without a transaction that stays open, each write would be one of its own.
    database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    weakref.finalize(owner, database.close)
    for setting in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{_CACHE_KIB}"):
        database.execute(f"PRAGMA {setting}")
    database.execute(f"CREATE TABLE {table}")
    database.execute("BEGIN")
    return database


def scratch_file(owner: object) -> BinaryIO:
    """A file without a name and without a buffer, closed when its owner goes."""
    # It lives as long as its owner, which is no block of code.
    file = cast(BinaryIO, tempfile.TemporaryFile(buffering=0))  # noqa: SIM115
    weakref.finalize(owner, file.close)
    return file
