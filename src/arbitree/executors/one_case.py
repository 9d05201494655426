"""One case that is asked ahead for: what it needs is asked at once, and what it may need when there is room for it."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Mapping
from typing import Final, Protocol

from arbitree.core.ahead import Ahead, Found
from arbitree.core.records import Answer, Question
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.core.walk import Walk
from arbitree.executors.asking import judge_for, judge_of
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.spare import Spare

_HELD: Final = 32
"""How many questions of a case wait for a judge that has no call to spare, while others may have one."""


class Pool(Protocol):
    """Who puts the questions of all cases."""

    def spare_of(self, judge: Judge) -> Spare:
        """What is known of how much a judge may be asked."""
        ...

    def put(self, question: Question, judge: Judge) -> asyncio.Task[Answer]:
        """Puts a question."""
        ...

    def leave(self, task: asyncio.Task[Answer], judge: Judge) -> None:
        """Takes a call that nobody needs."""
        ...

    def wake(self, asking: OneCase | None = None) -> None:
        """Has more asked ahead, for this case too."""
        ...


class OneCase:
    """A case: its walk, what is out for it, and what came before it was needed."""

    def __init__(self, walk: Walk, judges: Mapping[str, Judge], pool: Pool) -> None:
        self._walk, self._judges, self._pool = walk, judges, pool
        self._ahead: Ahead | None = None
        """What may be asked ahead; None until a judge has a call to spare."""
        self._out: dict[str, asyncio.Task[Answer]] = {}
        self._got: dict[str, Answer] = {}
        self._early: dict[str, Judge] = {}
        """What was asked ahead and has not been needed so far."""
        self._count = 0
        """How much was asked ahead."""
        self._closed = 0
        self._found: list[Found] = []
        """What may be asked ahead and is not out: the best first, and no more of it than it takes."""
        self._best: int | None = None
        """Which of it is best, as it was looked for last."""
        self._back: asyncio.Queue[str] = asyncio.Queue()
        self._count_of_judges = len({pool.spare_of(judge) for judge in judges.values() if not is_inline(judge)})

    async def run(self) -> None:
        """Asks until the walk wants nothing more.

        Raises:
            JudgeError: a role has no judge.
        """
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

    @property
    def holds(self) -> bool:
        """Whether it has found questions that wait for a judge with a call to spare."""
        return bool(self._found)

    def best(self, now: float) -> float | None:
        """How much the best question matters that could be asked ahead now; None where there is none."""
        self._best = self._place_of_best(now)
        return None if self._best is None else self._found[self._best].weight

    def put_best(self, now: float) -> None:
        """Asks it, if its judge still has a call to spare."""
        if self._best is not None:
            _, likelihood, question = self._found[self._best]
            judge = judge_of(question.role, self._judges)
            if self._pool.spare_of(judge).has_call(now, likelihood):
                del self._found[self._best]
                self._count += 1
                self._early[question.key] = judge
                self._put(question, judge)

    def end(self) -> tuple[int, int]:
        """Lets go of what is out; how many questions were asked ahead, and how many of them in vain."""
        for key in list(self._early):
            self._drop(key)
        return self._count, len(self._early)

    def _place_of_best(self, now: float) -> int | None:
        """The first of the questions found whose judge has a call to spare; no more are looked for than it takes."""
        if self._ahead is None:
            self._ahead = Ahead(self._walk)
            self._ahead.answers.update(self._got)
        self._found = [found for found in self._found if self._is_wanted(self._ahead, found.question)]
        refused: set[Spare] = set()
        looked_at = 0
        # What an answer has brought nearer may be likelier than all that was found before.
        self._find(self._ahead)
        while len(refused) < self._count_of_judges and looked_at < _HELD:
            if looked_at == len(self._found) and not self._find(self._ahead):
                return None
            found = self._found[looked_at]
            spare = self._pool.spare_of(judge_of(found.question.role, self._judges))
            if spare not in refused:
                if spare.has_call(now, found.likelihood):
                    return looked_at
                # What comes after it is no likelier to be needed.
                refused.add(spare)
            looked_at += 1
        return None

    def _find(self, ahead: Ahead) -> bool:
        """Whether there is one more question that may be asked ahead; of too many, the least likely is let go of."""
        while (found := ahead.next()) is not None:
            if self._is_wanted(ahead, found.question):
                insort(self._found, found, key=lambda one: -one.weight)
                del self._found[_HELD:]
                return True
        return False

    def _is_wanted(self, ahead: Ahead, question: Question) -> bool:
        """Whether a question may be needed and is not out yet, and somebody else than the local judge answers it."""
        is_known = question.key in self._out or question.key in self._got or not ahead.may_need(question.key)
        return not is_known and question.role != LOCAL_ROLE and judge_for(question.role, self._judges) is not None

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
        if self._ahead is not None and self._ahead.plan is not walk.plan:
            # A list has come, and the walk begins anew on a larger plan.
            self._ahead, self._closed = None, 0
        if self._ahead is not None:
            self._ahead.advance()
            self._drop_useless(self._ahead)
        self._pool.wake(self)

    def _drop_useless(self, ahead: Ahead) -> None:
        """Lets go of what is out and turned out not to be needed; looked for only where a verdict closed something."""
        if ahead.closed != self._closed:
            self._closed = ahead.closed
            for key in [key for key in self._early if key in self._out and not ahead.may_need(key)]:
                self._drop(key)

    def _drop(self, key: str) -> None:
        task = self._out.pop(key, None)
        if task is not None:
            self._pool.leave(task, self._early[key])
