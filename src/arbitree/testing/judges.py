"""A judge for tests: it answers by the name of the node that asks, and refuses what it was not told to expect."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.judges.failure import failed_by
from arbitree.judges.replies import answer_text, reply_of

Scripted: TypeAlias = """(
    bool | str | int | float | Sequence[str] | Mapping[str, object] | BaseException | Raw | InTurn
    | Reply | Failed | Callable[[Question], Scripted] | None
)"""
"""What a node may be answered with."""


@dataclass(frozen=True)
class Raw:
    """A reply's text, exactly. Made by `raw`."""

    text: str


@dataclass(frozen=True)
class InTurn:
    """One answer for each time the node asks. Made by `in_turn`."""

    answers: tuple[Scripted, ...]


def raw(text: str) -> Raw:
    """A reply of exactly this text, readable or not."""
    return Raw(text)


def in_turn(*answers: Scripted) -> InTurn:
    """These answers, one for each time the node asks; asking once more is a failure."""
    return InTurn(answers)


class ScriptedJudge:
    """Answers each question by the name of the node that asks.

    A bool, text or list becomes a well-formed reply of the form the question asks for; `raw(...)` is a reply's exact
    text; `in_turn(...)` answers differently each time; an exception is raised as a judge's own code would raise it; a
    callable is given the question and gives back any of these. A node that is not in the script is a failure that
    carries an AssertionError naming it, which `measure` raises.

    >>> judge = ScriptedJudge({"facts": "30 days", "window": True, "details": in_turn(raw("oops"), "Both")})
    >>> judge
    ScriptedJudge(facts, window, details)
    """

    sees_images = True

    def __init__(
        self,
        script: Mapping[str, Scripted],
        *,
        reason: str = "as scripted",
        waits: int = 0,
        seed: int = 0,
        style: Style = "plain",
        name: str = "scripted",
    ) -> None:
        """Makes the judge.

        Args:
            script: What each node is answered with.
            reason: The reason in the replies of judging nodes.
            waits: At most how many turns of the event loop a reply takes. How many is drawn from `seed` and the
                question's key, so that replies come out of order, and every time in the same order. With 0 the judge
                answers inline.
            seed: What the number of turns is drawn from.
            style: The layout of prompts it wants.
            name: What it is called.
        """
        self.name: Final = name
        self.style: Style = style
        self.inline: Final = waits == 0
        self.asked: list[Question] = []
        """Every question, in the order of asking."""
        self.in_flight_peak = 0
        """The most questions that were waiting for a reply at one time."""
        self._script = dict(script)
        self._reason = reason
        self._waits = waits
        self._seed = seed
        self._in_flight = 0
        self._times: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"ScriptedJudge({', '.join(self._script)})"

    @property
    def nodes(self) -> list[str]:
        """The names of the nodes that asked, in the order of asking."""
        return [question.node for question in self.asked]

    @property
    def calls(self) -> int:
        """How many questions were asked."""
        return len(self.asked)

    async def ask(self, question: Question) -> Answer:
        """The scripted answer."""
        with self._lock:
            self.asked.append(question)
            self._in_flight += 1
            self.in_flight_peak = max(self.in_flight_peak, self._in_flight)
            turn = self._times[question.node]
            self._times[question.node] += 1
        try:
            if self._waits:
                for _ in range(random.Random(f"{self._seed}:{question.key}").randint(0, self._waits)):
                    await asyncio.sleep(0)
            return self._answer(question, turn)
        except Exception as error:
            return failed_by(error)
        finally:
            with self._lock:
                self._in_flight -= 1

    def _answer(self, question: Question, turn: int) -> Answer:
        if question.node not in self._script:
            known = ", ".join(self._script) or "nothing"
            raise AssertionError(f'the node "{question.node}" asked, and the script has {known}\n{question.prompt}')
        value = self._script[question.node]
        if isinstance(value, InTurn):
            if turn >= len(value.answers):
                raise AssertionError(
                    f'the node "{question.node}" asked {turn + 1} times, and the script answers {len(value.answers)}'
                )
            value = value.answers[turn]
        return self._reply(value, question)

    def _reply(self, value: Scripted, question: Question) -> Answer:
        if callable(value):
            value = value(question)
        if isinstance(value, BaseException):
            raise value.with_traceback(None)
        if isinstance(value, (Reply, Failed)):
            return value
        if isinstance(value, Raw):
            return Reply(text=value.text)
        if value is None:
            return Reply(text="")
        if isinstance(value, Mapping):
            return reply_of(value, question.shape)
        return Reply(text=answer_text(value, question.shape, reason=self._reason))
