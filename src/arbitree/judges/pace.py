"""Keeps to a server's requests and tokens per minute by letting calls start one after the other, each at its moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from arbitree.core.records import Answer, Failed, Question
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.rate import LearnedRate
from arbitree.judges.slots import Slots
from arbitree.judges.tokens import Guess
from arbitree.judges.wrapped import Wrapped

__all__ = ["Paced", "Rates", "paced"]

HEADROOM = 0.98
"""The share of a limit that is used: clocks and networks are not exact, and a refused call costs more than it gives."""

CATCH_UP = 0.1
"""Seconds by which calls that start late, because the process was busy, may make up for it."""


@dataclass(frozen=True, kw_only=True)
class Rates:
    """What a server permits. None sets no limit.

    Raises:
        UsageError: a limit lets nothing through.
    """

    rpm: float | None = None
    """Requests per minute."""
    tpm: float | None = None
    """Tokens per minute, those of the prompt and of the reply together."""

    def __post_init__(self) -> None:
        for name, value in (("rpm", self.rpm), ("tpm", self.tpm)):
            if value is not None and not value > 0:
                what = f"a limit of {value:g} per minute lets nothing through"
                raise UsageError(Problem(code="X182", what=what, where=f"--{name}", mend="give more than 0"))


def paced(judge: Judge, rates: Rates | None = None) -> Judge:
    """The judge, whose calls start no closer together than the rates permit, whoever asks and from whatever loop.

    Calls are spaced evenly, in the order of asking, and nothing is saved up: in any stretch of s seconds there start at
    most `rpm / 60 * (s + 0.1)` calls, and one. After a failure that says when to come back, no call starts before that.
    A judge that answers inline is given back as it is.
    """
    return judge if is_inline(judge) else Paced(judge, rates or Rates())


class Paced(Wrapped):
    """Spaces calls. Made by `paced`."""

    def __init__(self, judge: Judge, rates: Rates) -> None:
        super().__init__(judge)
        self._gap = 0.0 if rates.rpm is None else 60 / (rates.rpm * HEADROOM)
        self._per_token = 0.0 if rates.tpm is None else 60 / (rates.tpm * HEADROOM)
        self._guess = Guess()
        self._learned = LearnedRate()
        # Only the first in the queue waits for its moment; who gives up leaves the queue and costs nobody anything.
        self._first = Slots(1)
        self._next = self._next_tokens = self._resumes = 0.0

    async def ask(self, question: Question) -> Answer:
        """The answer, once the call may start."""
        guess, clock = 0.0, asyncio.get_running_loop().time
        if self._gap or self._per_token or self._learned.gap or self._resumes > clock():
            guess = sum(self._guess.of(question)) if self._per_token else 0.0
            async with self._first:
                await self._moment(guess)
        started = clock()
        self._learned.start(started)
        answer = await self.judge.ask(question)
        self._note(question, answer, guess, started)
        return answer

    async def _moment(self, tokens: float) -> None:
        """Waits until the call may start, and counts it."""
        clock = asyncio.get_running_loop().time
        while True:
            now = clock()
            start = max(now - CATCH_UP, self._next, self._next_tokens)
            # Asked for anew after each wait: a server may have called for a pause meanwhile.
            wait = max(start, self._resumes) - now
            if wait <= 0:
                break
            await asyncio.sleep(wait)
        start = max(start, self._resumes)
        self._next = start + max(self._gap, self._learned.gap)
        self._next_tokens = start + tokens * self._per_token

    def _note(self, question: Question, answer: Answer, guess: float, started: float) -> None:
        """Learns from an answer what the server asks for, and what calls take."""
        if not isinstance(answer, Failed):
            self._learned.accept()
        elif answer.kind == "rate_limited" and answer.retry_after is not None:
            resumes = asyncio.get_running_loop().time() + answer.retry_after
            self._resumes = max(self._resumes, resumes)
            self._learned.refuse(started, resumes, answer.retry_after)
        if self._per_token:
            self._guess.learn(question, answer)
            spent = answer.input_tokens + answer.output_tokens
            if spent:
                self._next_tokens += (spent - guess) * self._per_token
