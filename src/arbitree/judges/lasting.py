"""Replies to questions that no case changes: a metric has them asked once, however long it measures."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.core.plan import Plan
from arbitree.core.reading import read
from arbitree.core.records import Answer, Question, Reply, Unread
from arbitree.core.steps import Steps
from arbitree.judges.base import Judge
from arbitree.judges.layers import once
from arbitree.judges.wrapped import Wrapped


def lasting_of(plan: Plan) -> Lastings | None:
    """What keeps the steps of a plan's grades; None where no judge writes any."""
    nodes = frozenset(place.name for place in plan.whole.places if isinstance(place.node, Steps))
    return Lastings(nodes) if nodes else None


class Lastings:
    """Puts around each judge what keeps its replies to the questions of some nodes."""

    def __init__(self, nodes: frozenset[str]) -> None:
        self._nodes = nodes
        self._made: dict[int, Lasting] = {}

    def around(self, judges: Mapping[str, Judge]) -> dict[str, Judge]:
        """The judges by role; equal ones share what they keep."""
        for judge in judges.values():
            # What was made holds its judge, so no other judge ever has the same number.
            self._made.setdefault(id(judge), Lasting(judge, self._nodes))
        return {role: self._made[id(judge)] for role, judge in judges.items()}


class Lasting(Wrapped):
    """Keeps the readable replies to the questions of some nodes. What failed is asked for anew by the next case."""

    def __init__(self, judge: Judge, nodes: frozenset[str]) -> None:
        super().__init__(judge)
        self._nodes = nodes
        self._asking = once(judge, keep=0)
        self._kept: dict[str, Reply] = {}

    async def ask(self, question: Question) -> Answer:
        if question.node not in self._nodes:
            return await self.judge.ask(question)
        kept = self._kept.get(question.key)
        if kept is not None:
            return kept
        answer = await self._asking.ask(question)
        if isinstance(answer, Reply) and not isinstance(read(answer.text, question.shape), Unread):
            self._kept[question.key] = answer
        return answer
