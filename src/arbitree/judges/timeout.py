"""Gives up a call that takes too long; the case may go on, and the question may be put again."""

from __future__ import annotations

import asyncio

from arbitree.core.records import Answer, Failed, Question
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.wrapped import Wrapped

__all__ = ["timed"]


def timed(judge: Judge, seconds: float) -> Judge:
    """The judge, each call of which is given up after so many seconds: a `timeout`, which passes.

    The call is cancelled and waited for, so that none is left behind. A judge that answers inline is given back as it
    is: nobody could interrupt it.

    Raises:
        UsageError: no time at all is left.
    """
    require_time(seconds)
    return judge if is_inline(judge) else _Timed(judge, seconds)


def require_time(seconds: float) -> None:
    """Passes only a time that is more than none.

    Raises:
        UsageError: it is not.
    """
    if not seconds > 0:
        what = f"a timeout of {seconds:g} s leaves no time to reply"
        mend = "give the seconds that a call may take"
        raise UsageError(Problem(code="X181", what=what, where="--timeout", mend=mend))


class _Timed(Wrapped):
    def __init__(self, judge: Judge, seconds: float) -> None:
        super().__init__(judge)
        self._seconds = seconds

    async def ask(self, question: Question) -> Answer:
        clock = asyncio.timeout(self._seconds)
        try:
            async with clock:
                return await self.judge.ask(question)
        except TimeoutError:
            if not clock.expired():
                raise
            return Failed(kind="timeout", message=f"no reply came within {self._seconds:g} s", transient=True)
