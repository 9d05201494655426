"""Asks ahead: while judges have nothing better to do they are put questions that may be needed later.

What is surely needed always goes first: a question is put ahead of its time only when its judge has a call to spare,
that is, when fewer of its calls are out than it may have. So no question ever waits its turn ahead of time, and none
has to be overtaken.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from arbitree.core.ahead import Ahead
from arbitree.core.records import Answer, Question
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.core.walk import Walk
from arbitree.executors.asking import ask, judge_for, judge_of
from arbitree.judges.base import Judge
from arbitree.judges.spare import Spare

Unused: TypeAlias = Callable[[str, int, int], None]
"""Is told of each case for which something was asked ahead: its id, how many questions, and how many in vain."""

_TURNS: Final = 2
"""How many turns of the loop nothing is asked ahead after an answer came: a case that ends with it makes room for the
next one, whose first question is put two turns later."""

_HELD: Final = 32
"""How many questions of a case wait for a judge that has no call to spare, while others may have one."""


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
        self._cases: dict[_Asking, None] = {}
        """The cases that may have more to ask ahead, in the order of their beginning."""
        self._left = set[asyncio.Task[Answer]]() if left is None else left
        self._is_due = False

    async def answer(self, walk: Walk, judges: Mapping[str, Judge]) -> None:
        """Asks what a walk wants asked, until it wants nothing more, and ahead of it what it may want.

        Raises:
            JudgeError: a role has no judge.
        """
        asking = _Asking(walk, judges, self)
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
        """Waits for the calls that no case waits for any more, and whose answers are kept."""
        while self._left:
            await asyncio.gather(*self._left, return_exceptions=True)

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
        """Takes a call that nobody needs: it is paid for, so it goes on where its answer is kept."""
        if not self.spare_of(judge).keeps_answers:
            task.cancel()
        elif not task.done():
            self._left.add(task)
            task.add_done_callback(self._left.discard)

    def wake(self, asking: _Asking | None = None) -> None:
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
        if any(spare.has_call(now) for _, spare in self._spares.values()):
            for asking in list(self._cases):
                if not asking.ask_ahead(now):
                    del self._cases[asking]


class _Asking:
    """One case: its walk, what is out for it, and what came before it was needed."""

    def __init__(self, walk: Walk, judges: Mapping[str, Judge], pool: Eager) -> None:
        self._walk, self._judges, self._pool = walk, judges, pool
        self._ahead: Ahead | None = None
        """What may be asked ahead; None until a judge has a call to spare."""
        self._out: dict[str, asyncio.Task[Answer]] = {}
        self._got: dict[str, Answer] = {}
        self._early: dict[str, Judge] = {}
        """What was asked ahead and has not been needed so far."""
        self._count = 0
        """How much was asked ahead."""
        self._held: deque[Question] = deque()
        self._back: asyncio.Queue[str] = asyncio.Queue()
        for judge in judges.values():
            pool.spare_of(judge)

    async def run(self) -> None:
        try:
            self._go_on()
            while self._walk.open:
                self._take(await self._back.get())
                while not self._back.empty():
                    self._take(self._back.get_nowait())
                self._go_on()
        except BaseException:
            for task in self._out.values():
                task.cancel()
            await asyncio.gather(*self._out.values(), return_exceptions=True)
            raise

    def ask_ahead(self, now: float) -> bool:
        """Asks ahead as far as judges have calls to spare; whether there may be more to ask then."""
        if self._ahead is None:
            self._ahead = Ahead(self._walk)
            self._ahead.answers.update(self._got)
        for _ in range(len(self._held)):
            self._put_ahead(self._ahead, self._held.popleft(), now)
        while len(self._held) < _HELD:
            question = self._ahead.next()
            if question is None:
                return bool(self._held)
            self._put_ahead(self._ahead, question, now)
        return True

    def end(self) -> tuple[int, int]:
        """Lets go of what is out; how many questions were asked ahead, and how many of them in vain."""
        for key in list(self._early):
            self._drop(key)
        return self._count, len(self._early)

    def _put_ahead(self, ahead: Ahead, question: Question, now: float) -> None:
        key = question.key
        judge = judge_for(question.role, self._judges)
        is_asked = key in self._out or key in self._got or question.role == LOCAL_ROLE
        if is_asked or judge is None or not ahead.may_need(key):
            return
        if not self._pool.spare_of(judge).has_call(now):
            self._held.append(question)
            return
        self._count += 1
        self._early[key] = judge
        self._put(question, judge)

    def _put(self, question: Question, judge: Judge) -> None:
        task = self._out[question.key] = self._pool.put(question, judge)
        task.add_done_callback(lambda _: self._back.put_nowait(question.key))

    def _take(self, key: str) -> None:
        task = self._out.get(key)
        if task is None or not task.done():
            return
        del self._out[key]
        answer = self._got[key] = task.result()
        if self._ahead is not None:
            self._ahead.hear(key, answer)
        self._walk.take(key, answer)

    def _go_on(self) -> None:
        """Lets the walk go on as far as what is known carries it, and asks what it needs then."""
        walk = self._walk
        walk.advance()
        while questions := walk.new_questions():
            for question in questions:
                self._early.pop(question.key, None)
                answer = self._got.get(question.key)
                if answer is not None:
                    walk.take(question.key, answer)
                elif question.key not in self._out:
                    self._put(question, judge_of(question.role, self._judges))
            walk.advance()
        if self._ahead is not None:
            self._ahead.advance()
            for key in [key for key in self._early if key in self._out and not self._ahead.may_need(key)]:
                self._drop(key)
        self._pool.wake(self)

    def _drop(self, key: str) -> None:
        task = self._out.pop(key, None)
        if task is not None:
            self._pool.leave(task, self._early[key])
