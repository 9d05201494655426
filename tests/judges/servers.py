"""Servers that are nothing but a coroutine, for tests of layers in virtual time."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.judges.base import Judge
from tests.judges.questions import question

GOOD = Reply(text='{"verdict": true}', input_tokens=100, output_tokens=20, model="m")


def busy(retry_after: float | None = None) -> Failed:
    """A refusal because of too many calls."""
    return Failed(kind="rate_limited", message="too many requests", transient=True, retry_after=retry_after)


BROKEN = Failed(kind="server_error", message="status 503", transient=True)
REFUSED = Failed(kind="bad_request", message="status 400")


class Server:
    """Answers after a while, in turn or by rule, and notes when each call started, ended, or was given up."""

    style: Style = "messages"

    def __init__(
        self,
        answers: Sequence[Answer] = (),
        *,
        takes: float = 0.0,
        rule: Callable[[Server], Answer] | None = None,
        name: str = "server",
    ) -> None:
        self.name = name
        self.takes = takes
        self.starts: list[float] = []
        self.met: Counter[str] = Counter()
        self.in_flight = self.peak = self.given_up = 0
        self._answers = deque(answers)
        self._rule = rule

    async def ask(self, question: Question) -> Answer:
        self.starts.append(asyncio.get_running_loop().time())
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            answer = self._rule(self) if self._rule else self._answers.popleft() if self._answers else GOOD
            self.met[answer.kind if isinstance(answer, Failed) else "good"] += 1
            if self.takes:
                await asyncio.sleep(self.takes)
            return answer
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        finally:
            self.in_flight -= 1

    @property
    def calls(self) -> int:
        return len(self.starts)


class TakesSome:
    """The rule of a server that takes so many calls at one time, and refuses those beyond."""

    def __init__(self, room: int) -> None:
        self.room = room

    def __call__(self, server: Server) -> Answer:
        return GOOD if server.in_flight <= self.room else busy()


class PerMinute:
    """The rule of a server that permits so many calls per minute, in a bucket that holds a second's worth."""

    def __init__(self, rpm: float) -> None:
        self._per_second = rpm / 60
        self._held = self._burst = max(self._per_second, 1.0)
        self._at = 0.0

    def __call__(self, server: Server) -> Answer:
        now = server.starts[-1]
        self._held = min(self._burst, self._held + (now - self._at) * self._per_second)
        self._at = now
        if self._held < 1:
            return busy((1 - self._held) / self._per_second)
        self._held -= 1
        return GOOD


async def ask_many(judge: Judge, count: int, *, at_once: int | None = None, start: int = 0) -> list[Answer]:
    """The answers to so many different questions, of which so many wait at one time."""
    room = asyncio.Semaphore(at_once or count)

    async def one(number: int) -> Answer:
        async with room:
            return await judge.ask(question(key=f"k{number}"))

    return list(await asyncio.gather(*(one(start + number) for number in range(count))))
