"""What every place can still score and which question could move it most, kept up as answers come.

Only what an answer touches is looked at again. A place that has taken its branch is passed over: what depends on it
depends on where the branch led, so that a chain of 5,000 questions costs no more than it is long.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from arbitree.core.cases import Case
from arbitree.core.conversation import stand_in
from arbitree.core.full import Full
from arbitree.core.hull import Bounds
from arbitree.core.influence import cost, movement
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.outlook import NO_BEST, Best, Outlook
from arbitree.core.plan import Place, Plan
from arbitree.core.walk import Walk
from arbitree.core.weighing import Weighing, greatest, pulls
from arbitree.core.worth import Worth


class Ranking:
    """The worth and the best question of every place of a walk."""

    def __init__(self, walk: Walk, is_known: Callable[[int], bool], outlook: Outlook | None = None) -> None:
        """Begin with what is expected of any case, or with nothing.

        Args:
            walk: the walk.
            is_known: whether the text of a task takes no call any more.
            outlook: what is expected, where the walk's case lacks no field and nothing is settled.
        """
        self.bounds = Bounds(walk, outlook)
        self.bests: list[Best] = [NO_BEST] * len(walk.plan.places) if outlook is None else list(outlook.bests)
        self._walk, self._places, self._is_known = walk, walk.plan.places, is_known
        self._passes_over = not walk.plan.recurring
        self._passed: dict[int, int] = {}
        """A place that has taken its branch -> where that led."""
        self._dependents: dict[int, list[tuple[int, int]]] = {}
        """For a place that others were passed on to: what depends on it, and as which of its own."""
        self._ways = ways_of(walk.plan) if outlook is None else list(outlook.ways)
        """By how many of its parents control may still come to a place; the start counts one more."""
        self._weighings: dict[int, Weighing] = {}
        self._touched: set[int] = set()
        self._repriced: set[int] = set()
        """Places of which only the cost of their question has changed."""

    def look_at_all(self) -> None:
        """Work everything out, from the ends to the start."""
        for index in range(len(self._places) - 1, -1, -1):
            self._look(index)

    def worth(self, index: int) -> Worth:
        """What a place can still score."""
        return self.bounds.worths[self._end(index)]

    def best(self, index: int) -> Best:
        """The question that could move a place's score most per call."""
        return self.bests[self._end(index)]

    def touch(self, indices: Iterable[int]) -> None:
        """Have places looked at again by the next `spread`."""
        self._touched.update(indices)

    def reprice(self, index: int) -> None:
        """Have a place looked at again whose question costs less than before, and that can score what it could."""
        self._repriced.add(index)

    def pass_over(self, index: int, to: int) -> None:
        """Let what depends on a place, which has taken its branch, depend on where that led."""
        if not self._passes_over:
            self._touched.add(index)
            return
        moved = [pair for pair in self._depending(index) if pair[0] not in self._passed and self._ways[pair[0]]]
        self._passed[index] = to
        self._dependents.pop(index, None)
        self._dependents[to] = [*self._depending(to), *moved]
        self._tell(to, moved)
        self._touched.update(parent for parent, _ in moved)

    def close_other_ways(self, index: int, to: int) -> None:
        """A place has taken its branch: what else it led to is looked at no more where no other way leads there."""
        todo = [lead for lead in self._places[index].leads if lead != to]
        while todo:
            lead = todo.pop()
            self._ways[lead] -= 1
            if not self._ways[lead]:
                todo.extend(self._places[lead].leads)

    def spread(self) -> None:
        """Look again at what was touched and, where something changed, at all that depends on it."""
        if not self._touched and not self._repriced:
            return
        heap = sorted(-index for index in self._touched | self._repriced)
        self._repriced -= self._touched
        self._touched.clear()
        last = 1
        while heap:
            negative = heapq.heappop(heap)
            if negative == last or -negative in self._passed or not self._ways[-negative]:
                continue
            last = negative
            worth_changed, best_changed = self._look(-negative)
            if worth_changed or best_changed:
                pairs = self._depending(-negative)
                self._tell(-negative, pairs)
                for parent, _ in pairs:
                    # The best question of a place that may itself be asked is its own, whatever is below it.
                    if worth_changed or self._places[parent].parts or parent in self._walk.settled:
                        self._repriced.discard(parent)
                        heapq.heappush(heap, -parent)
        self._repriced.clear()

    def catch_up(self) -> list[Worth]:
        """The worth of every place, those that were passed over included."""
        self.spread()
        for index in sorted(self._passed, reverse=True):
            self.bounds.worths[index] = self.bounds.worths[self._passed[index]]
        return self.bounds.worths

    def _end(self, index: int) -> int:
        to = self._passed.get(index)
        while to is not None:
            beyond = self._passed.get(to)
            if beyond is not None:
                self._passed[index] = beyond
            index, to = to, beyond
        return index

    def _depending(self, index: int) -> list[tuple[int, int]]:
        known = self._dependents.get(index)
        return [(parent, index) for parent in self._places[index].parents] if known is None else known

    def _tell(self, index: int, pairs: Iterable[tuple[int, int]]) -> None:
        """Let those that depend on a place see what it came to, under the number of the place that they know."""
        for parent, child in pairs:
            self.bounds.worths[child], self.bests[child] = self.bounds.worths[index], self.bests[index]
            weighing = self._weighings.get(parent)
            if weighing is not None:
                weighing.changed.add(child)

    def _look(self, index: int) -> tuple[bool, bool]:
        """Work out a place's worth and best question anew; whether they changed."""
        place = self._places[index]
        if not isinstance(place.node, Weigh):
            changed = index not in self._repriced and self.bounds.look(index)
            best = self._best(place)
        elif not self.bounds.thinks(place):
            weighing = self._weighings.get(index)
            if weighing is None:
                weighing = self._weighings[index] = Weighing(place.node, place, self.bounds.worths, self.bests)
            worth, best = weighing.look()
            changed = self.bounds.put(index, worth)
        else:
            self._weighings.pop(index, None)
            changed = self.bounds.look(index)
            best = greatest(
                pulls(place, self.bounds.worths, self.bests, self.bounds.worths[index])[1], place, self.bests
            )
        known = self.bests[index]
        self.bests[index] = best
        return changed, best != known

    def _best(self, place: Place) -> Best:
        settled = self._walk.settled.get(place.index)
        if settled is not None:
            branch = settled.branch
            return self.bests[branch.place] if branch is not None and branch.place >= 0 else NO_BEST
        if not place.branches:
            return NO_BEST
        unread = 0
        for read in place.reads:
            unread += not self._is_known(read)
        calls = cost(place, unread, self._walk.stage_of(place))
        return Best(movement(self.bounds.worths[place.index]) / calls, place.index)


def begun(walk: Walk, is_known: Callable[[int], bool]) -> Ranking:
    """The ranking of a walk on which nothing is settled yet; `spread` before looking at it.

    Args:
        walk: the walk.
        is_known: whether the text of a task takes no call any more.
    """
    outlook = walk.plan.outlook
    if outlook is not None and walk.is_whole:
        ranking = Ranking(walk, is_known, outlook)
        ranking.touch(index for index in outlook.checks if ranking.bounds.foresee(walk.plan.places[index]))
        return ranking
    return looked_through(walk, is_known)


def looked_through(walk: Walk, is_known: Callable[[int], bool]) -> Ranking:
    """The ranking of a walk as it stands, worked out from nothing."""
    ranking = Ranking(walk, is_known)
    ranking.bounds.look_into_case()
    ranking.look_at_all()
    return ranking


def ways_of(plan: Plan) -> list[int]:
    """By how many of its parents control may come to each place; the start counts one more."""
    ways = [len(place.parents) for place in plan.places]
    ways[plan.start] += 1
    return ways


def outlook_of(plan: Plan) -> Outlook:
    """What a plan lets expect of a case that lacks no field."""
    case = Case(id="", fields={name: stand_in(plan.turns, name) for name in plan.fields})
    ranking = Ranking(Full(plan, case), lambda _: False)
    ranking.look_at_all()
    return Outlook(
        worths=tuple(ranking.bounds.worths),
        bests=tuple(ranking.bests),
        tables=ranking.bounds.tables,
        ways=tuple(ways_of(plan)),
        is_path=all(len(found) == 1 for found in plan.alike) and all(place.shape is not None for place in plan.places),
        checks=tuple(
            place.index
            for place in plan.places
            if isinstance(place.node, Check) and place.shape is None and not place.reads
        ),
    )
