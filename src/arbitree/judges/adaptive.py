"""Finds out how many calls a server takes at one time: fewer after it refused some, and one more after each round."""

from __future__ import annotations

import threading

from arbitree.core.records import Answer, Failed, Question
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.slots import Slots
from arbitree.judges.wrapped import Wrapped

__all__ = ["Adaptive", "adaptive"]

SHRINK = 0.75
"""What is left of the level after the server refused a call of the present round."""


def adaptive(judge: Judge, *, in_flight: int) -> Judge:
    """The judge, never asked more than `in_flight` questions at once, and fewer where its server refuses more.

    The level begins at `in_flight`. When a call is refused as one too many, the level falls by a quarter, once for all
    calls that were on their way then; after as many good answers as the level has calls it rises by one, up to
    `in_flight`. Each judge has a level of its own, so that a slow server holds up nobody else's questions. A judge that
    answers inline is given back as it is.

    Raises:
        UsageError: no call would be let through.
    """
    if in_flight < 1:
        what = f"a limit of {in_flight} calls in flight lets none through"
        raise UsageError(Problem(code="X121", what=what, mend="give 1 or more"))
    return judge if is_inline(judge) else Adaptive(judge, in_flight)


class Adaptive(Wrapped):
    """Keeps to the level. Made by `adaptive`."""

    def __init__(self, judge: Judge, in_flight: int) -> None:
        super().__init__(judge)
        self.refused = 0
        """How many calls were refused as too many."""
        self._most = in_flight
        self._level = float(in_flight)
        self._slots = Slots(in_flight)
        self._lock = threading.Lock()
        self._started = 0
        self._round_began = 0
        """The number of the first call that started under the present level."""

    @property
    def level(self) -> int:
        """How many calls may be in flight now."""
        return self._slots.count

    async def ask(self, question: Question) -> Answer:
        """The answer, once there is room for the call."""
        slots = self._slots
        await slots.enter()
        try:
            with self._lock:
                number = self._started
                self._started += 1
            answer = await self.judge.ask(question)
            if isinstance(answer, Failed) or self._level < self._most:
                self._note(number, answer)
            return answer
        finally:
            slots.leave()

    def _note(self, number: int, answer: Answer) -> None:
        with self._lock:
            if not isinstance(answer, Failed):
                self._level = min(self._level + 1 / self._level, float(self._most))
            elif answer.kind == "rate_limited":
                self.refused += 1
                if answer.retry_after is None and number >= self._round_began:
                    self._level = max(min(self._level, self._slots.count) * SHRINK, 1.0)
                    self._round_began = self._started
            level = int(self._level)
        if level != self._slots.count:
            self._slots.resize(level)
