"""Counts what each call of a judge took: time, tokens and money, tries that failed included."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.judges.base import Judge
from arbitree.judges.budget import Price
from arbitree.judges.wrapped import Wrapped

CANCELLED: Final = "cancelled"
"""How a call ended that was given up on its way: by a deadline, or by the end of the run."""


class Call(NamedTuple):
    """One call of a judge."""

    judge: str
    role: str
    node: str
    """The node that asks first."""
    key: str
    """The key of the question."""
    tried: int
    """How many calls for the same question had failed before, for a reason that passes."""
    seconds: float
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None where the price is not known, or where nobody knows what the call took."""
    failed: str
    """The kind of the failure; empty for a reply."""


Listener: TypeAlias = Callable[[Call], None]
"""Is told of each call when it has ended."""


@dataclass
class Took:
    """What all calls of a judge took, so far."""

    calls: int = 0
    tries: int = 0
    """Further calls for questions that had failed for a passing reason."""
    asked_again: int = 0
    """Calls that told the judge why its reply before could not be read."""
    failed: dict[str, int] = field(default_factory=dict)
    """Calls without a reply, by kind."""
    seconds: float = 0.0
    """The time of all calls together, whether they ran at once or one after the other."""
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    """US dollars; None where the price is not known."""

    def add(self, call: Call, attempt: int) -> None:
        """Counts a call."""
        self.calls += 1
        self.tries += call.tried > 0
        self.asked_again += attempt > 0
        if call.failed:
            self.failed[call.failed] = self.failed.get(call.failed, 0) + 1
        self.seconds += call.seconds
        self.input_tokens += call.input_tokens
        self.cached_tokens += call.cached_tokens
        self.output_tokens += call.output_tokens
        if self.cost is not None and call.cost is not None:
            self.cost += call.cost


@dataclass(frozen=True, kw_only=True)
class OfJudge:
    """What a run took of one judge."""

    judge: str
    """Its name."""
    roles: tuple[str, ...]
    """Those that it answers for."""
    took: Took


class Metered(Wrapped):
    """A judge whose calls are counted. It belongs below the layers that try again, so that it sees each try."""

    def __init__(self, judge: Judge, *, price: Price | None = None, listener: Listener | None = None) -> None:
        """Wraps a judge.

        Args:
            judge: The judge.
            price: What a call costs, by its tokens.
            listener: Is told of each call.
        """
        super().__init__(judge)
        self.took = Took(cost=0.0 if price is not None else None)
        """What its calls took."""
        self._price, self._listener = price, listener
        self._tried: Counter[str] = Counter()
        self._lock = threading.Lock()

    def tried(self, key: str) -> int:
        """How many calls for a question have failed so far, for a reason that passes."""
        return self._tried[key]

    async def ask(self, question: Question) -> Answer:
        """The answer of the judge inside."""
        began = time.perf_counter()
        try:
            answer = await self.judge.ask(question)
        except asyncio.CancelledError:
            self._note(question, Failed(kind=CANCELLED, message=""), time.perf_counter() - began)
            raise
        except Exception:
            self._note(question, Failed(kind="judge_error", message=""), time.perf_counter() - began)
            raise
        self._note(question, answer, time.perf_counter() - began)
        return answer

    def _note(self, question: Question, answer: Answer, seconds: float) -> None:
        failed = answer.kind if isinstance(answer, Failed) else ""
        call = Call(
            judge=self.name,
            role=question.role,
            node=question.node,
            key=question.key,
            tried=self._tried[question.key] if self._tried else 0,
            seconds=seconds,
            input_tokens=answer.input_tokens,
            cached_tokens=answer.cached_tokens if isinstance(answer, Reply) else 0,
            output_tokens=answer.output_tokens,
            cost=self._cost(answer),
            failed=failed,
        )
        with self._lock:
            self.took.add(call, question.attempt)
            if isinstance(answer, Failed) and answer.transient:
                self._tried[question.key] += 1
        if self._listener is not None:
            self._listener(call)

    def _cost(self, answer: Answer) -> float | None:
        if self._price is None or (isinstance(answer, Failed) and answer.kind == CANCELLED):
            return None
        if isinstance(answer, Reply):
            return self._price(answer)
        return self._price(Reply(text="", input_tokens=answer.input_tokens, output_tokens=answer.output_tokens))
