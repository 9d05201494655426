"""A judge that remembers: what was answered before is answered from the ledger, everything else is asked and kept.

A question left without a readable reply is asked afresh by the next run. Its attempts are all in the ledger, under a
key each; the last of them closes it, and every attempt up to that place counts as not there. So the run that follows
asks this question anew, from its first attempt on, and nothing else; what it then gets stands further back in the
ledger, and is what counts from there on. Under `keep_undecided` and `replay` all attempts count, and the run comes to
the same again.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from arbitree.core.hearing import MAX_ATTEMPTS
from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Question, Reply, Style, Unread
from arbitree.errors import Problem, RecordError, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Price
from arbitree.judges.identity import identity_of, unidentified
from arbitree.judges.layers import once
from arbitree.judges.window import RECENT_ANSWERS, Window
from arbitree.ledger.entries import Entry, Found
from arbitree.ledger.fingerprint import Fingerprint
from arbitree.ledger.ledger import Ledger

REFUSED: Final = frozenset({"refused"})
"""Kinds of failure that are kept apart in the ledger."""


def remember(
    judge: Judge,
    ledger: Ledger,
    *,
    identity: Fingerprint | None = None,
    replay: bool = False,
    keep_undecided: bool = False,
    fresh: bool = False,
    since: int | None = None,
    start: int | None = None,
    price: Price | None = None,
    on_trouble: Callable[[Problem], None] | None = None,
    tried: Callable[[str], int] | None = None,
    keep: int = RECENT_ANSWERS,
) -> Remembered:
    """The judge, asked only what the ledger does not know; equal questions in flight are asked once, across processes.

    Args:
        judge: Who answers what is not known.
        ledger: Where replies are kept.
        identity: Under what; by default what the judge tells of itself.
        replay: Never ask: what is not there is `Failed("unrecorded")`, and listed in `missing`.
        keep_undecided: Do not ask again what was never answered readably.
        fresh: Do not use what is there from before; keep what comes.
        since: Under `fresh`, the place in the ledger up to which that is; by default all that is there now.
        start: The place in the ledger where the run begins; by default the end. What comes after it always counts.
        price: What a reply cost.
        on_trouble: Is told when the ledger can no longer be written to. Nothing is asked from then on.
        tried: How many calls for a question, by its key, have failed before its reply came: kept beside the reply.
        keep: How many answers are held in memory at most, so that they need not be looked up.

    Raises:
        RecordError: The judge does not tell what its replies depend on.
        UsageError: `replay` and `fresh` contradict each other.
    """
    if replay and fresh:
        raise UsageError(
            Problem(code="X172", what="to replay and to ask afresh contradict each other", mend="choose one of them")
        )
    known = identity or identity_of(judge)
    if known is None:
        raise RecordError(unidentified(judge.name))
    return Remembered(
        judge,
        ledger,
        known,
        replay=replay,
        keep_undecided=keep_undecided,
        fresh=fresh,
        since=since,
        start=start,
        price=price,
        on_trouble=on_trouble,
        tried=tried,
        keep=keep,
    )


class Remembered:
    """A judge with a ledger. Made by `remember`."""

    def __init__(
        self,
        judge: Judge,
        ledger: Ledger,
        identity: Fingerprint,
        *,
        replay: bool,
        keep_undecided: bool,
        fresh: bool,
        since: int | None,
        start: int | None,
        price: Price | None,
        on_trouble: Callable[[Problem], None] | None,
        tried: Callable[[str], int] | None,
        keep: int,
    ) -> None:
        self.judge = judge
        self.identity = identity
        self.inline = replay or is_inline(judge)
        self.recalled = 0
        """How many questions were answered from the ledger, with what was there when the run began."""
        self._late = 0
        self.missing: Counter[tuple[str, str]] = Counter()
        """Under `replay`: how many questions had no reply, by role and node."""
        self._lacking = Window()
        self._ledger, self._replay = ledger, replay
        self._start = ledger.newest() if start is None else start
        self._since = (self._start if since is None else min(since, self._start)) if fresh else 0
        """Up to this place nothing counts."""
        gives_up = not (replay or keep_undecided)
        self._given_up = ledger.given_up(identity) if gives_up else {}
        self._asking = _Asking(judge, ledger, identity, self._start, price, on_trouble, tried)
        self._once = once(self._asking, keep=keep)
        self._alone = 0 if self.inline else ledger.enter()
        self._is_new = self._alone > 0 and ledger.last(identity) == 0

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style

    @property
    def calls(self) -> int:
        """How many questions were put to the judge."""
        return self._asking.calls

    @property
    def saved(self) -> int:
        """How many were answered with the reply to an equal one that was asked since the run began."""
        return self._once.saved + self._late

    @property
    def waited(self) -> int:
        """How many another process was asking at that moment; its reply was waited for."""
        return self._asking.waited

    @property
    def knows_any(self) -> bool:
        """Whether the ledger holds any reply of the judge that counts."""
        return self._ledger.last(self.identity) > self._since

    def recall(self, key: str) -> Reply | None:
        """The reply in the ledger to a question, as far as it counts; nobody is asked, and nothing counted.

        Raises:
            RecordError: The ledger cannot be read.
        """
        found = self._ledger.answer(self.identity, key)
        return found.reply if found is not None and self._counts(found) else None

    async def ask(self, question: Question) -> Answer:
        """The reply in the ledger, or else the judge's."""
        if self._knows_all:
            return await self._once.ask(question)
        known = self._once.known(question.key)
        if known is not None:
            return known
        try:
            found = self._ledger.answer(self.identity, question.key)
        except RecordError as error:
            return self._asking.failed(error.problems[0])
        if found is not None and self._counts(found):
            is_late = not 0 < found.seq <= self._start
            self._late += is_late
            self.recalled += not is_late
            return found.reply
        if self._replay:
            return self._lacking.get(question.key) or self._lacks(question)
        return await self._once.ask(question)

    @property
    def _knows_all(self) -> bool:
        """Whether the ledger was new and holds nothing by now but what is remembered here."""
        if not self._is_new or self._alone != self._ledger.alone:
            return False
        return self._once.remembers_all and self._ledger.kept(self.identity) == self._asking.kept

    def _lacks(self, question: Question) -> Failed:
        self.missing[question.role, question.node] += 1
        failed = Failed(kind="unrecorded", message=f'{self._ledger.path} has no reply of "{self.name}" to it')
        self._lacking.put(question.key, failed)
        return failed

    def _counts(self, found: Found) -> bool:
        if found.seq == 0 or found.seq > self._start:
            return True
        return max(self._since, self._given_up.get(found.origin, 0)) < found.seq


class _Asking:
    """Asks, unless another process is asking the same; and keeps what comes."""

    def __init__(
        self,
        judge: Judge,
        ledger: Ledger,
        identity: Fingerprint,
        start: int,
        price: Price | None,
        on_trouble: Callable[[Problem], None] | None,
        tried: Callable[[str], int] | None,
    ) -> None:
        self.judge = judge
        self.inline = is_inline(judge)
        self.calls = 0
        self.waited = 0
        self.kept = 0
        self._ledger, self._identity, self._start = ledger, identity, start
        self._price, self._on_trouble, self._tried = price, on_trouble, tried

    @property
    def name(self) -> str:
        return self.judge.name

    @property
    def style(self) -> Style:
        return self.judge.style

    async def ask(self, question: Question) -> Answer:
        trouble = self._ledger.trouble
        if trouble is not None:
            return self.failed(trouble)
        # An inline judge costs less than to see whether somebody else is asking it.
        if not self.inline:
            turn = await self._ledger.claim(self._identity, question.key, since=self._start)
            if isinstance(turn, Entry):
                self.waited += 1
                return turn.reply
            if isinstance(turn, Problem):
                return self.failed(turn)
        self.calls += 1
        began = time.perf_counter()
        try:
            answer = await self.judge.ask(question)
        except (Exception, asyncio.CancelledError):
            self._ledger.release(self._identity, question.key)
            raise
        self._keep(question, answer, time.perf_counter() - began)
        return answer

    def _keep(self, question: Question, answer: Answer, seconds: float) -> None:
        if isinstance(answer, Reply):
            cost = None if self._price is None else self._price(answer)
            closes = _closes(question, answer)
            tries = 0 if self._tried is None else self._tried(question.key)
            self.kept += 1
            self._ledger.put(self._identity, question, answer, seconds=seconds, cost=cost, closes=closes, tries=tries)
        elif answer.kind in REFUSED:
            self._ledger.refuse(self._identity, question, answer)
        elif not self.inline:
            self._ledger.release(self._identity, question.key)

    def failed(self, trouble: Problem) -> Failed:
        """That nothing is asked, since nothing could be kept."""
        if self._on_trouble is not None:
            self._on_trouble(trouble)
        return Failed(kind="unkept", message=f"it was not asked, because its reply could not be kept: {trouble.what}")


def _closes(question: Question, reply: Reply) -> bool:
    """Whether a question is given up with a reply: it cannot be read, and no further attempt is made."""
    is_last = question.attempt + 1 >= MAX_ATTEMPTS or question.shape.kind == "reason"
    return is_last and isinstance(read(reply.text, question.shape), Unread)
