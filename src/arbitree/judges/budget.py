"""Stops asking when calls, tokens or money are used up: whatever is asked after that fails as `budget`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge
from arbitree.judges.tokens import Guess
from arbitree.judges.wrapped import Wrapped, innermost

__all__ = ["Budget", "Price", "Spent", "budgeted"]

Price: TypeAlias = Callable[[Reply], float | None]
"""What a call costs in US dollars, by the tokens of its reply; None where no price is known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spent:
    """What was spent so far."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    """US dollars, as far as prices are known."""


class Budget:
    """What a run may spend; several judges may share one.

    A call is let through when it still fits in with all that is on its way, each taken to cost what such calls cost so
    far. So the number of calls is never exceeded, and tokens and money by no more than guesses are wrong.

    >>> Budget(calls=100).used_up
    ''
    """

    def __init__(self, *, calls: int | None = None, tokens: int | None = None, cost: float | None = None) -> None:
        """Makes a budget; None sets no limit.

        Raises:
            UsageError: a limit is negative.
        """
        for name, limit in (("calls", calls), ("tokens", tokens), ("cost", cost)):
            if limit is not None and not limit >= 0:
                what = f"a budget of {limit:g} is none"
                raise UsageError(Problem(code="X183", what=what, where=f"--max-{name}", mend="give 0 or more"))
        self.limits = Limits(calls=calls, tokens=tokens, cost=cost)
        """What may be spent."""
        self.is_limited = not (calls is None and tokens is None and cost is None)
        """Whether anything can run out at all."""
        self.used_up = ""
        """What ran out first, in words; empty as long as nothing did."""
        self._lock = threading.Lock()
        self._spent = _Count()
        self._held = _Count()

    @property
    def spent(self) -> Spent:
        """What was spent by calls that have ended."""
        spent = self._spent
        return Spent(calls=spent.calls, tokens=spent.tokens, cost=spent.cost)

    def hold(self, guess: Spent) -> bool:
        """Whether a call still fits; if so, room is kept for it until `settle`."""
        limits, held, spent = self.limits, self._held, self._spent
        with self._lock:
            lacking = [
                f"{limit:g} {what}"
                for limit, value, what in (
                    (limits.calls, spent.calls + held.calls + guess.calls, "calls"),
                    (limits.tokens, spent.tokens + held.tokens + guess.tokens, "tokens"),
                    (limits.cost, spent.cost + held.cost + guess.cost, "US dollars"),
                )
                if limit is not None and value > limit
            ]
            if lacking:
                self.used_up = self.used_up or lacking[0]
                return False
            held.add(guess, 1)
            return True

    def settle(self, guess: Spent, spent: Spent) -> None:
        """Counts what a call really took, in place of what was held for it."""
        with self._lock:
            self._held.add(guess, -1)
            self._spent.add(spent, 1)

    def count(self, spent: Spent) -> None:
        """Counts what a call took that nothing was held for, since nothing can run out."""
        with self._lock:
            self._spent.add(spent, 1)


class _Count:
    """A sum of what was spent."""

    def __init__(self) -> None:
        self.calls, self.tokens, self.cost = 0, 0, 0.0

    def add(self, spent: Spent, times: int) -> None:
        self.calls += spent.calls * times
        self.tokens += spent.tokens * times
        self.cost += spent.cost * times


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What may be spent; None sets no limit."""

    calls: int | None
    tokens: int | None
    cost: float | None


def budgeted(judge: Judge, budget: Budget, *, price: Price | None = None) -> Judge:
    """The judge, asked only as long as the budget lasts; after that every question fails as `budget`, at once.

    Args:
        judge: The judge.
        budget: What may be spent, by this judge and all others that share it.
        price: What a call of this judge costs.
    """
    return Budgeted(judge, budget, price)


class Budgeted(Wrapped):
    """Asks as long as a budget lasts. Made by `budgeted`."""

    def __init__(self, judge: Judge, budget: Budget, price: Price | None) -> None:
        super().__init__(judge)
        self.budget = budget
        """What may be spent."""
        self._price = price
        self._tokens = Guess()
        self._asks = innermost(judge)
        self._resent: int = getattr(self._asks, "resent", 0)

    async def ask(self, question: Question) -> Answer:
        if not self.budget.is_limited:
            return await self._counted(question)
        guess = self._guess(question)
        if not self.budget.hold(guess):
            message = f"the budget of {self.budget.used_up} is used up"
            return Failed(kind="budget", message=message)
        # A call that is cancelled on its way was made all the same, and is paid for.
        spent = guess
        try:
            answer = await self.judge.ask(question)
            spent = self._really(question, answer)
            return answer
        finally:
            self.budget.settle(guess, spent)

    async def _counted(self, question: Question) -> Answer:
        """The same where nothing can run out: then nothing has to be guessed, save for a call that is cancelled."""
        spent: Spent | None = None
        try:
            answer = await self.judge.ask(question)
            spent = self._really(question, answer)
            return answer
        finally:
            self.budget.count(spent or self._guess(question))

    def _guess(self, question: Question) -> Spent:
        sent, replied = self._tokens.of(question)
        return self._of(round(sent), 0, round(replied))

    def _really(self, question: Question, answer: Answer) -> Spent:
        self._tokens.learn(question, answer)
        cached = answer.cached_tokens if isinstance(answer, Reply) else 0
        before, self._resent = self._resent, getattr(self._asks, "resent", 0)
        calls = 1 + max(self._resent - before, 0)
        return self._of(answer.input_tokens, cached, answer.output_tokens, calls=calls)

    def _of(self, sent: int, cached: int, replied: int, *, calls: int = 1) -> Spent:
        if self._price is None:
            return Spent(calls=calls, tokens=sent + replied)
        cost = self._price(Reply(text="", input_tokens=sent, cached_tokens=cached, output_tokens=replied))
        return Spent(calls=calls, tokens=sent + replied, cost=cost or 0.0)
