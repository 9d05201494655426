"""Workers that are no processes: judges that ask a desk for leave, in one event loop, by messages that take a while."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from arbitree.core.records import Answer, Question
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget
from arbitree.judges.layers import once
from arbitree.judges.stack import Layers, stack
from arbitree.runner.workers.channel import Channel
from arbitree.runner.workers.desk import Desk
from arbitree.runner.workers.leave import Leave, Office

TAKES = 0.001
"""Seconds that a message is on its way."""


class Wire(Channel):
    """One end of a channel without a socket; what is sent is plain values, or the test fails."""

    def __init__(self) -> None:
        super().__init__(lambda message, blob: None, lambda: None)
        self.other: Callable[[list[Any]], None] | None = None

    def send(self, *message: Any, blob: bytes = b"", later: bool = False) -> None:
        told = json.loads(json.dumps(message))
        asyncio.get_running_loop().call_later(TAKES, self._arrive, told)

    def _arrive(self, message: list[Any]) -> None:
        assert self.other is not None
        self.other(message)


class Pretended:
    """One worker, as the desk sees it and as it is."""

    def __init__(self, desk: Desk, judge: Judge) -> None:
        self.channel, there = Wire(), Wire()
        self.office = Office(there)
        there.other = lambda message: None if desk.take(self, message) else self._refuse(message)
        self.channel.other = self._take
        self.leave = Leave(judge, self.office, 0)
        desk.hands.append(self)

    def _refuse(self, message: object) -> None:
        raise AssertionError(f"nobody takes {message}")

    def _take(self, message: list[Any]) -> None:
        match message:
            case ["go", number]:
                self.office.go(number)
            case ["end", number, answer]:
                self.office.end(number, answer)
            case ["again", number]:
                self.office.again(number)
            case ["learnt", _, news]:
                self.leave.hear(news)
            case _:
                self._refuse(message)


class Crew:
    """Puts questions to its workers in turn. Made within a loop."""

    name, style = "crew", "messages"

    def __init__(
        self, judge: Judge, judges: Sequence[Judge], layers: Layers | None = None, *, budget: Budget | None = None
    ) -> None:
        """Makes the desk of a judge, and a worker for each of the judges, which all are that judge made again."""
        self.desk = Desk([judge], is_limited=budget is not None)
        self.desk.asked = (once(stack(self.desk.stands[0], layers, budget=budget)),)
        self.workers = [Pretended(self.desk, judge) for judge in judges]
        self._turn = 0

    async def ask(self, question: Question) -> Answer:
        self._turn += 1
        return await self.workers[self._turn % len(self.workers)].leave.ask(question)
