"""Notices that a run is failing as a whole: its first questions all fail alike, as with a bad key or a wrong model."""

from __future__ import annotations

import asyncio
import re

from arbitree.core.records import Answer, Failed, Question, Style
from arbitree.errors import Problem
from arbitree.judges.base import Judge, is_inline

ENOUGH = 5
"""How many first failures say that the rest would fail too."""

_KINDS = frozenset({"judge_error", "no_rule", "bad_request", "not_found", "unauthorised", "no_credit"}) | frozenset(
    {"connection", "tls", "redirected"}
)
"""Failures that are the judge's own, and so likely to befall every question."""

_VARYING = re.compile(r"0x[0-9a-f]+|[0-9a-f]{8,}|[0-9]+", re.IGNORECASE)


class Alike:
    """Looks at a run's first answers, until one is good or five have failed alike."""

    def __init__(self) -> None:
        self.problem: Problem | None = None
        """Why the run should stop; None as long as there is no reason to."""
        self.stop = asyncio.Event()
        """Set as soon as there is a reason."""
        self._failures: list[Failed] = []
        self._is_looking = True

    def halt(self, problem: Problem) -> None:
        """Stops the run for a reason that somebody else has seen."""
        self.problem = self.problem or problem
        self.stop.set()

    def note(self, judge: Judge, question: Question, answer: Answer) -> None:
        """Looks at one answer of a judge."""
        if not self._is_looking:
            return
        if not isinstance(answer, Failed) or answer.kind not in _KINDS or not self._is_like_the_others(answer):
            self._is_looking = False
            self._failures.clear()
            return
        self._failures.append(answer)
        if len(self._failures) == ENOUGH:
            self._is_looking = False
            self.stop.set()
            self.problem = Problem(
                code="J150",
                what=f"the run was stopped: its first {ENOUGH} questions all failed alike: {answer.message}",
                where=f'judge "{judge.name}", role "{question.role}", first at node "{question.node}"',
                mend="mend the judge (its key, the model's name, the address, or its code), then run again",
            )

    def _is_like_the_others(self, failure: Failed) -> bool:
        return all(_gist(other) == _gist(failure) for other in self._failures)


def _gist(failure: Failed) -> tuple[str, str]:
    """A failure's kind, and its message without what differs from call to call: numbers, ids, addresses."""
    return failure.kind, _VARYING.sub("#", failure.message)


class Watched:
    """A judge whose answers are looked at."""

    def __init__(self, judge: Judge, alike: Alike) -> None:
        self.judge = judge
        self.inline = is_inline(judge)
        self._alike = alike

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style

    async def ask(self, question: Question) -> Answer:
        """The answer of the judge inside."""
        answer = await self.judge.ask(question)
        self._alike.note(self.judge, question, answer)
        return answer
