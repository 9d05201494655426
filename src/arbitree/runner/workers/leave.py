"""A worker's judge, each call of which is made only when the first process gives leave: there the limits are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arbitree.core.records import Answer, Failed, Question
from arbitree.judges.base import Judge
from arbitree.judges.failure import failed_by
from arbitree.judges.quota import COUNTED_BY, Mark
from arbitree.judges.together import takes_several
from arbitree.judges.tokens import characters
from arbitree.judges.wrapped import Wrapped, innermost
from arbitree.providers.allowances import Told
from arbitree.runner.workers.channel import Channel
from arbitree.runner.workers.plain import answer_from, answer_values


@dataclass(eq=False)
class Asked:
    """A question for which leave was asked. While its call is made, what the server says of its limits is told here."""

    number: int
    question: Question
    judge: Leave
    channel: Channel
    answer: asyncio.Future[Answer]
    last: Answer | None = None
    """What the last call came to."""
    call: asyncio.Task[None] | None = None
    told: Sequence[Told] = ()
    """What the server said of its limits during the call."""
    more: asyncio.Future[None] | None = None
    """Set once one more request may be sent for the call."""

    def mark(self, now: float) -> Mark:
        """How much has been asked: the first process knows."""
        return Mark(now, 0, 0.0)

    def tell(self, told: Sequence[Told], now: float, *, since: Mark) -> None:
        """Takes in what a response says of the limits."""
        self.told = told

    async def again(self) -> None:
        """Waits until one more request may be sent for the call."""
        self.more = asyncio.get_running_loop().create_future()
        self.channel.send("again", self.number)
        await self.more


class Office:
    """Asks for leave, and makes the calls that leave is given for."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.knows_any = False
        """Whether any reply is at hand."""
        self._number = 0
        self._asked: dict[int, Asked] = {}
        self._wanted: dict[int, asyncio.Future[Answer | None]] = {}

    async def ask(self, question: Question, judge: Leave) -> Answer:
        """The answer to a question."""
        self._number += 1
        number = self._number
        asked = Asked(number, question, judge, self.channel, asyncio.get_running_loop().create_future())
        self._asked[number] = asked
        # A question that may travel with others is not the same twice: it failed among them, or is asked alone.
        mark = str(number) if judge.carries else ""
        told = [question.key + mark, question.node, question.role, characters(question), question.attempt]
        self.channel.send("ask", number, judge.seat, told)
        try:
            return await asked.answer
        except asyncio.CancelledError:
            self.channel.send("drop", number)
            if asked.call is not None:
                asked.call.cancel()
            raise
        finally:
            del self._asked[number]

    async def at_hand(self, key: str) -> Answer | None:
        """The reply that the first process has at hand to a question."""
        if not self.knows_any:
            return None
        self._number += 1
        number = self._number
        wanted: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._wanted[number] = wanted
        self.channel.send("at_hand", number, key)
        try:
            return await wanted
        finally:
            del self._wanted[number]

    def found(self, number: int, values: dict[str, Any] | None) -> None:
        """Gives what was found at hand."""
        wanted = self._wanted.get(number)
        if wanted is not None and not wanted.done():
            wanted.set_result(None if values is None else answer_from(values))

    def go(self, number: int) -> None:
        """Makes the call that leave was asked for; a caller that went away meanwhile has said so."""
        asked = self._asked.get(number)
        if asked is not None:
            asked.call = asyncio.create_task(self._called(asked))

    def end(self, number: int, values: dict[str, Any] | None) -> None:
        """No further call is to be made: gives the answer, that of the last call where none is told."""
        asked = self._asked.get(number)
        if asked is None or asked.answer.done():
            return
        answer = asked.last if values is None else answer_from(values)
        assert answer is not None, "an end without an answer comes after a call"
        asked.answer.set_result(answer)

    def again(self, number: int) -> None:
        """One more request may be sent for a call."""
        asked = self._asked.get(number)
        if asked is not None and asked.more is not None and not asked.more.done():
            asked.more.set_result(None)

    async def _called(self, asked: Asked) -> None:
        COUNTED_BY.set(asked)
        judge, asked.told = asked.judge, ()
        resent = judge.resent
        try:
            answer = await judge.judge.ask(asked.question)
        except Exception as error:
            # Against the contract of `ask`; but whoever waits must not wait for ever.
            answer = failed_by(error)
        asked.last = answer
        told = list(map(asdict, asked.told))
        self.channel.send("back", asked.number, answer_values(answer), judge.resent - resent, told, judge.news())
        if isinstance(answer, Failed):
            judge.note(asked.question, answer)
        elif not asked.answer.done():
            # No layer makes anything else of a reply.
            asked.answer.set_result(answer)


class Leave(Wrapped):
    """A judge that asks for leave. `Office` makes its calls."""

    def __init__(self, judge: Judge, office: Office, seat: int) -> None:
        """Wraps a judge.

        Args:
            judge: what is called, once leave is given.
            office: where leave is asked for.
            seat: the judge's number in the run.
        """
        super().__init__(judge)
        self.inline = False
        self.seat = seat
        self.carries = takes_several(judge)
        self._office = office
        self._inner = innermost(judge)
        self._failed: dict[str, int] = {}
        self._news: dict[str, Any] | None = None

    @property
    def resent(self) -> int:
        """How many more requests than questions were sent."""
        return int(getattr(self._inner, "resent", 0))

    def news(self) -> dict[str, Any] | None:
        """What was found out about the server since this was asked last; None where nothing was."""
        learnt = getattr(self._inner, "learnt", None)
        if learnt is None:
            return None
        told = learnt.told()
        if told == self._news:
            return None
        self._news = told
        return dict(told)

    def hear(self, news: dict[str, Any]) -> None:
        """Takes in what another worker found out about the server."""
        learnt = getattr(self._inner, "learnt", None)
        if learnt is not None:
            learnt.take(news)
            self._news = learnt.told()

    def tried(self, key: str) -> int:
        """How many calls for a question have failed so far, for a reason that passes."""
        return self._failed.get(key, 0)

    def note(self, question: Question, failure: Failed) -> None:
        """Notes that a call failed."""
        if failure.transient:
            self._failed[question.key] = self.tried(question.key) + 1

    async def ask(self, question: Question) -> Answer:
        """The answer, once leave was given and the call was made."""
        return await self._office.ask(question, self)
