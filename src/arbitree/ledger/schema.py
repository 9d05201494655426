"""The tables of a ledger, their version, and how a ledger of an older version is brought up to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from arbitree.ledger.entries import COLUMNS

APPLICATION: Final = 0x61726274
"""`arbt`: what tells a ledger from other SQLite files."""

VERSION: Final = 1
"""The version of the tables. It changes when an older arbitree could misread what a newer one wrote."""

PAGE_SIZE: Final = 4096

TABLES: Final = (
    """CREATE TABLE replies(
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        judge INTEGER NOT NULL, key TEXT NOT NULL, first TEXT NOT NULL, closes INTEGER NOT NULL,
        redacted INTEGER NOT NULL, text TEXT NOT NULL, rest TEXT NOT NULL, model TEXT NOT NULL,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost REAL, seconds REAL NOT NULL,
        at REAL NOT NULL, node TEXT NOT NULL, role TEXT NOT NULL, sample INTEGER NOT NULL, attempt INTEGER NOT NULL,
        shape TEXT NOT NULL, asked TEXT NOT NULL, sum INTEGER NOT NULL)""",
    "CREATE INDEX replies_found ON replies(judge, key)",
    "CREATE INDEX replies_given_up ON replies(judge) WHERE closes = 1",
    "CREATE TABLE judges(number INTEGER PRIMARY KEY, digest TEXT NOT NULL, form TEXT NOT NULL)",
    "CREATE TABLE prompts(seq INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, messages TEXT NOT NULL)",
    """CREATE TABLE refused(
        seq INTEGER PRIMARY KEY, judge INTEGER NOT NULL, key TEXT NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL,
        message TEXT NOT NULL, node TEXT NOT NULL, role TEXT NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL)""",
    """CREATE TABLE claims(
        judge INTEGER NOT NULL, key TEXT NOT NULL, owner TEXT NOT NULL, expires REAL NOT NULL,
        PRIMARY KEY(judge, key)) WITHOUT ROWID""",
    "CREATE TABLE owners(owner TEXT PRIMARY KEY, place TEXT NOT NULL, pid INTEGER NOT NULL, expires REAL NOT NULL)",
)
"""`replies` is the ledger; the others say what its numbers mean, and who is asking what just now."""

INSERT_REPLY: Final = f"INSERT INTO replies({', '.join(COLUMNS)}, sum) VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
ROWS_AT_ONCE: Final = 40
"""How many rows one statement writes: older versions of SQLite take 999 values."""

INSERT_REPLY_AT: Final = f"INSERT INTO replies(seq, {', '.join(COLUMNS)}, sum) VALUES (?{', ?' * (len(COLUMNS) + 1)})"
"""The same, at a place that is given."""

SELECT_REPLY: Final = f"SELECT seq, {', '.join(COLUMNS)}, sum FROM replies"
INSERT_JUDGE: Final = "INSERT OR IGNORE INTO judges(number, digest, form) VALUES (?, ?, ?)"
INSERT_PROMPT: Final = "INSERT OR IGNORE INTO prompts(digest, messages) VALUES (?, ?)"
INSERT_REFUSED: Final = (
    "INSERT INTO refused(judge, key, at, kind, message, node, role, input_tokens, output_tokens)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
LAST_SEQ: Final = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'replies'), 0)"

Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({})
"""From a version to the next one; each runs inside the transaction that also raises the version."""


def make(connection: sqlite3.Connection) -> None:
    """Makes the tables in an empty file, in one transaction; another process may just have done so."""
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        if version_of(connection) == 0:
            for statement in TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def migrate(
    connection: sqlite3.Connection, migrations: Mapping[int, Migration] = MIGRATIONS, to: int = VERSION
) -> None:
    """Brings an older ledger up to a version, each step whole or not at all."""
    while version_of(connection) < to:
        connection.execute("BEGIN EXCLUSIVE")
        try:
            # Read again: another process may have made the step while this one waited.
            version = version_of(connection)
            if version < to:
                migrations[version](connection)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version that the file names; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def application_of(connection: sqlite3.Connection) -> int:
    """The application that the file names; 0 for an empty one."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


@cache
def insert_replies(count: int) -> str:
    """The statement that writes so many replies."""
    row = f"({', '.join('?' * (len(COLUMNS) + 1))})"
    return f"INSERT INTO replies({', '.join(COLUMNS)}, sum) VALUES {', '.join([row] * count)}"
