"""How far votes agree, node by node: their share for the verdict, kappa of a jury, what a cascade passed on, and
whether a place among the options draws votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arbitree.core.grading import weighted
from arbitree.core.plan import Place, Plan
from arbitree.core.reading import read
from arbitree.core.records import Attempt, Read, Reply, Result, Step, Verdict
from arbitree.core.verdicts import fewest
from arbitree.stats.kappa import Kappa
from arbitree.stats.total import Total


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How far the votes of one node agree, over the cases of a run."""

    node: str
    asked: int
    """How often it was asked."""
    voted: int = 0
    """How often two votes or more were cast and could be read; the figures up to `spread` are over these."""
    mean_agreement: float | None = None
    """The mean share of the votes cast that are for the verdict; where they came to none, of the most frequent one."""
    unanimous: float | None = None
    """How large a share was unanimous."""
    spread: float | None = None
    """Of grades, which have no share for a verdict: the mean distance of the best vote from the worst, 0..1."""
    kappa: float | None = None
    """Agreement of a jury's members beyond chance: Cohen's of two, Fleiss' of more. It is over those members whose
    votes are always asked for, because who is only asked when others disagree would make agreement look rarer."""
    raters: tuple[str, ...] = ()
    """The members that kappa is over."""
    rated: int = 0
    """How many times all of these gave a verdict."""
    passed_on: int = 0
    """Of a cascade: how often the first judge was not sure."""
    overturned: int = 0
    """How often the verdict that counted in the end is not that of the first judge."""
    left_open: int = 0
    """How often nobody after an unsure judge was asked, because it could no longer change the decision."""
    by_place: tuple[int, ...] = ()
    """Where options are shuffled: how many votes went to the first option that a vote saw, the second, ..."""


class Votes:
    """Takes in results in any order and keeps only counts; looks at nodes on which several votes are cast."""

    def __init__(self, plan: Plan) -> None:
        polls = (place for place in plan.whole.places if place.votes * place.stages > 1)
        self._nodes: dict[str, _Node] = {}
        for place in polls:
            self._nodes.setdefault(place.name, _Node(place))

    def add(self, result: Result) -> None:
        """Counts one result."""
        if self._nodes:
            for step in result.trace:
                if step.attempts and (node := self._nodes.get(step.node)) is not None:
                    node.add(step)

    def agreements(self) -> tuple[Agreement, ...]:
        """What the votes so far come to, in plan order; of nodes that were asked."""
        return tuple(node.agreement() for node in self._nodes.values() if node.asked)


def agreements(results: Iterable[Result], plan: Plan) -> tuple[Agreement, ...]:
    """How far votes agree in some results, for each node on which several votes are cast.

    Args:
        results: In any order.
        plan: The compiled rubric, as `arbitree.core.compile.compile_plan` makes it.
    """
    votes = Votes(plan)
    for result in results:
        votes.add(result)
    return votes.agreements()


class _Node:
    """The counts of one node."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.asked = 0
        self._shares, self._spreads = Total(), Total()
        self._unanimous = self._passed_on = self._overturned = self._left_open = 0
        sure = min(fewest(place), len(place.roles)) if place.stages == 1 and not place.graded else 0
        self._raters = place.roles[:sure] if sure > 1 else ()
        self._kappa = Kappa(len(self._raters))
        shapes = {voter.shape for voter in place.voters}
        self._places = [0] * len(place.branches) if len(shapes) > 1 else []

    def add(self, step: Step) -> None:
        """Counts what the node came to once."""
        self.asked += 1
        if self._place.graded:
            self._add_grades(step)
            return
        cast = self._cast(step.attempts)
        last = max(attempt.sample for attempt in step.attempts) // self._place.votes
        counting = [verdict for sample, verdict in cast.items() if sample // self._place.votes == last]
        if len(counting) > 1:
            most = max(Counter(counting).values()) / len(counting)
            self._shares.add(most if step.agreement is None else step.agreement)
            self._unanimous += most == 1
        if self._raters and all(number in cast for number in range(len(self._raters))):
            self._kappa.add([cast[number] for number in range(len(self._raters))])
        self._count_stages(step, cast, last)

    def _add_grades(self, step: Step) -> None:
        """Counts how far apart the grades are."""
        shape = self._place.shape
        assert shape is not None
        assert shape.scale is not None
        scores: list[float] = []
        for attempt in step.attempts:
            got = None if attempt.error or attempt.reply is None else read(attempt.reply, shape)
            if isinstance(got, Read) and attempt.reply is not None:
                said = Reply(text=attempt.reply, probabilities=attempt.probabilities, label_mass=attempt.label_mass)
                grade = weighted(got, said, shape.scale).value
                scores += [shape.scale.score(grade)] if isinstance(grade, (int, float)) else []
        if len(scores) > 1:
            self._spreads.add(max(scores) - min(scores))
            self._unanimous += max(scores) == min(scores)

    def _count_stages(self, step: Step, cast: dict[int, Verdict], last: int) -> None:
        if not any(attempt.passed_on for attempt in step.attempts):
            return
        self._passed_on += 1
        self._left_open += bool(step.attempts[-1].passed_on)
        first = Counter(verdict for sample, verdict in cast.items() if sample < self._place.votes)
        # A node that came to nothing overturned nobody.
        if last and first and isinstance(step.value, (bool, str)):
            self._overturned += step.value != first.most_common(1)[0][0]

    def _cast(self, attempts: Iterable[Attempt]) -> dict[int, Verdict]:
        """The votes that could be read, by their number; where options are shuffled, their places are counted."""
        cast: dict[int, Verdict] = {}
        for attempt in attempts:
            shape = self._place.voter(attempt.sample).shape
            if attempt.error or attempt.reply is None or shape is None:
                continue
            got = read(attempt.reply, shape)
            if isinstance(got, Read) and isinstance(got.value, (bool, str)):
                cast[attempt.sample] = got.value
                if self._places and isinstance(got.value, str):
                    self._places[shape.options.index(got.value)] += 1
        return cast

    def agreement(self) -> Agreement:
        """What it comes to."""
        voted = self._shares.count + self._spreads.count
        return Agreement(
            node=self._place.name,
            asked=self.asked,
            voted=voted,
            mean_agreement=self._shares.mean,
            unanimous=self._unanimous / voted if voted else None,
            spread=self._spreads.mean,
            kappa=self._kappa.value if self._raters else None,
            raters=self._raters,
            rated=self._kappa.cases,
            passed_on=self._passed_on,
            overturned=self._overturned,
            left_open=self._left_open,
            by_place=tuple(self._places),
        )
