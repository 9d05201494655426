"""What one account may ask of its server, and when its next call may start, whichever judge makes it."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Final, NamedTuple, Protocol

from arbitree.core.records import Answer, Failed
from arbitree.judges.allowance import Allowance
from arbitree.judges.rate import LearnedRate, Start
from arbitree.judges.rates import Rates
from arbitree.judges.slots import Slots
from arbitree.providers.allowances import Told, Unit

HEADROOM = 0.98
"""The share of a limit that is used: clocks and networks are not exact, and a refused call costs more than it gives."""

CATCH_UP = 0.1
"""Seconds by which calls that start late, because the process was busy, may make up for it."""

_APART, _HALVED = 0.05, 20
"""Seconds between calls to a server of which nothing is known; half of that after so many answers, and so on."""

_AHEAD = 0.7
"""How many calls more than one are out at the same time then, for each square root of an answer that came."""

_POLL = 0.002
"""Seconds after which it is looked again whether an answer has come that lets a call start earlier."""

_UNPROVEN: Final = frozenset({"rate_limited", "connection", "timeout", "server_error"})
"""Failures that do not show that the server let the call through."""


class Mark(NamedTuple):
    """How much had been asked at some moment."""

    at: float
    calls: int
    tokens: float


class Counting(Protocol):
    """Where a judge that makes a call says what becomes of it meanwhile."""

    def mark(self, now: float) -> Mark:
        """How much has been asked up to now."""
        ...

    def tell(self, told: Sequence[Told], now: float, *, since: Mark) -> None:
        """Takes in what a response says of the limits."""
        ...

    async def again(self) -> None:
        """Waits until one more request may be sent for the call, and counts it."""
        ...


COUNTED_BY: ContextVar[Counting | None] = ContextVar("counted_by", default=None)
"""Where the call that is being made is counted, if another process keeps the limits; else in its judge's quota."""


class Quota:
    """Spaces the calls of all judges that share it, and learns from what the server says and refuses.

    Calls start in the order of asking within one judge, and by turns between judges. As long as nothing is known of a
    server, only few calls more go out than it has answered, or they go one after the other: those that are on their way
    when it first refuses one are refused as well.
    """

    def __init__(self, *, careful: bool = False) -> None:
        """Makes it.

        Args:
            careful: whether it begins with few calls at a time, where nothing is known of the server.
        """
        self._careful = careful
        self._learned = LearnedRate()
        self._told: dict[Unit, Allowance] = {"requests": Allowance(), "tokens": Allowance()}
        self._is_told = False
        # Only the first in the queue waits for its moment; who gives up leaves the queue and costs nobody anything.
        self._turn = Slots(1)
        self._starts: deque[float] = deque()
        self._rates = Rates()
        """The rates that were stated last."""
        self._next = self._next_tokens = self._resumes = self._held = 0.0
        self._is_probing = False
        self._refusal_took = 0.0
        self._calls = self._open = self._answered = 0
        self._tokens = 0.0

    @property
    def gap(self) -> float:
        """Seconds from one start to the next that were learnt from refusals; 0 as long as nothing was."""
        return self._learned.gap

    def is_open(self, rates: Rates, now: float) -> bool:
        """Whether a call may start at once, whatever others do."""
        stated = rates.rpm is not None or rates.tpm is not None
        is_known = self._careful or stated or self._is_told or self._learned.gap
        return not (is_known or max(self._resumes, self._held) > now)

    def is_idle(self, rates: Rates, now: float) -> bool:
        """Whether a call may start at this moment, so that none can be waiting for its own."""
        return self._moment(rates, now) <= now

    async def turn(self, rates: Rates, tokens: float) -> Start:
        """Waits until a call of so many tokens may start, and counts it as started."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        async with self._turn:
            while True:
                now = clock()
                # Asked for anew after each wait: a server may have called for a pause meanwhile.
                moment = self._moment(rates, now)
                if moment <= now:
                    return self.take(rates, tokens, now, asked=asked)
                await asyncio.sleep(moment - now)

    async def again(self) -> None:
        """Waits until one more request may be sent for a call that has started, and counts it."""
        self.note(None, await self.turn(self._rates, 0.0), asyncio.get_running_loop().time())

    def take(self, rates: Rates, tokens: float, now: float, *, asked: float = math.inf) -> Start:
        """Counts a call that starts now.

        Args:
            rates: what was stated.
            tokens: what the call is taken to need.
            now: the time.
            asked: since when it has waited: who was there when its moment came, and starts late for want of time,
                leaves the next one's moment where it was.
        """
        due = max(self._next, self._next_tokens)
        start = max(due, now - CATCH_UP) if asked <= due and not self._learned.gap else now
        gap, per_token = self._gaps(rates, now)
        self._next, self._next_tokens = start + gap, start + tokens * per_token
        if self._is_probing:
            self._held, self._is_probing = now + 2 * self._refusal_took + _APART, False
        if self._is_told:
            self._told["requests"].take(1, now)
            self._told["tokens"].take(tokens, now)
        self._rates = rates
        self._calls += 1
        self._tokens += tokens
        self._open += 1
        self._starts.append(now)
        while self._starts[0] < now - 60 and len(self._starts) > 1:
            self._starts.popleft()
        return self._learned.start(now)

    def _moment(self, rates: Rates, now: float) -> float:
        """When the next call may start, as far as it can be said now; it is asked for again then."""
        moment = max(self._next, self._next_tokens, self._resumes)
        if rates.rpm is not None:
            # Calls that make up for being late stay within what is permitted in a second all the same.
            count = max(int(rates.rpm / 60), 1)
            if len(self._starts) >= count:
                moment = max(moment, self._starts[-count] + count * 60 / rates.rpm)
        if moment <= now < self._held:
            return min(self._held, now + 10 * _POLL)
        if moment <= now and self._open >= 1 + _AHEAD * math.sqrt(self._answered) and not self._is_known(rates, now):
            apart = self._starts[-1] + _APART / (1 + self._answered / _HALVED) if self._starts else now
            return min(apart, now + _POLL)
        return moment

    def _is_known(self, rates: Rates, now: float) -> bool:
        """Whether anything is known of the pace at which the server takes calls."""
        is_learnt = self._learned.gap or self._told["requests"].gap(now)
        return not self._careful or rates.rpm is not None or bool(is_learnt)

    def _gaps(self, rates: Rates, now: float) -> tuple[float, float]:
        """Seconds for which a call, and each of its tokens, keep the next one waiting."""
        if rates.rpm is None and rates.tpm is None and not self._is_told:
            return self._learned.gap, 0.0
        stated = 0.0 if rates.rpm is None else 60 / (rates.rpm * HEADROOM)
        stated_each = 0.0 if rates.tpm is None else 60 / (rates.tpm * HEADROOM)
        told, told_each = self._told["requests"].gap(now) / HEADROOM, self._told["tokens"].gap(now) / HEADROOM
        return max(stated, told, self._learned.gap), max(stated_each, told_each)

    def mark(self, now: float) -> Mark:
        """How much has been asked up to now."""
        return Mark(now, self._calls, self._tokens)

    def tell(self, told: Sequence[Told], now: float, *, since: Mark) -> None:
        """Takes in what a response says of the limits.

        Args:
            told: what it says.
            now: when it came.
            since: how much had been asked when its request was sent.
        """
        self._is_told = True
        for one in told:
            taken = self._calls - since.calls if one.unit == "requests" else self._tokens - since.tokens
            self._told[one.unit].tell(one, now=now, took=now - since.at, since=taken)

    def note(self, answer: Answer | None, start: Start, now: float) -> None:
        """Learns from the answer to a call; None says nothing but that it is over."""
        self._open -= 1
        if answer is None:
            return
        if not isinstance(answer, Failed) or answer.kind not in _UNPROVEN:
            self._answered += 1
            self._learned.accept(start)
            if not self._learned.row:
                self._held = 0.0
        elif answer.kind == "rate_limited":
            self._refusal_took = now - start.at
            self._resumes = max(self._resumes, self._learned.refuse(start, now, answer.retry_after))
            is_sure = answer.retry_after is not None and self._learned.row <= 1
            self._is_probing = not (is_sure or self._learned.is_doubted)

    def correct(self, tokens: float, rates: Rates, now: float) -> None:
        """Counts so many tokens more than a call was taken to need; less than 0 where it took fewer."""
        self._tokens += tokens
        self._told["tokens"].take(tokens, now)
        self._next_tokens += tokens * self._gaps(rates, now)[1]
