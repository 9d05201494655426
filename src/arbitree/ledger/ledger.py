"""`Ledger`: replies by judge and question in one append-only SQLite file: cache, journal, resume and replay."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from arbitree.core.records import Failed, Question, Reply
from arbitree.errors import Problem
from arbitree.ledger.entries import Entry, entry_of, messages_text
from arbitree.ledger.finding import Finder
from arbitree.ledger.fingerprint import Fingerprint
from arbitree.ledger.opening import BUSY_SECONDS, open_to_read, open_to_write
from arbitree.ledger.work import Batch, Claiming, Refusal, Turn
from arbitree.ledger.writer import CLAIM_SECONDS, KEEP_SECONDS, Writer


class Ledger(Finder):
    """One ledger, opened. Any thread may use it. Use it as a context manager, or `close` it: that writes the last rows.

    >>> import tempfile
    >>> from arbitree.core.records import Message, Shape
    >>> from arbitree.ledger.fingerprint import fingerprint
    >>> judge = fingerprint({"provider": "openai", "model": "m-1", "temperature": 0})
    >>> question = Question(key="q1-1", node="polite", role="judge", messages=(Message("user", "Is it?"),),
    ...                     shape=Shape(kind="yes_no"))
    >>> with tempfile.TemporaryDirectory() as folder, Ledger.open(f"{folder}/ledger.sqlite") as ledger:
    ...     ledger.put(judge, question, Reply(text='{"verdict": true}'))
    ...     ledger.find(judge, "q1-1").reply.text
    '{"verdict": true}'
    """

    def __init__(
        self,
        path: Path,
        reading: sqlite3.Connection,
        writing: sqlite3.Connection | None = None,
        *,
        store_prompts: bool = False,
    ) -> None:
        """Takes over connections that `open` made."""
        super().__init__(path, reading)
        self.store_prompts = store_prompts
        """Whether the messages of each question are kept too."""
        self._kept: dict[int, int] = {}
        self._told: set[int] = set()
        """The judges whose form is in the file, or on its way."""
        self._writer = None if writing is None else Writer(writing, path, self._written)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        store_prompts: bool = False,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Ledger:
        """The ledger of a file, made when it is not there.

        Args:
            path: The file.
            read_only: Never write; then it has to be there, and may lie in a folder that is read-only.
            store_prompts: Keep the messages of each question too; by default only their digest.
            busy_seconds: How long to wait for another program that holds it.

        Raises:
            RecordError: The place or the file cannot be used; says why, and how to mend it.
        """
        place = Path(path)
        if read_only:
            return cls(place, open_to_read(place, busy_seconds=busy_seconds))
        writing = open_to_write(place, busy_seconds=busy_seconds)
        try:
            # What was just found whole need not be looked at from end to end once more.
            reading = open_to_read(place, busy_seconds=busy_seconds, though_damaged=True)
        except BaseException:
            writing.close()
            raise
        return cls(place, reading, writing, store_prompts=store_prompts)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Writes what is left and lets go of the file.

        Raises:
            RecordError: Replies could not be written.
        """
        with self._lock:
            # First, so that the connection that writes is the last one, and leaves one whole file behind.
            self._connection.close()
        if self._writer is not None:
            self._writer.close()

    @property
    def trouble(self) -> Problem | None:
        """Why nothing can be written just now, such as a full disk; None as long as all is well."""
        return None if self._writer is None else self._writer.trouble

    @property
    def read_only(self) -> bool:
        """Whether it never writes."""
        return self._writer is None

    def put(
        self,
        judge: Fingerprint,
        question: Question,
        reply: Reply,
        *,
        seconds: float = 0.0,
        cost: float | None = None,
        closes: bool = False,
        tries: int = 0,
    ) -> None:
        """Keeps a reply: found at once, and on disk a few hundredths of a second later. A claim on its question ends.

        Args:
            judge: Who replied.
            question: What was asked.
            reply: What came.
            seconds: How long it took.
            cost: In US dollars, where it is known.
            closes: Whether the question was given up with it: the last attempt, and not readable.
            tries: How many calls for it had failed before, for a reason that passes.
        """
        at = time.time()
        entry = entry_of(judge.number, question, reply, at=at, seconds=seconds, cost=cost, closes=closes)
        entry = replace(entry, tries=tries) if tries else entry
        prompt = (entry.asked, messages_text(question)) if self.store_prompts else None
        if self._writer is not None:
            self._coming[judge.number, question.key] = entry
            self._kept[judge.number] = self._kept.get(judge.number, 0) + 1

        def add(batch: Batch) -> None:
            batch.entries.append(entry)
            batch.releases.append((judge.number, question.key))
            if prompt is not None:
                batch.prompts.append(prompt)

        self._add(judge, add)

    def refuse(self, judge: Fingerprint, question: Question, failure: Failed) -> None:
        """Keeps apart that a question was declined or filtered: it never counts as answered. A claim on it ends."""
        refusal = Refusal(
            judge=judge.number,
            key=question.key,
            at=time.time(),
            kind=failure.kind,
            message=failure.message,
            node=question.node,
            role=question.role,
            input_tokens=failure.input_tokens,
            output_tokens=failure.output_tokens,
        )

        def add(batch: Batch) -> None:
            batch.refusals.append(refusal)
            batch.releases.append((judge.number, question.key))

        self._add(judge, add)

    def release(self, judge: Fingerprint, key: str) -> None:
        """Gives a claim back: nothing came of it."""
        self._add(None, lambda batch: batch.releases.append((judge.number, key)))

    async def claim(self, judge: Fingerprint, key: str, *, since: int) -> Turn:
        """The reply to a question, once somebody has it; or `"mine"`: the caller is to ask it, and nobody else does.

        Waits while another process, or another user of the file, is asking the same.

        Args:
            judge: Who would be asked.
            key: The key of the question.
            since: Only replies behind this place count.
        """
        if self._writer is None:
            return "mine"
        if self._writer.alone.take((judge.number, key)):
            return "mine"
        loop = asyncio.get_running_loop()
        claiming = Claiming(judge=judge.number, key=key, since=since, loop=loop, future=loop.create_future())
        self._add(judge, lambda batch: batch.claims.append(claiming), within=CLAIM_SECONDS)
        try:
            return await claiming.future
        except asyncio.CancelledError:
            claiming.is_given_up = True
            if claiming.turn == "mine":
                self.release(judge, key)
            raise

    def enter(self) -> int:
        """Says that questions will be asked; nobody else is there if what it gives back is not 0.

        As long as `alone` gives the same number nobody else comes to ask, and no claim is written.
        """
        return 0 if self._writer is None else self._writer.enter()

    @property
    def alone(self) -> int:
        """How many times it has had the file to itself, where it has it now; else 0."""
        return 0 if self._writer is None else self._writer.alone.number

    def kept(self, judge: Fingerprint) -> int:
        """How many replies of a judge were put here since it was opened."""
        return self._kept.get(judge.number, 0)

    def flush(self, timeout: float | None = None) -> bool:
        """Waits until all that was put before is on disk; whether it is."""
        flushed = self._writer is None or self._writer.flush(timeout)
        return flushed and self.trouble is None

    def newest(self) -> int:
        """The place of the newest reply, all that was put before included."""
        self.flush()
        return super().newest()

    def _add(self, judge: Fingerprint | None, add: Callable[[Batch], None], *, within: float = KEEP_SECONDS) -> None:
        if self._writer is None:
            return
        if judge is None or judge.number in self._told:
            self._writer.add(add, within=within)
            return
        self._told.add(judge.number)

        def tell(batch: Batch) -> None:
            batch.judges.append((judge.number, judge.digest, judge.form))
            add(batch)

        self._writer.add(tell, within=within)

    def _written(self, entries: list[Entry]) -> None:
        for entry in entries:
            place = entry.judge, entry.key
            if self._coming.get(place) is entry:
                del self._coming[place]
