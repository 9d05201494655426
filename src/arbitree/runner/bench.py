"""The judges of one run: each limited, watched, asked each question once, and spared what is already known."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.errors import Problem
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.layers import Once, limited, once
from arbitree.judges.memory import Remembered
from arbitree.runner.alike import Alike, Watched
from arbitree.runner.memory import Memory


class Known:
    """A judge that is spared the questions to which a reply is already at hand."""

    def __init__(self, judge: Judge, replies: Mapping[str, Reply]) -> None:
        self.judge = judge
        self.inline = is_inline(judge)
        self.used = 0
        """How many questions were answered from what is at hand."""
        self._replies = replies

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style

    async def ask(self, question: Question) -> Answer:
        """The reply at hand, or else the judge's."""
        reply = self._replies.get(question.key)
        if reply is None:
            return await self.judge.ask(question)
        self.used += 1
        return reply


class Bench:
    """Who answers for which role in one run, and what that took."""

    def __init__(
        self,
        judges: Mapping[str, Judge],
        *,
        concurrency: int,
        known: Mapping[str, Reply] | None = None,
        memory: Memory | None = None,
        free: frozenset[str] = frozenset({"local"}),
    ) -> None:
        """Makes the judges.

        Args:
            judges: The judge of each role, as it is.
            concurrency: How many questions to one judge are in flight at most.
            known: Replies at hand, by the key of the question.
            memory: The ledgers of the run.
            free: Roles whose answers cost no call.
        """
        self._alike = Alike()
        self._memory = memory
        self._known: list[Known] = []
        self._paid: list[Once | Remembered] = []
        self.judges: dict[str, Judge] = {}
        """The judge of each role."""
        made: dict[int, Judge] = {}
        for role, judge in judges.items():
            if id(judge) not in made:
                made[id(judge)] = self._made(judge, concurrency, known, is_free=role in free)
            self.judges[role] = made[id(judge)]

    def _made(self, judge: Judge, concurrency: int, known: Mapping[str, Reply] | None, *, is_free: bool) -> Judge:
        if is_free:
            return once(judge)
        watched = Watched(limited(judge, in_flight=concurrency), self._alike)
        remembered = self._memory and self._memory.around(judge, watched, on_trouble=self._alike.halt)
        asked_once: Once | Remembered = remembered or once(watched)
        self._paid.append(asked_once)
        if known is None:
            return asked_once
        spared = Known(asked_once, known)
        self._known.append(spared)
        return spared

    @property
    def calls(self) -> int:
        """How many questions were put to judges."""
        return sum(judge.calls for judge in self._paid)

    @property
    def shared(self) -> int:
        """How many questions were answered with the reply to an equal one in this run."""
        return sum(judge.saved for judge in self._paid)

    @property
    def replayed(self) -> int:
        """How many questions were answered with a reply at hand from an earlier run."""
        return sum(judge.used for judge in self._known)

    @property
    def recalled(self) -> int:
        """How many questions were answered from the ledger."""
        return 0 if self._memory is None else self._memory.recalled

    @property
    def stopped(self) -> Problem | None:
        """Why the run should stop: its first questions all failed alike, or replies can no longer be kept."""
        return self._alike.problem

    @property
    def stop(self) -> asyncio.Event:
        """Set as soon as the run should stop."""
        return self._alike.stop
