"""Servers with rate limits of several shapes, which say more or less about them, asked through all layers."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import NamedTuple, Protocol

from arbitree.core.records import Failed
from arbitree.judges.base import Judge
from arbitree.judges.http import Limits
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.judges.rates import Rates
from arbitree.judges.stack import Layers, stack
from arbitree.providers.base import Auth, Request, Response, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.testing import run_virtual
from tests.providers.questions import asked
from tests.runner.pretended import Crew

EPOCH = 1_796_000_000.0
"""The Unix time at which virtual time begins."""

REFUSES = 0.05
"""Seconds that a refusal takes: it is not computed."""

JITTER = 0.002
"""Seconds by which requests are late at most."""

GOOD = {
    "choices": [{"message": {"content": '{"verdict": true}'}, "finish_reason": "stop"}],
    "content": [{"type": "text", "text": '{"verdict": true}'}],
    "stop_reason": "end_turn",
    "type": "message",
}
"""A reply of either protocol."""


class State(NamedTuple):
    """What headers say."""

    limit: int
    left: float
    reset: float


class Shape(Protocol):
    """Lets calls through or not."""

    def refuse(self, now: float) -> float:
        """0 when the call is let through, else the seconds after which one will be."""
        ...

    def state(self, now: float) -> State:
        """What is left."""
        ...


@dataclass
class Bucket:
    """Fills with 600 a minute, and holds so many."""

    burst: float
    held: float = 0.0
    at: float | None = None

    def refuse(self, now: float) -> float:
        passed = self.burst if self.at is None else (now - self.at) * 10
        self.held, self.at = min(self.burst, self.held + passed), now
        if self.held < 1 - 1e-9:
            return (1 - self.held) / 10
        self.held -= 1
        return 0.0

    def state(self, now: float) -> State:
        return State(600, max(self.held, 0.0), (self.burst - self.held) / 10)


@dataclass
class Window:
    """Begins anew each so many seconds, with 10 for each of them."""

    seconds: float
    number: float = -1.0
    used: int = 0

    @property
    def limit(self) -> int:
        return round(10 * self.seconds)

    def ends(self, now: float) -> float:
        """It is not in step with the clock."""
        return self.seconds - (now + 0.37 * self.seconds) % self.seconds

    def refuse(self, now: float) -> float:
        number = (now + 0.37 * self.seconds) // self.seconds
        if number != self.number:
            self.number, self.used = number, 0
        if self.used >= self.limit:
            return self.ends(now)
        self.used += 1
        return 0.0

    def state(self, now: float) -> State:
        return State(self.limit, self.limit - self.used, self.ends(now))


@dataclass
class Sliding:
    """Lets through 10 for each second of the time that it looks back."""

    seconds: float
    taken: deque[float] = field(default_factory=deque[float])

    def refuse(self, now: float) -> float:
        while self.taken and self.taken[0] <= now - self.seconds:
            self.taken.popleft()
        if len(self.taken) >= 10 * self.seconds:
            return self.taken[0] + self.seconds - now
        self.taken.append(now)
        return 0.0

    def state(self, now: float) -> State:
        limit = round(10 * self.seconds)
        return State(limit, limit - len(self.taken), self.taken[-1] + self.seconds - now)


SHAPES: Mapping[str, Callable[[], Shape]] = {
    "bucket of 1": lambda: Bucket(1),
    "bucket of 10": lambda: Bucket(10),
    "bucket of 60": lambda: Bucket(60),
    "bucket of 600": lambda: Bucket(600),
    "window of a second": lambda: Window(1),
    "window of a minute": lambda: Window(60),
    "sliding second": lambda: Sliding(1),
    "sliding minute": lambda: Sliding(60),
}


def _openai(state: State, _now: float) -> dict[str, str]:
    values = (str(state.limit), str(int(state.left + 1e-9)), f"{max(round(state.reset * 1000), 0)}ms")
    return {
        f"x-ratelimit-{what}-requests": value
        for what, value in zip(("limit", "remaining", "reset"), values, strict=True)
    }


def _anthropic(state: State, now: float) -> dict[str, str]:
    back = math.ceil(EPOCH + now + state.reset)
    moment = f"2026-11-30T{back // 3600 % 24:02d}:{back // 60 % 60:02d}:{back % 60:02d}Z"
    values = (str(state.limit), str(int(state.left + 1e-9)), moment)
    return {
        f"anthropic-ratelimit-requests-{what}": v
        for what, v in zip(("limit", "remaining", "reset"), values, strict=True)
    }


WAITS: Mapping[str, Callable[[float, float], dict[str, str]]] = {
    "exact": lambda wait, now: {"retry-after": f"{wait:.3f}"},
    "milliseconds": lambda wait, now: {"retry-after-ms": str(math.ceil(wait * 1000))},
    "whole": lambda wait, now: {"retry-after": str(math.ceil(wait))},
    "date": lambda wait, now: {"retry-after": formatdate(math.ceil(EPOCH + now + wait), usegmt=True)},
    "nothing": lambda wait, now: {},
}
"""How a refusal says when to come back."""


class Rated:
    """Stands in for the socket: a server with a limit, and what became of the requests."""

    limits = Limits()

    def __init__(self, shape: Shape, *, says: str, takes: float, headers: bool = False) -> None:
        self.arrived: list[float] = []
        self.refused = self.good = 0
        self.ended = 0.0
        self._shape, self._says, self._takes, self._headers = shape, says, takes, headers
        self._numbers = random.Random(1)

    def account(self, _auth: Auth | None) -> str:
        return ""

    async def send(self, request: Request) -> Response | Failed:
        clock, numbers = asyncio.get_running_loop().time, self._numbers
        await asyncio.sleep(numbers.random() * JITTER)
        now = clock()
        self.arrived.append(now)
        wait = self._shape.refuse(now)
        headers = {"date": formatdate(int(EPOCH + now), usegmt=True)}
        if self._headers:
            tell = _anthropic if "/messages" in request.url else _openai
            headers |= tell(self._shape.state(now), now)
        if wait:
            self.refused += 1
            await asyncio.sleep(REFUSES)
            headers |= WAITS[self._says](wait, now)
            return Response(status=429, headers=headers, body=b'{"error": {"message": "slow down"}}')
        await asyncio.sleep(self._takes * (0.8 + 0.4 * numbers.random()))
        self.good += 1
        self.ended = clock()
        return Response(status=200, headers=headers, body=json.dumps(GOOD).encode())

    @property
    def share_refused(self) -> float:
        return self.refused / len(self.arrived)

    @property
    def used(self) -> float:
        """The answers that came, as a share of 600 a minute."""
        return self.good / (self.ended * 10)


def judge_of(
    server: Rated, rates: Rates | None = None, *, model: str = "m", provider: str = "server", workers: int = 0
) -> Judge:
    """A judge that asks it, with all layers; with workers, each has one of its own, and the layers are kept apart."""
    # As in processes of their own, no worker knows what another one has found out.
    settings = [Settings(model=model, base_url=f"http://rated-{at}.invalid/v1") for at in range(1 + workers)]
    asking = [ProviderJudge(PROVIDERS[provider], one, http=server) for one in settings]
    layers = Layers(in_flight=20, rates=rates or Rates())
    return Crew(asking[0], asking[1:], layers) if workers else stack(asking[0], layers)


def ask(server: Rated, count: int, rates: Rates | None = None, *, provider: str = "server", workers: int = 0) -> int:
    """Asks so many questions, 50 of which wait at one time; gives back how many of them failed."""

    async def all_() -> int:
        judge = judge_of(server, rates, provider=provider, workers=workers)
        room, failed = asyncio.Semaphore(50), 0

        async def one(number: int) -> None:
            nonlocal failed
            async with room:
                failed += isinstance(await judge.ask(asked(key=f"k{number}")), Failed)

        await asyncio.gather(*(one(number) for number in range(count)))
        return failed

    return run_virtual(all_())
