"""Keeps to a server's requests and tokens per minute by letting calls start one after the other, each at its moment."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

from arbitree.core.records import Answer, Question
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.quota import Quota
from arbitree.judges.rates import Rates
from arbitree.judges.slots import Slots
from arbitree.judges.tokens import Guess
from arbitree.judges.wrapped import Wrapped, innermost

__all__ = ["Paced", "Rates", "paced"]


class Metered(Protocol):
    """A judge whose calls count with those of other judges."""

    @property
    def quota(self) -> Quota:
        """What the calls of all of them are counted in."""
        ...

    async def ready(self) -> None:
        """Waits as long as no further call should start, whatever the pace."""
        ...


def paced(judge: Judge, rates: Rates | None = None) -> Judge:
    """The judge, whose calls start no closer together than the rates permit, whoever asks and from whatever loop.

    Calls are spaced evenly, in the order of asking, and nothing is saved up: in no second do more start than
    `rpm / 60`, rounded up. Judges that ask one server with one key share one pace, by turns. After a failure that says
    when to come back, no call starts before that. A judge that answers inline is given back as it is.
    """
    return judge if is_inline(judge) else Paced(judge, rates or Rates())


class Paced(Wrapped):
    """Spaces calls. Made by `paced`."""

    def __init__(self, judge: Judge, rates: Rates) -> None:
        super().__init__(judge)
        self._rates = rates
        self._guess = Guess()
        self._own = Quota()
        asks = innermost(judge)
        # Looked for in its class: whose quota it is, is known only when it is asked.
        self._metered = cast("Metered", asks) if hasattr(type(asks), "quota") else None
        # One call of this judge at a time waits for its turn among those of other judges, so that none is starved.
        self._lane = Slots(1)

    def is_idle(self, now: float) -> bool:
        """Whether a call may start at this moment of the running loop's clock, so that none can be waiting to."""
        quota = self._metered.quota if self._metered else self._own
        return quota.is_idle(self._rates, now)

    async def ask(self, question: Question) -> Answer:
        """The answer, once the call may start."""
        clock, rates = asyncio.get_running_loop().time, self._rates
        quota = self._metered.quota if self._metered else self._own
        sent, replied = self._guess.of(question)
        guess, now = sent + replied, clock()
        if quota.is_open(rates, now):
            start = quota.take(rates, guess, now)
        else:
            async with self._lane:
                if self._metered:
                    await self._metered.ready()
                start = await quota.turn(rates, guess)
        answer: Answer | None = None
        try:
            answer = await self.judge.ask(question)
            return answer
        finally:
            quota.note(answer, start, clock())
            if answer is not None:
                self._guess.learn(question, answer)
                spent = answer.input_tokens + answer.output_tokens
                if spent:
                    quota.correct(spent - guess, rates, clock())
