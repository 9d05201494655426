"""Who answers in a worker: judges with their memory, each call of which takes leave of the first process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from arbitree.core.records import Answer, Failed, Question
from arbitree.errors import Problem
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.layers import Once, once
from arbitree.judges.memory import Remembered
from arbitree.judges.prices import price_of
from arbitree.judges.stack import Layers, stack
from arbitree.judges.timeout import timed
from arbitree.judges.together import together
from arbitree.judges.used import used_by
from arbitree.judges.wrapped import Wrapped
from arbitree.runner.alike import ENOUGH
from arbitree.runner.memory import Memory
from arbitree.runner.workers.channel import Channel
from arbitree.runner.workers.leave import Leave, Office
from arbitree.runner.workers.plain import answer_values

Lack: TypeAlias = tuple[str, str, str]
"""A question without a reply: its key, the role that is asked, and the node that asks."""

FREE = frozenset({"local"})
"""Roles whose answers cost no call."""


class Answering:
    """The judges of a worker, and what is counted of them here."""

    def __init__(
        self,
        judges: Mapping[str, Judge],
        channel: Channel,
        *,
        layers: Layers,
        is_limited: bool,
        resumes: bool,
        memory: Memory | None,
    ) -> None:
        """Makes the judges.

        Args:
            judges: the judge of each role, as it is; its seat is its place.
            channel: where leave is asked for.
            layers: how each judge is asked.
            is_limited: whether a budget is kept.
            resumes: whether replies of an earlier session may be at hand.
            memory: the ledgers of the run.
        """
        self.office = Office(channel)
        self.judges: dict[str, Judge] = {}
        """The judge of each role, with all that is around it."""
        self._layers, self._memory, self._channel = layers, memory, channel
        self._is_limited = is_limited
        self._plain = dict(judges)
        self._leaves: dict[int, Leave] = {}
        self._once: dict[int, Once | Remembered] = {}
        self._heard: dict[int, Heard] = {}
        self._replayed: dict[int, Replayed] = {}
        self._spared: list[Spared] = []
        for seat, (role, judge) in enumerate(judges.items()):
            made = once(judge) if role in FREE else self._made(seat, judge)
            if role not in FREE and resumes:
                made = Spared(made, self.office)
                self._spared.append(made)
            self.judges[role] = made

    def _made(self, seat: int, judge: Judge) -> Judge:
        tried = None
        if is_inline(judge) and not self._is_limited:
            heard = self._heard[seat] = Heard(stack(judge, self._layers), self._channel, seat)
            inner: Judge = heard
        else:
            called = judge if self._layers.timeout is None else timed(judge, self._layers.timeout)
            leave = self._leaves[seat] = Leave(called, self.office, seat)
            tried, inner = leave.tried, together(leave)
        remembered = self._memory and self._memory.around(
            judge, inner, price=price_of(judge), on_trouble=self._halt, tried=tried
        )
        self._once[seat] = made = remembered or once(inner)
        if self._memory is None or not self._memory.keeping.replay:
            return made
        replayed = self._replayed[seat] = Replayed(made)
        return replayed

    def _halt(self, problem: Problem) -> None:
        self._channel.send("halt", asdict(problem))

    def hear(self, seat: int, news: Mapping[str, Any]) -> None:
        """Takes in what another worker found out about the server of a judge."""
        if seat in self._leaves:
            self._leaves[seat].hear(dict(news))

    def counts(self) -> dict[str, Any]:
        """What was counted so far, as plain values."""
        recalled = 0 if self._memory is None else self._memory.recalled
        # Another process that is asking just now is taken to be a worker of the same run.
        waited = 0 if self._memory is None else self._memory.waited
        return {
            "shared": sum(one.saved for seat, one in self._once.items() if seat not in self._heard) + waited,
            "recalled": recalled - waited,
            "replayed": sum(one.used for one in self._spared),
            "damaged": 0 if self._memory is None else self._memory.damaged,
            "answered": {seat: self._once[seat].calls + self._once[seat].saved for seat in self._heard},
        }

    def asked(self) -> dict[int, list[str]]:
        """The questions that judges which answer inline were asked since this was called last, by seat and key."""
        return {seat: keys for seat, heard in self._heard.items() if (keys := heard.taken())}

    def lacked(self) -> dict[int, list[Lack]]:
        """The questions whose replies a replay was found to lack since this was called last, by seat."""
        return {seat: lacks for seat, replayed in self._replayed.items() if (lacks := replayed.taken())}

    def used(self) -> dict[int, dict[str, str]]:
        """What each judge says that it used, by seat."""
        found = {seat: used_by(judge) for seat, judge in enumerate(self._plain.values())}
        return {seat: used for seat, used in found.items() if used}


class Spared(Wrapped):
    """A judge that is spared the questions to which the first process has a reply at hand."""

    def __init__(self, judge: Judge, office: Office) -> None:
        super().__init__(judge)
        self.inline = False
        self.used = 0
        """How many questions were answered from what is at hand."""
        self._office = office

    async def ask(self, question: Question) -> Answer:
        """The reply at hand, or else the judge's."""
        reply = await self._office.at_hand(question.key)
        if reply is None:
            return await self.judge.ask(question)
        self.used += 1
        return reply


class Heard(Wrapped):
    """A judge that answers inline: the first process is told which questions it was asked, and how the first ended."""

    def __init__(self, judge: Judge, channel: Channel, seat: int) -> None:
        super().__init__(judge)
        self._channel, self._seat = channel, seat
        self._looks = ENOUGH
        self._keys: list[str] = []

    def taken(self) -> list[str]:
        """The keys of the questions that it was asked since this was called last."""
        keys, self._keys = self._keys, []
        return keys

    async def ask(self, question: Question) -> Answer:
        """The answer of the judge inside."""
        answer = await self.judge.ask(question)
        self._keys.append(question.key)
        if self._looks:
            # The first answers of all workers together say whether the run fails as a whole.
            self._looks = self._looks - 1 if isinstance(answer, Failed) else 0
            self._channel.send("first", self._seat, question.role, question.node, answer_values(answer))
        return answer


class Replayed(Wrapped):
    """A judge that a ledger stands in for: the first process is told which replies are not there."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self._lacks: list[Lack] = []

    def taken(self) -> list[Lack]:
        """The questions without a reply since this was called last."""
        lacks, self._lacks = self._lacks, []
        return lacks

    async def ask(self, question: Question) -> Answer:
        """The answer in the ledger."""
        answer = await self.judge.ask(question)
        if isinstance(answer, Failed) and answer.kind == "unrecorded":
            self._lacks.append((question.key, question.role, question.node))
        return answer
