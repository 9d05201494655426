"""Asks ahead: while judges have nothing better to do they are put questions that may be needed later.

What is surely needed always goes first: a question is put ahead of its time only when its judge has a call to spare,
that is, when fewer of its calls are out than it may have. So no question ever waits its turn ahead of time, and none
has to be overtaken.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from arbitree.core.records import Answer, Question
from arbitree.core.walk import Walk
from arbitree.executors.asking import ask
from arbitree.executors.one_case import OneCase
from arbitree.judges.base import Judge
from arbitree.judges.spare import Spare

Unused: TypeAlias = Callable[[str, int, int], None]
"""Is told of each case for which something was asked ahead: its id, how many questions, and how many in vain."""

_TURNS: Final = 2
"""How many turns of the loop nothing is asked ahead after an answer came: a case that ends with it makes room for the
next one, whose first question is put two turns later."""


class Eager:
    """Asks ahead for the cases of a run, and counts what that wasted."""

    def __init__(
        self,
        told: Unused | None = None,
        *,
        left: set[asyncio.Task[Answer]] | None = None,
        most: int | None = None,
    ) -> None:
        """Asks nothing yet.

        Args:
            told: is told of each case for which something was asked ahead.
            left: where calls stay that no case waits for any more, until they have ended; its own place by default.
            most: how many questions may be with one judge, where its own layers do not say.
        """
        self.asked_ahead = 0
        """How many questions were asked before they were needed."""
        self.unused = 0
        """How many of them never were needed."""
        self._told, self._most = told, most
        self._spares: dict[int, tuple[Judge, Spare]] = {}
        self._cases: dict[OneCase, None] = {}
        """The cases that may have more to ask ahead, in the order of their beginning."""
        self._kept = set[asyncio.Task[Answer]]()
        """Those whose answers are kept."""
        self._left = set[asyncio.Task[Answer]]() if left is None else left
        self._is_due = False

    async def answer(self, walk: Walk, judges: Mapping[str, Judge]) -> None:
        """Asks what a walk wants asked, until it wants nothing more, and ahead of it what it may want.

        Raises:
            JudgeError: a role has no judge.
        """
        asking = OneCase(walk, judges, self)
        try:
            await asking.run()
        finally:
            self._cases.pop(asking, None)
            ahead, unused = asking.end()
            self.asked_ahead += ahead
            self.unused += unused
            if ahead and self._told is not None:
                self._told(walk.case.id, ahead, unused)

    async def close(self) -> None:
        """Waits for those calls that no case waits for and whose answers are kept; gives up the others."""
        while self._kept:
            await asyncio.gather(*self._kept, return_exceptions=True)
        self.cancel()

    def cancel(self) -> None:
        """Gives them up."""
        for task in self._left:
            task.cancel()

    def spare_of(self, judge: Judge) -> Spare:
        """What is known of how much a judge may be asked."""
        known = self._spares.get(id(judge))
        if known is None:
            known = self._spares[id(judge)] = (judge, Spare(judge, most=self._most))
        return known[1]

    def put(self, question: Question, judge: Judge) -> asyncio.Task[Answer]:
        """Puts a question, which counts as out until its answer is there."""
        spare = self.spare_of(judge)
        spare.out += 1
        task = asyncio.create_task(ask(question, judge))

        def back(_: object) -> None:
            spare.out -= 1
            self.wake()

        task.add_done_callback(back)
        return task

    def leave(self, task: asyncio.Task[Answer], judge: Judge) -> None:
        """Takes a call that nobody needs. It is paid for, and to break it off would cost its connection: it goes on."""
        if task.done():
            return
        spare = self.spare_of(judge)
        spare.useless += 1

        def ended(_: object) -> None:
            spare.useless -= 1
            self._left.discard(task)
            self._kept.discard(task)

        task.add_done_callback(ended)
        self._left.add(task)
        if spare.keeps_answers:
            self._kept.add(task)

    def wake(self, asking: OneCase | None = None) -> None:
        """Has more asked ahead, as soon as whoever is about to ask what is needed has done so."""
        if asking is not None:
            self._cases.setdefault(asking)
        if not self._is_due and self._cases:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._fill, _TURNS)

    def _fill(self, turns: int) -> None:
        loop = asyncio.get_running_loop()
        if turns:
            loop.call_soon(self._fill, turns - 1)
            return
        self._is_due = False
        now = loop.time()
        if not self._spares_any(now):
            return
        best: list[tuple[float, int, OneCase]] = []
        for number, asking in enumerate(list(self._cases)):
            self._weigh(best, number, asking, now)
        while best and self._spares_any(now):
            _, number, asking = heapq.heappop(best)
            asking.put_best(now)
            self._weigh(best, number, asking, now)

    def _weigh(self, best: list[tuple[float, int, OneCase]], number: int, asking: OneCase, now: float) -> None:
        """Lets the best question of a case compete with those of other cases; of equals the earlier case's is put."""
        weight = asking.best(now)
        if weight is not None:
            heapq.heappush(best, (-weight, number, asking))
        elif not asking.holds:
            del self._cases[asking]

    def _spares_any(self, now: float) -> bool:
        return any(spare.has_call(now) for _, spare in self._spares.values())
