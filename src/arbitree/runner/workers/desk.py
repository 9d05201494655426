"""Where workers ask for leave: their calls go through the limits of the one run, and are made by those who asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from arbitree.core.records import Answer, Failed, Message, Question, Shape, Style
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.quota import Mark, Quota
from arbitree.judges.servers import Learnt
from arbitree.providers.allowances import Told
from arbitree.runner.workers.channel import Channel
from arbitree.runner.workers.plain import answer_from, answer_values

_FORM = Shape(kind="yes_no")
"""No limit depends on the form of the reply."""


class Hand(Protocol):
    """A worker, as far as this is concerned."""

    channel: Channel


@dataclass(eq=False)
class Asking:
    """One worker's question, as long as it waits for the answer."""

    hand: Hand
    number: int
    """The worker's own number of it."""
    stand: Stand
    question: Question
    task: asyncio.Task[None] | None = None
    call: asyncio.Future[Answer | None] | None = None
    """What the call comes to that it makes just now; None when the worker does not wait for it any more."""
    mark: Mark | None = None
    """How much had been asked when the call was made."""
    last: Answer | None = None
    """What its last call came to."""
    is_over: bool = False
    """Whether the worker does not wait for it any more."""
    more: asyncio.Task[None] | None = None
    """Waits until one more request may be sent for the call."""


class Stand:
    """Stands for a judge in the process that keeps the limits: what it is asked, a worker asks the judge itself."""

    def __init__(self, judge: Judge, seat: int, desk: Desk, *, is_counted: bool) -> None:
        self.stands_for = judge
        """The judge, which is never asked here."""
        self.seat = seat
        self.inline = is_inline(judge) and not is_counted
        self.resent = 0
        """How many more requests than questions were sent."""
        self.used: dict[str, str] = {}
        """What the judge says that it used, as the workers tell it."""
        self._desk = desk

    @property
    def name(self) -> str:
        """The name of the judge."""
        return self.stands_for.name

    @property
    def style(self) -> Style:
        """The style of the judge."""
        return self.stands_for.style

    @property
    def learnt(self) -> Learnt | None:
        """What is known of its server."""
        learnt = getattr(self.stands_for, "learnt", None)
        return learnt if isinstance(learnt, Learnt) else None

    async def ready(self) -> None:
        """Waits while the first question is out alone."""
        ready = getattr(self.stands_for, "ready", None)
        if ready is not None:
            await ready()

    async def ask(self, question: Question) -> Answer:
        """The answer, from a worker that asked for it."""
        gate = None if self.learnt is None else self.learnt.gate
        if gate is None or gate.is_settled:
            return await self._desk.called(question.key)
        if gate.is_out:
            await self.ready()
            return await self._desk.called(question.key)
        # What the first question finds out about the server is told to all workers before the next one goes out.
        gate.is_out = True
        async with gate.turn:
            try:
                return await self._desk.called(question.key)
            finally:
                gate.is_settled = True


class MeteredStand(Stand):
    """The same for a judge whose calls count with those of others that ask the same server for the same account."""

    @property
    def quota(self) -> Quota:
        """What the calls of all of them are counted in."""
        quota: Quota = self.stands_for.quota  # type: ignore[attr-defined]
        return quota


class Desk:
    """Takes the workers' questions through the layers of the run."""

    def __init__(self, judges: Sequence[Judge], *, is_limited: bool) -> None:
        """Makes what stands for the judges.

        Args:
            judges: each judge once; its number is its place.
            is_limited: whether a budget is kept, for which even judges that answer inline have to ask for leave.
        """
        self.hands: list[Hand] = []
        """The workers, those that are gone apart."""
        self.stands = [
            (MeteredStand if hasattr(type(judge), "quota") else Stand)(judge, seat, self, is_counted=is_limited)
            for seat, judge in enumerate(judges)
        ]
        """What stands for each."""
        self.asked: Sequence[Judge] = self.stands
        """The same with the layers of the run around it."""
        self._asking: dict[tuple[Hand, int], Asking] = {}
        self._waiting: dict[str, list[Asking]] = {}

    def take(self, hand: Hand, message: Sequence[Any]) -> bool:
        """Takes a worker's message; whether it was about a call at all."""
        match message:
            case ["ask", int(number), int(seat), [*told]]:
                asking = Asking(hand, number, self.stands[seat], _question(told))
                self._asking[hand, number] = asking
                asking.task = asyncio.create_task(self._answered(asking, self.asked[seat]))
            case ["back", int(number), answer, resent, told, news]:
                self._back(self._asking.get((hand, number)), answer_from(answer), resent, told, news)
            case ["drop", int(number)]:
                self._drop(self._asking.pop((hand, number), None))
            case ["again", int(number)]:
                self._again(self._asking.get((hand, number)))
            case _:
                return False
        return True

    def gone(self, hand: Hand) -> None:
        """Frees all that a worker held: it has ended."""
        for key in [key for key in self._asking if key[0] is hand]:
            self._drop(self._asking.pop(key))

    async def called(self, key: str) -> Answer:
        """What the call comes to of a worker that waits for the answer to a question; of another one, should it go."""
        while waiting := [one for one in self._waiting.get(key, ()) if not one.is_over]:
            asking = waiting[0]
            loop = asyncio.get_running_loop()
            asking.call = loop.create_future()
            if isinstance(asking.stand, MeteredStand):
                asking.mark = asking.stand.quota.mark(loop.time())
            asking.hand.channel.send("go", asking.number)
            answer = await asking.call
            if answer is not None:
                return answer
        # Nobody waits any more, and the layers around are about to be told so.
        await asyncio.Event().wait()
        raise AssertionError("it was cancelled before")

    async def _answered(self, asking: Asking, judge: Judge) -> None:
        """Takes a question through the layers, and tells the worker what it does not know by then."""
        waiting = self._waiting.setdefault(asking.question.key, [])
        waiting.append(asking)
        try:
            answer = await judge.ask(asking.question)
        finally:
            waiting.remove(asking)
            if not waiting:
                self._waiting.pop(asking.question.key, None)
        self._asking.pop((asking.hand, asking.number), None)
        if answer is not asking.last:
            asking.hand.channel.send("end", asking.number, answer_values(answer))
        elif isinstance(answer, Failed):
            asking.hand.channel.send("end", asking.number, None)

    def _back(
        self, asking: Asking | None, answer: Answer, resent: int, told: Sequence[Any], news: Mapping[str, Any] | None
    ) -> None:
        """A worker's call is over."""
        if asking is None:
            return
        stand = asking.stand
        stand.resent += resent
        if told and isinstance(stand, MeteredStand) and asking.mark is not None:
            now = asyncio.get_running_loop().time()
            stand.quota.tell([Told(**one) for one in told], now, since=asking.mark)
        if news is not None and stand.learnt is not None:
            stand.learnt.take(news)
            for hand in self.hands:
                if hand is not asking.hand:
                    hand.channel.send("learnt", stand.seat, news)
        asking.last = answer
        if asking.call is not None and not asking.call.done():
            asking.call.set_result(answer)

    def _drop(self, asking: Asking | None) -> None:
        """A worker no longer waits for an answer."""
        if asking is None or asking.task is None:
            return
        asking.is_over = True
        if asking.call is not None and not asking.call.done():
            asking.call.set_result(None)
        asking.task.cancel()

    def _again(self, asking: Asking | None) -> None:
        """Lets a worker send one more request for its call, in its turn."""
        if asking is None:
            return
        stand = asking.stand

        async def waited() -> None:
            if isinstance(stand, MeteredStand):
                await stand.quota.again()
            asking.hand.channel.send("again", asking.number)

        asking.more = asyncio.create_task(waited())


def _question(told: Sequence[Any]) -> Question:
    """What the layers look at in a question: its key, who asks and how long it is. Its words stay with the worker."""
    key, node, role, characters, attempt = told
    message = Message("user", " " * characters)
    return Question(key=key, node=node, role=role, messages=(message,), shape=_FORM, attempt=attempt)
