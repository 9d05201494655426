"""The judges of one run: each limited, watched, asked each question once, and spared what is already known."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arbitree.core.engine import Schedule
from arbitree.core.records import Answer, Question, Style
from arbitree.errors import Problem
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Budget
from arbitree.judges.layers import Once, once
from arbitree.judges.memory import Remembered
from arbitree.judges.meter import Listener, Metered, OfJudge, Took
from arbitree.judges.prices import price_of
from arbitree.judges.retry import Retried
from arbitree.judges.stack import Layers, stack
from arbitree.runner.alike import Alike, Watched
from arbitree.runner.at_hand import AtHand
from arbitree.runner.memory import Memory

if TYPE_CHECKING:
    from arbitree.executors.eager import Eager, Unused


class Known:
    """A judge that is spared the questions to which a reply is already at hand."""

    def __init__(self, judge: Judge, replies: AtHand) -> None:
        self.judge = judge
        self.inline = is_inline(judge)
        self.used = 0
        """How many questions were answered from what is at hand."""
        self._replies = replies

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style

    async def ask(self, question: Question) -> Answer:
        """The reply at hand, or else the judge's."""
        reply = self._replies.get(question.key)
        if reply is None:
            return await self.judge.ask(question)
        self.used += 1
        return reply


@dataclass
class Elsewhere:
    """What was counted in other processes of the run."""

    shared: int = 0
    replayed: int = 0
    recalled: int = 0
    asked_ahead: int = 0
    unused: int = 0
    calls: dict[int, int] = field(default_factory=dict[int, int])
    """Of judges that answer inline, by the identity of the judge: how many questions were put to it."""


class Bench:
    """Who answers for which role in one run, and what that took."""

    def __init__(
        self,
        judges: Mapping[str, Judge],
        *,
        layers: Layers,
        budget: Budget | None = None,
        known: AtHand | None = None,
        memory: Memory | None = None,
        free: frozenset[str] = frozenset({"local"}),
        listener: Listener | None = None,
        schedule: Schedule = "frugal",
        unused: Unused | None = None,
    ) -> None:
        """Makes the judges.

        Args:
            judges: The judge of each role, as it is.
            layers: How each judge is asked.
            budget: What may be spent, by all judges together.
            known: Replies at hand, by the key of the question.
            memory: The ledgers of the run.
            free: Roles whose answers cost no call.
            listener: Is told of each call, those of judges that answer inline apart.
            schedule: Whether questions are asked ahead.
            unused: Is told of each case for which some were, how many, and how many in vain.
        """
        self.budget = budget or Budget()
        """What may be spent, and what was."""
        self.is_priced = True
        """Whether the prices of all judges that count tokens are known."""
        self._unused = unused
        self.elsewhere = Elsewhere()
        """What was counted in other processes."""
        self.eager = None if schedule == "frugal" else _eager(unused)
        """Who asks ahead; None where nobody does."""
        self._alike = Alike()
        self._memory = memory
        self._listener = listener
        self._meters: dict[int, Metered | Once | Remembered] = {}
        self._known: list[Known] = []
        self._paid: list[Once | Remembered] = []
        self._uncounted: list[Once | Remembered] = []
        self._retried: list[Retried] = []
        self.judges: dict[str, Judge] = {}
        """The judge of each role."""
        made: dict[int, Judge] = {}
        for role, judge in judges.items():
            if id(judge) not in made:
                made[id(judge)] = self._made(judge, layers, known, is_free=role in free)
            self.judges[role] = made[id(judge)]
        self._roles = {place: tuple(role for role, one in judges.items() if id(one) == place) for place in made}

    def _made(self, judge: Judge, layers: Layers, known: AtHand | None, *, is_free: bool) -> Judge:
        if is_free:
            return once(judge)
        # What an inline judge spends is known from its calls alone, and counting takes longer than it does.
        is_counted = self.budget.is_limited or not is_inline(judge)
        watched = Watched(self._stacked(judge, layers, is_counted=is_counted), self._alike)
        meter = self._meters.get(id(judge))
        tried = meter.tried if isinstance(meter, Metered) else None
        remembered = self._memory and self._memory.around(
            judge, watched, price=price_of(judge), on_trouble=self._alike.halt, tried=tried
        )
        asked_once: Once | Remembered = remembered or once(watched)
        self._paid.append(asked_once)
        if not is_counted:
            self._uncounted.append(asked_once)
            self._meters[id(judge)] = asked_once
        if known is None:
            return asked_once
        spared = Known(asked_once, known)
        self._known.append(spared)
        return spared

    def _stacked(self, judge: Judge, layers: Layers, *, is_counted: bool) -> Judge:
        price = price_of(judge)
        self.is_priced = self.is_priced and price is not None
        if not is_counted:
            return stack(judge, layers, price=price)

        def metered(called: Judge) -> Judge:
            meter = self._meters[id(judge)] = Metered(called, price=price, listener=self._listener)
            return meter

        stacked = stack(judge, layers, budget=self.budget, price=price, meter=metered)
        inner: object = stacked
        while inner is not None and not isinstance(inner, Retried):
            inner = getattr(inner, "judge", None)
        if inner is not None:
            self._retried.append(inner)
        return stacked

    @property
    def calls(self) -> int:
        """How many questions were put to judges, without further tries and questions that never got their turn."""
        metered = (meter.took for meter in self._meters.values() if isinstance(meter, Metered))
        inline = sum(judge.calls for judge in self._uncounted) + sum(self.elsewhere.calls.values())
        return inline + sum(took.calls - took.tries for took in metered)

    @property
    def tries(self) -> int:
        """How many further calls were made for questions that had failed for a passing reason."""
        return sum(judge.retries for judge in self._retried)

    @property
    def by_judge(self) -> tuple[OfJudge, ...]:
        """What each judge was asked and took, tries that failed included; of those that answer inline only calls."""
        return tuple(
            OfJudge(
                judge=meter.name,
                roles=self._roles[place],
                took=meter.took
                if isinstance(meter, Metered)
                else Took(calls=meter.calls + self.elsewhere.calls.get(place, 0)),
            )
            for place, meter in self._meters.items()
        )

    @property
    def shared(self) -> int:
        """How many questions were answered with the reply to an equal one in this run."""
        return sum(judge.saved for judge in self._paid) + self.elsewhere.shared

    @property
    def replayed(self) -> int:
        """How many questions were answered with a reply at hand from an earlier run."""
        return sum(judge.used for judge in self._known) + self.elsewhere.replayed

    @property
    def recalled(self) -> int:
        """How many questions were answered from the ledger."""
        return self.elsewhere.recalled + (0 if self._memory is None else self._memory.recalled)

    def asked_ahead_elsewhere(self, case: str, asked_ahead: int, unused: int) -> None:
        """Counts what was asked ahead for a case in another process."""
        self.elsewhere.asked_ahead += asked_ahead
        self.elsewhere.unused += unused
        if self._unused is not None:
            self._unused(case, asked_ahead, unused)

    @property
    def asked_ahead(self) -> int:
        """How many questions were asked before they were needed."""
        return self.elsewhere.asked_ahead + (0 if self.eager is None else self.eager.asked_ahead)

    @property
    def unused(self) -> int:
        """How many of these never were needed."""
        return self.elsewhere.unused + (0 if self.eager is None else self.eager.unused)

    @property
    def stopped(self) -> Problem | None:
        """Why the run should stop: its first questions all failed alike, or replies can no longer be kept."""
        return self._alike.problem

    def note(self, judge: Judge, question: Question, answer: Answer) -> None:
        """Looks at an answer that was given in another process: the first ones show whether the run fails."""
        self._alike.note(judge, question, answer)

    def halt(self, problem: Problem) -> None:
        """Stops the run for a reason that was seen in another process."""
        self._alike.halt(problem)

    @property
    def stop(self) -> asyncio.Event:
        """Set as soon as the run should stop."""
        return self._alike.stop


def _eager(unused: Unused | None) -> Eager:
    from arbitree.executors.eager import Eager  # a frugal run has no use for it, and is to start the sooner

    return Eager(unused)
