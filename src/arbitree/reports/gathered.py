"""What reports need of a run, gathered result by result: of a million results only counts and a few rows are kept."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from arbitree.core.cases import Case
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Leaf, Result
from arbitree.errors import Problem
from arbitree.stats.agreement import Agreement, Votes
from arbitree.stats.gate import Gate, GateDecision, decide_standings
from arbitree.stats.standings import Standings
from arbitree.stats.summary import Summary, Tally

FIRST_ROWS = 20
"""How many of the first results are kept for the table."""

APART_ROWS = 50
"""How many failed, and how many undecided results are kept for the table."""


class Shown(NamedTuple):
    """A result kept for the table, and its case's place in the input."""

    place: int
    result: Result


class Kind(NamedTuple):
    """How many cases are undecided for one kind of reason, and the first of them."""

    kind: str
    number: int
    place: int
    case: str
    example: Problem


class Gathered:
    """Told of each result, in any order; says the same for every order."""

    def __init__(self, plan: Plan, *, group: Callable[[Case], str] | None = None) -> None:
        """Begins with nothing.

        Args:
            plan: the compiled rubric.
            group: the group of a case, where groups are reported apart.
        """
        self._leaves = leaves_of(plan)
        self._tally = Tally(self._leaves)
        self._group = group
        self._groups: dict[str, Tally] = {}
        self._votes = Votes(plan)
        self._standings = Standings()
        self._kinds: dict[str, Kind] = {}
        self.first: list[Shown] = []
        """The first results that were not undecided, by their place in the input."""
        self.failed: list[Shown] = []
        """The first that failed."""
        self.undecided: list[Shown] = []
        """The first that are undecided."""
        self._done = 0
        self.settled = 0
        """How many were not undecided."""
        self.faults = 0
        """On how many cases arbitree itself failed."""

    def add(self, index: int, case: Case, result: Result, *, seconds: float = 0.0) -> None:
        """Takes one result in."""
        self._done += 1
        self._tally.add(result)
        if self._group is not None:
            name = self._group(case)
            if name not in self._groups:
                self._groups[name] = Tally(self._leaves)
            self._groups[name].add(result)
        self._votes.add(result)
        self._standings.add(result)
        if result.status == "undecided":
            self._add_undecided(index, result)
            return
        self.settled += 1
        _keep(self.first, Shown(index, result), FIRST_ROWS)
        if result.passed is False:
            _keep(self.failed, Shown(index, result), APART_ROWS)

    def _add_undecided(self, index: int, result: Result) -> None:
        _keep(self.undecided, Shown(index, result), APART_ROWS)
        if not result.causes:
            return
        cause = result.causes[0]
        self.faults += any(one.kind == "our_fault" for one in result.causes)
        known = self._kinds.get(cause.kind)
        if known is None or index < known.place:
            count = 1 if known is None else known.number + 1
            self._kinds[cause.kind] = Kind(cause.kind, count, index, result.case, cause)
        else:
            self._kinds[cause.kind] = known._replace(number=known.number + 1)

    @property
    def done(self) -> int:
        """How many results there are."""
        return self._done

    def summary(self) -> Summary:
        """What the results so far come to."""
        return self._tally.summary()

    def agreements(self) -> tuple[Agreement, ...]:
        """How far votes agree, for each node on which several are cast."""
        return self._votes.agreements()

    def groups(self) -> tuple[tuple[str, Summary], ...]:
        """The same for each group, sorted by its name."""
        return tuple((name, self._groups[name].summary()) for name in sorted(self._groups))

    def kinds(self) -> tuple[Kind, ...]:
        """Why cases are undecided, the most frequent first."""
        return tuple(sorted(self._kinds.values(), key=lambda kind: (-kind.number, kind.place)))

    def decision(self, gate: Gate, *, of: int = 0) -> GateDecision:
        """Whether the results meet a gate. Of a run of more cases that was cut short, the rest may come to anything."""
        return decide_standings(gate, self._standings.with_unknown(max(of - self.done, 0)))


def _keep(rows: list[Shown], row: Shown, most: int) -> None:
    if len(rows) < most or row.place < rows[-1].place:
        bisect.insort(rows, row, key=lambda one: one.place)
        del rows[most:]


def leaves_of(plan: Plan) -> tuple[Leaf, ...]:
    """Every branch that can end a path, in plan order; those of absent fields after a node's own."""
    leaves: dict[Leaf, None] = {}
    for place in plan.whole.places:
        # Where a grade may end is countless: only what was given is told.
        for branch in () if place.graded else place.branches.values():
            if branch.place < 0:
                leaves[Leaf(place.name, branch.verdict, branch.points)] = None
        leaves.update(dict.fromkeys(_of_absence(place)))
    return tuple(leaves)


def _of_absence(place: Place) -> Sequence[Leaf]:
    policies: Mapping[str, object] = {"missing": place.on_missing, "empty": place.on_empty, "blank": place.on_empty}
    found: list[Leaf] = []
    for how, policy in policies.items():
        if policy is NOT_APPLICABLE:
            found.append(Leaf(place.name, f"({how})", None))
        elif isinstance(policy, (int, float)):
            found.append(Leaf(place.name, f"({how})", policy))
    return found
