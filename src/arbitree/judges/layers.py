"""Judges that wrap a judge: a limit on calls in flight, and a memory that asks equal questions once."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field

from arbitree.core.records import Answer, Question
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.failure import failed_by
from arbitree.judges.slots import Slots
from arbitree.judges.window import RECENT_ANSWERS, RECENT_BYTES, Window
from arbitree.judges.wrapped import Wrapped


def limited(judge: Judge, *, in_flight: int) -> Judge:
    """The judge, never asked more than `in_flight` questions at once, whoever asks and from whatever loop.

    A question that is cancelled while it waits its turn is never put. A judge that answers inline is given back as it
    is: nothing of it is ever in flight.
    """
    if in_flight < 1:
        raise UsageError(
            Problem(
                code="X121", what=f"a limit of {in_flight} calls in flight lets none through", mend="give 1 or more"
            )
        )
    return judge if is_inline(judge) else Limited(judge, in_flight)


def once(judge: Judge, *, keep: int = RECENT_ANSWERS, size: int = RECENT_BYTES) -> Once:
    """The judge, asked each question once: those with an equal key share its answer, across cases and loops.

    What has failed is remembered too, so that what a run comes to does not depend on who asked first.

    Args:
        judge: The judge.
        keep: How many answers are remembered at most; those used longest ago are forgotten first, and asked for again.
            What is in flight is never forgotten.
        size: How many bytes they take at most.
    """
    return Once(judge, keep=keep, size=size)


class Limited(Wrapped):
    """Never asks more than so many questions at once. Made by `limited`."""

    def __init__(self, judge: Judge, in_flight: int) -> None:
        super().__init__(judge)
        self._slots = Slots(in_flight)

    @property
    def level(self) -> int:
        """How many calls may be in flight."""
        return self._slots.count

    async def ask(self, question: Question) -> Answer:
        async with self._slots:
            return await self.judge.ask(question)


@dataclass(eq=False)
class _Flight:
    """A call on its way, in a task of its own, and the callers that wait for it."""

    loop: asyncio.AbstractEventLoop
    waiting: list[asyncio.Future[Answer | None]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


class Once(Wrapped):
    """Asks each question once. Made by `once`."""

    def __init__(self, judge: Judge, *, keep: int, size: int) -> None:
        super().__init__(judge)
        self.calls = 0
        """How many questions were put to the judge."""
        self.saved = 0
        """How many were answered without."""
        self._lock = threading.Lock()
        self._window = Window(answers=keep, size=size)
        self._flying: dict[str, _Flight] = {}

    @property
    def remembers_all(self) -> bool:
        """Whether every answer that there was is still remembered."""
        return not self._window.has_forgotten

    def known(self, key: str) -> Answer | None:
        """The answer that a question was given before, as far as it is remembered; saves a call where it is."""
        with self._lock:
            known = self._window.get(key)
            if known is not None:
                self.saved += 1
        return known

    async def ask(self, question: Question) -> Answer:
        if self.inline:
            return self.known(question.key) or await self._asked_inline(question)
        while True:
            answer = await self._join(question)
            if answer is not None:
                return answer

    async def _asked_inline(self, question: Question) -> Answer:
        self.calls += 1
        answer = await self.judge.ask(question)
        with self._lock:
            self._window.put(question.key, answer)
        return answer

    async def _join(self, question: Question) -> Answer | None:
        """The answer that is remembered, that of the call in flight, or of a new one; None when its loop went away."""
        loop = asyncio.get_running_loop()
        with self._lock:
            known = self._window.get(question.key)
            if known is not None:
                self.saved += 1
                return known
            mine: asyncio.Future[Answer | None] = loop.create_future()
            flight = self._flying.get(question.key)
            if flight is None:
                self.calls += 1
                flight = self._flying[question.key] = _Flight(loop)
                flight.task = loop.create_task(self._fly(flight, question))
            else:
                self.saved += 1
            flight.waiting.append(mine)
        try:
            return await mine
        except asyncio.CancelledError:
            self._leave(flight, mine, question.key)
            raise

    async def _fly(self, flight: _Flight, question: Question) -> None:
        """Puts the question. In a task of its own: no caller's cancellation reaches it while another one waits."""
        answer: Answer | None = None
        try:
            answer = await self.judge.ask(question)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            # Against the contract of `ask`; but whoever waits must not wait for ever.
            answer = failed_by(error)
            if not isinstance(error, Exception):
                raise
        finally:
            with self._lock:
                if self._flying.get(question.key) is flight:
                    del self._flying[question.key]
                if answer is not None:
                    self._window.put(question.key, answer)
                waiting, flight.waiting = flight.waiting, []
            for future in waiting:
                _settle(future, answer, here=flight.loop)

    def _leave(self, flight: _Flight, mine: asyncio.Future[Answer | None], key: str) -> None:
        """Takes a cancelled caller off the flight, and calls the flight off when it was the last one."""
        with self._lock:
            if mine in flight.waiting:
                flight.waiting.remove(mine)
            if flight.waiting or self._flying.get(key) is not flight:
                return
            del self._flying[key]
        task = flight.task
        if task is not None:
            try:
                flight.loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                # Its loop has been closed, and the call with it.
                return


def _settle(future: asyncio.Future[Answer | None], answer: Answer | None, *, here: asyncio.AbstractEventLoop) -> None:
    """Gives a caller its answer, in its own loop."""

    def give() -> None:
        if not future.done():
            future.set_result(answer)

    loop = future.get_loop()
    if loop is here:
        give()
        return
    try:
        loop.call_soon_threadsafe(give)
    except RuntimeError:
        # The caller's loop has been closed: it no longer waits.
        return
