"""Judges, questions and replies for tests of the ledger."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from arbitree.core.records import Question, Reply
from arbitree.ledger.fingerprint import Fingerprint, fingerprint
from arbitree.ledger.ledger import Ledger
from tests.judges.questions import question

JUDGE: Fingerprint = fingerprint({"provider": "openai", "model": "m-1", "temperature": 0})
OTHER: Fingerprint = fingerprint({"provider": "openai", "model": "m-1", "temperature": 1})


def reply(number: int, *, length: int = 0) -> Reply:
    """A reply that tells its number; a long one where a row is to need several pages."""
    return Reply(
        text=f'{{"verdict": true, "reason": "reply {number}{"x" * length}"}}', input_tokens=number, model="m-1"
    )


def filled(path: Path, count: int, *, length: int = 0, judge: Fingerprint = JUDGE) -> None:
    """Writes a ledger with the replies to the questions q0, q1, ..."""
    with Ledger.open(path) as ledger:
        for number in range(count):
            ledger.put(judge, question(f"q{number}"), reply(number, length=length), seconds=0.5, cost=0.001)


def found(path: Path, count: int, *, judge: Fingerprint = JUDGE) -> dict[str, Reply]:
    """What a ledger gives back for the questions q0, q1, ..."""
    with Ledger.open(path, read_only=True) as ledger:
        entries = ledger.find_all(judge, [f"q{number}" for number in range(count)])
        assert {key: ledger.find(judge, key) for key in entries} == entries
        return {key: entry.reply for key, entry in entries.items()}


class _Closing(sqlite3.Connection):
    """A connection that is closed when nobody holds it any more; newer Pythons complain of one that is not."""

    def __del__(self) -> None:
        self.close()


def plain(path: Path) -> sqlite3.Connection:
    """A connection that knows nothing of ledgers."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=_Closing)


def asked(number: int) -> Question:
    """The question q0, q1, ..."""
    return question(f"q{number}")
