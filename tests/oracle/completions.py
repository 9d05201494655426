"""The plain definition of worth: every way in which the open questions could still be answered is looked at."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from arbitree.core.kinds.base import NOT_APPLICABLE, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.structural.table import needs_local, run_tests
from tests.oracle.definition import Came, Definition
from tests.oracle.remember import remembered
from tests.oracle.spots import Spot

Score: TypeAlias = "float | None"
"""A score 0..1, or None for not applicable."""
Assumed: TypeAlias = "dict[Hashable, bool | str]"


class TooMany(Exception):
    """There are more completions than a test has time for."""


class Unknown(Exception):
    """A verdict that has to be assumed."""

    def __init__(self, identity: Hashable, verdicts: tuple[bool | str, ...]) -> None:
        super().__init__(identity)
        self.identity, self.verdicts = identity, verdicts


class Hull(NamedTuple):
    low: float
    high: float
    may_lack: bool


@dataclass
class Completions:
    """The scores that are still possible, given what certain spots have come to."""

    definition: Definition
    consumed: Mapping[Spot, Came]
    """The spots whose answers count, tasks included; what others would come to is not known."""
    most: int = 3_000
    _known: dict[Hashable, bool | str] = field(init=False)

    def __post_init__(self) -> None:
        self._known = {
            self.identity(spot): came.value
            for spot, came in self.consumed.items()
            if came.state == "verdict" and isinstance(came.value, (bool, str))
        }

    @remembered
    def identity(self, spot: Spot) -> Hashable:
        """Equal for spots that put the same question of the same evidence, as far as the rubric alone says so."""
        d, node = self.definition, self.definition.nodes[spot.name]
        assert not isinstance(node, Weigh)
        fields = (
            d.shown(node) if isinstance(node, Check) or d.style == "plain" else tuple(sorted(d.shown(node), key=repr))
        )
        reads = tuple((d.nodes[read.name].title, self.identity(read)) for read in d.reads(spot))
        shape = d.role_and_shape(node)[1]
        return (self.polls(spot), shape, d.words(node), fields, reads, d.absence(spot) is not None)

    def polls(self, spot: Spot) -> Hashable:
        """Equal for spots whose votes are put and counted alike."""
        d, node = self.definition, self.definition.nodes[spot.name]
        shape, voting = d.role_and_shape(node)[1], d.voting(node)
        ends = [*d.branches(spot).values()] if len(voting.judges) > 1 else []
        alike = tuple(ends.index(end) for end in ends)
        numbers = [(stage, number) for stage in range(len(voting.judges)) for number in range(voting.votes)]
        orders = [d.turned(shape, voting, stage, number).options for stage, number in numbers]
        orders = orders if set(orders) != {shape.options} else []
        return (voting._replace(shuffle=None), tuple(orders), alike)

    def scores(self, spot: Spot) -> list[tuple[Assumed, Score]]:
        """The score for every way of answering, with what was assumed."""
        return list(self.completions(spot, [{}]))

    def completions(self, spot: Spot, assumed: list[Assumed]) -> Iterator[tuple[Assumed, Score]]:
        todo, found = list(assumed), 0
        while todo:
            trial = todo.pop()
            try:
                yield trial, self.score(spot, trial)
                found += 1
                if found > self.most:
                    raise TooMany
            except Unknown as unknown:
                todo.extend({**trial, unknown.identity: verdict} for verdict in unknown.verdicts)

    @remembered
    def hull(self, spot: Spot) -> Hull:
        """The least and the greatest score, and whether it may be not applicable."""
        scores = [score for _, score in self.scores(spot)]
        there = [score for score in scores if score is not None]
        return Hull(min(there, default=math.inf), max(there, default=-math.inf), len(there) < len(scores))

    def matters(self, spot: Spot) -> bool:
        """Whether another verdict at this spot could, all else being equal, make another score at the start."""
        identity, start = self.identity(spot), self.definition.start
        found = [list(self.completions(start, [{identity: verdict}])) for verdict in self.definition.branches(spot)]
        for number, some in enumerate(found):
            for others in found[:number]:
                for one, score in some:
                    for other, instead in others:
                        common = (one.keys() & other.keys()) - {identity}
                        if score != instead and all(one[key] == other[key] for key in common):
                            return True
        return False

    def score(self, spot: Spot, assumed: Assumed) -> Score:
        """The score when the open questions are answered as assumed."""
        node = self.definition.nodes[spot.name]
        assert not isinstance(node, Task)
        if isinstance(node, Weigh):
            return weighed(node, [self.score(part, assumed) for part in self.definition.parts(spot)])
        absent = self.definition.absence(spot)
        if absent is not None and absent.state == "excused":
            assert absent.to is not None
            return self.end(absent.to, assumed)
        branches = self.definition.branches(spot)
        verdict = self.verdict(spot, absent is not None)
        if verdict is None:
            verdict = assumed.get(self.identity(spot))
        if verdict is None:
            raise Unknown(self.identity(spot), tuple(branches))
        return self.end(branches[verdict], assumed)

    @remembered
    def verdict(self, spot: Spot, is_absent: bool) -> bool | str | None:
        """What is known of a spot's verdict."""
        came, node = self.consumed.get(spot), self.definition.nodes[spot.name]
        if came is not None and came.state == "verdict" and isinstance(came.value, (bool, str)):
            return came.value
        if isinstance(node, Check) and not needs_local(node.tests) and not is_absent:
            texts = [self.consumed.get(read) for read in self.definition.reads(spot)]
            if all(text is not None and text.state == "text" for text in texts):
                return run_tests(node.tests, self.definition.looked_at(spot)).holds
        return self._known.get(self.identity(spot))

    def end(self, target: Spot | Target, assumed: Assumed) -> Score:
        if isinstance(target, Spot):
            return self.score(target, assumed)
        if target is NOT_APPLICABLE:
            return None
        assert isinstance(target, (int, float))
        return round(target / 10, 12)


def weighed(node: Weigh, scores: list[Score]) -> Score:
    """The score of a weigh from those of its parts."""
    rows = [(part.weight, score) for part, score in zip(node.parts, scores, strict=True) if score is not None]
    values = [score for _, score in rows]
    if node.by == "at_least":
        assert node.k is not None
        met = sum(score >= round(node.met / 10, 12) for score in values)
        return None if len(rows) < node.k else float(met >= node.k)
    if node.by in ("mean", "points"):
        positive = sum(Fraction(weight) for weight, _ in rows if weight > 0)
        earned = sum(Fraction(weight) * Fraction(score) for weight, score in rows)
        return min(1.0, max(0.0, round(float(earned / positive), 12))) if positive else None
    if not rows:
        return None
    if node.by == "product":
        return round(float(math.prod(map(Fraction, values))), 12)
    return min(values) if node.by == "min" else max(values)
