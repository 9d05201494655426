"""The thread that writes a ledger: many replies in one transaction, beside the event loop and never in it.

A reply is written at most `KEEP_SECONDS` and one commit after it came, which no kill undoes. What cannot be written
stays here and is tried again; meanwhile `trouble` says why, so that no further question is paid for.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arbitree.errors import Problem, RecordError
from arbitree.ledger import troubles
from arbitree.ledger.alone import IDLE_SECONDS, Alone
from arbitree.ledger.claims import BEAT_SECONDS, Owner
from arbitree.ledger.disk import Disk
from arbitree.ledger.entries import Entry
from arbitree.ledger.work import Batch, Claiming, answer, looked_after, write

KEEP_SECONDS: Final = 0.025
"""How long a reply waits for others to be written with."""

CLAIM_SECONDS: Final = 0.001
"""How long a claim waits for others; its caller waits with it."""

LOOK_SECONDS: Final = (0.02, 0.25)
"""How often a claim on what another process is asking is looked after: at first, and when nothing happens."""

PATIENCE_SECONDS: Final = 20.0
"""How long a ledger may be held by another program before that counts as trouble."""


class Writer:
    """Takes in work from any thread, and writes it in one of its own."""

    def __init__(self, connection: sqlite3.Connection, path: Path, written: Callable[[list[Entry]], None]) -> None:
        """Starts nothing: the thread is started by the first work.

        Args:
            connection: What it writes through; nobody else uses it from now on.
            path: The file, for messages.
            written: Is told which entries are on disk.
        """
        self.trouble: Problem | None = None
        """Why nothing can be written just now."""
        self.owner = Owner()
        self.alone = Alone(self.owner)
        self._connection, self._path, self._written = connection, path, written
        self._wake = threading.Condition()
        self._batch = Batch()
        self._due = math.inf
        self._waiting: list[Claiming] = []
        self._look = LOOK_SECONDS[0]
        self._seen = -1
        self._renewed = 0.0
        self._disk = Disk(path)
        self._failing_since: float | None = None
        self._thread: threading.Thread | None = None
        self._is_closing = False

    def add(self, put: Callable[[Batch], None], *, within: float) -> None:
        """Adds work, to be done within some seconds."""
        with self._wake:
            put(self._batch)
            self._hurry(within)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="arbitree-ledger", daemon=True)
                self._thread.start()

    def flush(self, timeout: float | None = None) -> bool:
        """Waits until everything that was added before is on disk; whether it is."""
        done = threading.Event()
        if self._thread is None:
            return True
        self.add(lambda batch: batch.flushed.append(done), within=0)
        return done.wait(timeout)

    def enter(self) -> int:
        """Has the ledger to itself where nobody else is there; gives back the number of that time, or 0."""
        self.add(_enters, within=0)
        self.flush()
        return self.alone.number

    def close(self) -> None:
        """Writes what is left, gives back every claim, and ends the thread.

        Raises:
            RecordError: there is something left that cannot be written.
        """
        with self._wake:
            self._is_closing = True
            self._hurry(0)
        if self._thread is not None:
            self._thread.join()
        self._disk.close()
        left = len(self._batch.entries)
        try:
            if not left and self._thread is not None:
                self._connection.execute("BEGIN IMMEDIATE")
                self.owner.leave(self._connection)
                self._connection.execute("COMMIT")
        except sqlite3.Error:
            # Claims that stay run out by themselves.
            self._connection.rollback()
        self._connection.close()
        if left and self.trouble is not None:
            raise RecordError(troubles.unkept(left, self.trouble))

    def _hurry(self, within: float) -> None:
        due = time.monotonic() + within
        if due < self._due:
            self._due = due
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                while (pause := self._due - time.monotonic()) > 0 and not self._is_closing:
                    self._wake.wait(None if pause == math.inf else pause)
                batch, self._batch, self._due = self._batch, Batch(), math.inf
                is_last = self._is_closing
            self._do(batch)
            if is_last:
                self._end()
                return
            self._plan_next()

    def _do(self, batch: Batch) -> None:
        """Writes a batch; what cannot be written is put back in front of what has come since."""
        now = time.time()
        try:
            self._look_after(batch, now)
            batch.renews = self._is_due(batch, now)
            batch.looks = self.alone.notice(self._connection)
            taken = write(self._connection, batch, self.owner, self.alone, now) if batch.writes else []
        except Exception as error:
            # Even a fault of our own: a thread that ended here would leave everyone waiting who waits for it.
            self._failed(batch, error)
            return
        self._failing_since, self.trouble = None, None
        if batch.keeps:
            self._disk.bring()
        self._renewed = now if batch.renews else self._renewed
        self._waiting += taken
        self._written(batch.entries)
        answer(one for one in batch.claims if one.turn is not None)
        self._drop_unwanted(batch.claims)
        for event in batch.flushed:
            event.set()

    def _look_after(self, batch: Batch, now: float) -> None:
        """Moves claims on what others were asking to the batch once they may be had; answers those that are settled."""
        if not self._waiting:
            return
        seen = self._connection.execute("PRAGMA data_version").fetchone()[0]
        self._look = LOOK_SECONDS[0] if seen != self._seen else min(self._look * 2, LOOK_SECONDS[1])
        self._seen = seen
        again = looked_after(self._connection, self._waiting, self.owner, self.alone, now)
        answer(one for one in self._waiting if one.turn is not None)
        self._waiting = [one for one in self._waiting if one.turn is None and not one.is_given_up and one not in again]
        batch.claims += again

    def _is_due(self, batch: Batch, now: float) -> bool:
        """Whether the lease has to be renewed, which stands for claims, for none, and for those to come."""
        is_there = bool(self.owner.held or self.alone.number or batch.claims or batch.enters)
        return is_there and not 0 <= now - self._renewed <= BEAT_SECONDS / 2

    def _drop_unwanted(self, claims: list[Claiming]) -> None:
        """Gives back what was claimed for callers that went away meanwhile."""
        unwanted = [(one.judge, one.key) for one in claims if one.is_given_up and one.turn == "mine"]
        if unwanted:
            self.add(lambda batch: batch.releases.extend(unwanted), within=KEEP_SECONDS)

    def _failed(self, batch: Batch, error: Exception) -> None:
        now = time.monotonic()
        self._failing_since = now if self._failing_since is None else self._failing_since
        if not troubles.is_busy(error) or self._is_closing or now - self._failing_since > PATIENCE_SECONDS:
            self.trouble = troubles.problem_of(error, str(self._path))
            for one in (*batch.claims, *self._waiting):
                one.turn = self.trouble
            answer((*batch.claims, *self._waiting))
            batch.claims, self._waiting = [], []
            # Whoever waits for the disk is let go, and looks at the trouble.
            for event in batch.flushed:
                event.set()
            batch.flushed = []
        with self._wake:
            self._batch = batch.before(self._batch)
            self._hurry(min(1.0, 0.05 + (now - self._failing_since) / 4))

    def _plan_next(self) -> None:
        with self._wake:
            if self._waiting:
                self._hurry(self._look)
            if self.alone.number:
                self._hurry(LOOK_SECONDS[0] if self.alone.is_asking else IDLE_SECONDS)
            if self.owner.held:
                self._hurry(BEAT_SECONDS)

    def _end(self) -> None:
        """The last words of the thread: one more try for what is left, and nobody left waiting."""
        self.alone.number = 0
        if self._batch.keeps and self.trouble is None:
            batch, self._batch = self._batch, Batch()
            self._do(batch)
        closed = troubles.unwritable(str(self._path), "it has been closed")
        for one in (*self._waiting, *self._batch.claims):
            one.turn = closed
        answer((*self._waiting, *self._batch.claims))
        for event in self._batch.flushed:
            event.set()


def _enters(batch: Batch) -> None:
    batch.enters = True
