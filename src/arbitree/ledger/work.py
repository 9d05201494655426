"""What waits for the writer of a ledger: replies to be kept, questions to be claimed, callers that wait for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from arbitree.errors import Problem
from arbitree.ledger import schema
from arbitree.ledger.alone import Alone, is_taken
from arbitree.ledger.claims import Owner, holder_of, sweep
from arbitree.ledger.entries import WITHDRAWN, Entry, entry_from, row_of

Turn: TypeAlias = Entry | Literal["mine"] | Problem
"""What a claim comes to: the reply that is there by now; that it is the caller's to ask; or why nothing can be kept."""

FOUND = f"{schema.SELECT_REPLY} WHERE judge = ? AND key = ? ORDER BY seq DESC LIMIT 1"
"""The newest reply to a question. An older one never stands in for one that is damaged or withdrawn."""


class Refusal(NamedTuple):
    """A question that was declined or filtered: kept apart, and never given as an answer."""

    judge: int
    key: str
    at: float
    kind: str
    message: str
    node: str
    role: str
    input_tokens: int
    output_tokens: int


@dataclass(eq=False)
class Claiming:
    """One caller that wants to ask a question."""

    judge: int
    key: str
    since: int
    """Only replies behind this place in the ledger count."""
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Turn]
    is_given_up: bool = False
    """Set when the caller was cancelled."""
    turn: Turn | None = None


@dataclass
class Batch:
    """What one transaction writes."""

    judges: list[tuple[int, str, str]] = field(default_factory=list)
    prompts: list[tuple[str, str]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    releases: list[tuple[int, str]] = field(default_factory=list)
    claims: list[Claiming] = field(default_factory=list)
    flushed: list[threading.Event] = field(default_factory=list)
    renews: bool = False
    """Whether the owner's lease is renewed."""
    enters: bool = False
    """Whether the owner wants to have the ledger to itself."""
    looks: bool = False
    """Whether it looks for others that want it."""

    @property
    def keeps(self) -> bool:
        """Whether it holds what must not be lost, and not only claims."""
        return bool(self.entries or self.refusals)

    @property
    def writes(self) -> bool:
        """Whether there is anything to write."""
        return bool(
            self.keeps or self.judges or self.releases or self.claims or self.renews or self.enters or self.looks
        )

    def before(self, other: Batch) -> Batch:
        """This one and then another, as one."""
        return Batch(
            judges=self.judges + other.judges,
            prompts=self.prompts + other.prompts,
            entries=self.entries + other.entries,
            refusals=self.refusals + other.refusals,
            releases=self.releases + other.releases,
            claims=self.claims + other.claims,
            flushed=self.flushed + other.flushed,
            renews=self.renews or other.renews,
            enters=self.enters or other.enters,
            looks=self.looks or other.looks,
        )


def write(connection: sqlite3.Connection, batch: Batch, owner: Owner, alone: Alone, now: float) -> list[Claiming]:
    """Writes a batch in one transaction; gives back the claims on what somebody else is asking.

    Raises:
        sqlite3.Error: nothing of it was written.
    """
    held = set(owner.held)
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(schema.INSERT_JUDGE, batch.judges)
        connection.executemany(schema.INSERT_PROMPT, batch.prompts)
        _insert(connection, batch.entries)
        connection.executemany(schema.INSERT_REFUSED, batch.refusals)
        owner.release(connection, batch.releases)
        alone.drop(batch.releases)
        if batch.renews:
            owner.renew(connection, now)
            alone.renew(connection, now)
            sweep(connection, now)
        alone.look(connection, now)
        is_kept_out = bool(batch.claims or batch.enters) and alone.enter(connection, now)
        taken = [one for one in batch.claims if not _settled(connection, one, owner, alone, now, is_kept_out)]
        connection.execute("COMMIT")
    except BaseException:
        alone.settle(is_written=False)
        owner.held = held
        for one in batch.claims:
            one.turn = None
        connection.rollback()
        raise
    alone.settle(is_written=True)
    return taken


def _insert(connection: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Writes many rows with one statement: for each statement a thread lets go of the interpreter, and waits for it."""
    for start in range(0, len(entries), schema.ROWS_AT_ONCE):
        rows = [row_of(entry) for entry in entries[start : start + schema.ROWS_AT_ONCE]]
        connection.execute(schema.insert_replies(len(rows)), [value for row in rows for value in row])


def _settled(
    connection: sqlite3.Connection, one: Claiming, owner: Owner, alone: Alone, now: float, is_kept_out: bool
) -> bool:
    if one.is_given_up:
        return True
    one.turn = _there(connection, one)
    if is_kept_out or (one.judge, one.key) in alone:
        return one.turn is not None
    if one.turn is None and owner.claim(connection, one.judge, one.key, now) == "mine":
        one.turn = "mine"
    return one.turn is not None


def _there(connection: sqlite3.Connection, one: Claiming) -> Entry | None:
    row = connection.execute(FOUND, (one.judge, one.key)).fetchone()
    entry = entry_from(row) if row is not None and row[0] > one.since else None
    return entry if entry is not None and entry.redacted < WITHDRAWN else None


def looked_after(
    connection: sqlite3.Connection, waiting: Iterable[Claiming], owner: Owner, alone: Alone, now: float
) -> list[Claiming]:
    """Looks, without writing, at claims on what others were asking: gives back those to be tried again."""
    again: list[Claiming] = []
    is_kept_out = is_taken(connection, owner, now)
    for one in waiting:
        one.turn = None if one.is_given_up else _there(connection, one)
        if one.turn is not None or one.is_given_up or is_kept_out or (one.judge, one.key) in alone:
            continue
        if holder_of(connection, one.judge, one.key, now) is None:
            again.append(one)
    return again


def answer(settled: Iterable[Claiming]) -> None:
    """Tells callers what their claims came to, each in its own loop, one wake-up for each loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Claiming]] = {}
    for one in settled:
        by_loop.setdefault(one.loop, []).append(one)
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(_tell, told)
        except RuntimeError:
            # The loop has been closed: nobody waits there.
            continue


def _tell(told: Iterable[Claiming]) -> None:
    for one in told:
        if not one.future.done() and one.turn is not None:
            one.future.set_result(one.turn)
