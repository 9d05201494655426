"""The mode `decide`: one question at a time, the one that can move the score most per call, until a side is settled.

What it asks depends on the answers alone, never on their order: the policy is replayed over whatever is known.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from arbitree.core.cases import Case
from arbitree.core.hull import along, foresee, worths
from arbitree.core.influence import best_part, movement
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place, Plan
from arbitree.core.walk import Settled, Walk
from arbitree.core.worth import NOTHING, Worth, combine, union


class Best(NamedTuple):
    """The question below a place whose answer can move that place's score most per call."""

    influence: float
    place: int
    """-1 where there is none."""


NO_BEST = Best(0.0, -1)

MARGIN = 1e-12
"""How far beyond the threshold a bound must lie where parts may drop out: their bounds are compared in floats."""


class Decide(Walk):
    """Walks to the side of the threshold by the shortest way that the policy sees."""

    def __init__(self, plan: Plan, case: Case, threshold: float, tolerance: float | None) -> None:
        super().__init__(plan, case)
        self._threshold, self._tolerance = threshold, tolerance
        self._worths: list[Worth] = [NOTHING] * len(plan.places)
        self._bests: list[Best] = [NO_BEST] * len(plan.places)
        self._foreseen: dict[int, Settled] = {}
        self._told: dict[int, bool | str] = {}
        self._same: dict[int, list[int]] = {}
        for place in plan.places:
            if place.branches:
                self._same.setdefault(place.same, []).append(place.index)
                foreseen = foresee(self, place)
                if foreseen is not None and foreseen.branch is not None:
                    self._foreseen[place.index] = foreseen
        for index in range(len(plan.places) - 1, -1, -1):
            self._look(index)

    @property
    def worth(self) -> Worth:
        """What the start can still score."""
        open_again = any(same not in self._told for same in self.plan.recurring)
        return worths(self)[self.plan.start] if open_again else self._worths[self.plan.start]

    def advance(self) -> None:
        """Step on until a question is out, or nothing more needs asking."""
        while not self.open and not self.is_over():
            index = self._next()
            if index < 0:
                return
            self._step(index)

    def is_over(self) -> bool:
        """Whether the worth is settled, on one side of the threshold, or as narrow as asked for."""
        worth = self.worth
        if worth.settled:
            return True
        if worth.may_lack:
            return False
        if self._tolerance is not None and worth.high - worth.low <= self._tolerance:
            return True
        margin = MARGIN if self._worths_may_lack() else 0.0
        return worth.low >= self._threshold + margin or worth.high < self._threshold - margin

    def _worths_may_lack(self) -> bool:
        return any(worth.may_lack for worth in self._worths)

    def _next(self) -> int:
        best = self._bests[self.plan.start]
        return best.place if best.place >= 0 else self._first_open()

    def _first_open(self) -> int:
        """The first place in plan order that control has come to and that is not settled; -1 when there is none."""
        todo, seen = [self.plan.start], set[int]()
        found: list[int] = []
        while todo:
            index = todo.pop()
            if index in seen:
                continue
            seen.add(index)
            place, settled = self.plan.places[index], self.settled.get(index)
            if place.parts:
                todo.extend(place.parts)
            elif settled is None:
                found.append(index)
            elif settled.branch is not None and settled.branch.place >= 0:
                todo.append(settled.branch.place)
        return min(found, default=-1)

    def _step(self, index: int) -> None:
        place = self.plan.places[index]
        self.reached.add(index)
        absent = self.absence(place)
        if absent is not None:
            self._settle(index, absent)
            return
        for read in place.reads:
            settled = self.settled.get(read)
            if settled is None:
                self._step(read)
                return
            if settled.cause is not None:
                failed = self.failed_read(place)
                assert failed is not None
                self._settle(index, failed)
                return
        self.pose(place)

    def _settle(self, index: int, settled: Settled) -> None:
        self.settled[index] = settled
        place = self.plan.places[index]
        dirty = [index]
        if isinstance(settled.value, (bool, str)) and place.branches:
            self._told[place.same] = settled.value
            dirty = self._same[place.same]
        elif not place.branches:
            for reader in place.parents:
                foreseen = foresee(self, self.plan.places[reader])
                if foreseen is not None and foreseen.branch is not None:
                    self._foreseen[reader] = foreseen
            dirty = list(place.parents)
        self._spread(dirty)

    def _spread(self, dirty: list[int]) -> None:
        """Look again at these places and, where something changed, at all that depend on them."""
        heap = [-index for index in dirty]
        heapq.heapify(heap)
        last = 1
        while heap:
            negative = heapq.heappop(heap)
            if negative == last:
                continue
            last = negative
            if self._look(-negative):
                for parent in self.plan.places[-negative].parents:
                    heapq.heappush(heap, -parent)

    def _look(self, index: int) -> bool:
        """Work out a place's worth and best question anew; whether either changed."""
        place = self.plan.places[index]
        worth, best = self._seen(place)
        changed = worth != self._worths[index] or best != self._bests[index]
        self._worths[index], self._bests[index] = worth, best
        return changed

    def _seen(self, place: Place) -> tuple[Worth, Best]:
        if isinstance(place.node, Weigh):
            part_worths = [self._worths[part] for part in place.parts]
            worth = combine(place.node, part_worths)
            influences = [self._bests[part].influence for part in place.parts]
            influence, number = best_part(place.node, part_worths, worth, influences)
            best = Best(influence, self._bests[place.parts[number]].place) if number >= 0 else NO_BEST
            return worth, best
        settled = self.settled.get(place.index)
        if settled is not None and settled.branch is not None:
            return self._along(settled.branch.place, settled)
        foreseen = self._foreseen.get(place.index)
        told = self._told.get(place.same)
        if foreseen is not None and foreseen.branch is not None:
            branches = [foreseen.branch]
        elif told is not None and place.branches:
            branches = [place.branches[told]]
        else:
            branches = list(place.branches.values())
        worth = union(along(branch, self._worths) for branch in branches)
        if settled is not None or not place.branches:
            return worth, NO_BEST
        cost = 1 + sum(read not in self.settled for read in place.reads)
        return worth, Best(movement(worth) / cost, place.index)

    def _along(self, target: int, settled: Settled) -> tuple[Worth, Best]:
        assert settled.branch is not None
        return along(settled.branch, self._worths), self._bests[target] if target >= 0 else NO_BEST
