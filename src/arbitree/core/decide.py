"""The mode `decide`: one question at a time, the one that can move the score most per call, until a side is settled.

What it asks depends on the answers alone, never on their order: the policy is replayed over whatever is known.
docs/decisions/decide.md states it and says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitree.core.cases import Case
from arbitree.core.hull import along
from arbitree.core.influence import cost, movement, shares
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place, Plan
from arbitree.core.ranking import Ranking, begun, looked_through
from arbitree.core.settled import Settled
from arbitree.core.telling import first_that_tells
from arbitree.core.walk import Walk
from arbitree.core.worth import Worth


class Decide(Walk):
    """Walks to the side of the threshold by the shortest way that the policy sees."""

    def __init__(self, plan: Plan, case: Case, threshold: float, tolerance: float | None) -> None:
        self._threshold, self._tolerance = threshold, tolerance
        super().__init__(plan, case)

    def _begin(self, plan: Plan) -> None:
        super()._begin(plan)
        self._came: set[int] = set()
        """The places that control has come to."""
        self._todo: list[int] = [plan.start]
        """Places that control comes to, or that can go on without a question."""
        self._doomed: list[int] = []
        """Tasks that read a task that came to nothing."""
        self._trail: list[int] = []
        """The place that was chosen last and the tasks that it waits for, each read by the one before it."""
        self._heard: set[int] = set()
        """The `same` numbers that some place has asked; the others ask them for nothing."""
        self._stages: dict[int, int] = {}
        """By `same` number, how many judges of its cascade were not sure."""
        self._front = plan.start
        """Where the path has come to, while there is only one."""
        outlook = plan.outlook
        self._path = outlook.worths if outlook is not None and outlook.is_path and self.is_whole else None
        """What every place can score, while the case goes along one path and nothing has failed."""
        self._kept = None if self._path is not None else begun(self, self._is_known)

    @property
    def worths(self) -> Sequence[Worth]:
        """What every place can still score."""
        if self._path is None:
            return self._ranking.catch_up()
        found = list(self._path)
        for index in sorted(self.settled, reverse=True):
            branch = self.settled[index].branch
            if branch is not None:
                found[index] = along(branch, found)
        return found

    @property
    def _ranking(self) -> Ranking:
        """What is ranked; made when it is first needed, for along a path there is nothing to choose from."""
        if self._kept is None:
            self._kept = looked_through(self, self._is_known)
            self._path = None
        return self._kept

    def advance(self) -> None:
        """Step on until a question is out, or nothing more needs asking."""
        while True:
            while self._doomed or self._todo:
                if self._doomed:
                    self._give_up(self._doomed.pop())
                else:
                    self._come(self._todo.pop())
            if self.open:
                return
            if self._kept is not None:
                self._kept.spread()
            if self.is_over():
                return
            index = self._choice()
            if index < 0:
                return
            self._step(index)

    def _choice(self) -> int:
        """The place to go on with; -1 where there is none."""
        index = self._front if self._kept is None else self._kept.best(self.plan.start).place
        return index if index >= 0 else self._last_resort()

    def pull(self, place: Place) -> float:
        """How far a place's answer can move its own score, per call."""
        if not place.branches:
            return 1.0
        unread = sum(not self._is_known(read) for read in place.reads)
        return movement(self._ranking.worth(place.index)) / cost(place, unread, self.stage_of(place))

    def stage_of(self, place: Place) -> int:
        """How many judges of a place's cascade are known not to be sure."""
        return self._stages.get(place.same, 0)

    def shares_of(self, place: Place) -> Sequence[float]:
        """For each part of a weigh, how much of what moves it moves the weigh."""
        assert isinstance(place.node, Weigh)
        worths = [self._ranking.worth(part) for part in place.parts]
        return shares(place.node, worths, self._ranking.worth(place.index))

    def is_over(self) -> bool:
        """Whether the worth is settled, on one side of the threshold, or as narrow as asked for."""
        worth = self._ranking.worth(self.plan.start) if self._path is None else self._worth_ahead(self._path)
        if worth.settled or worth.passes(self._threshold) is not None:
            return True
        if worth.may_lack or self._tolerance is None:
            return False
        return worth.high - worth.low <= self._tolerance

    def _worth_ahead(self, path: Sequence[Worth]) -> Worth:
        """What can still be scored along the path."""
        settled = self.settled.get(self._front)
        return path[self._front] if settled is None or settled.branch is None else along(settled.branch, path)

    def _come(self, index: int) -> None:
        """Let control come to a place, and settle it if that takes no question."""
        place = self.plan.places[index]
        if place.parts:
            if index not in self.reached:
                self.reached.add(index)
                self._todo.extend(reversed(place.parts))
            return
        self._came.add(index)
        settled = self.settled.get(index)
        if settled is None:
            if self._is_free(place):
                self._step(index)
                if index not in self.settled and not self.open:
                    self._todo.append(index)
        elif settled.branch is not None and settled.branch.place >= 0:
            self._todo.append(settled.branch.place)

    def _is_free(self, place: Place) -> bool:
        """Whether a place can be settled without a question."""
        if place.same in self._heard or self.absence(place) is not None or self.failed_read(place) is not None:
            return True
        return place.shape is None and all(self._is_known(read) for read in place.reads)

    def _is_known(self, task: int) -> bool:
        """Whether the text of a task takes no call any more."""
        return task in self.settled or self.plan.places[task].same in self._heard

    def _last_resort(self) -> int:
        """What to ask where nothing pulls: what matters though too little for floats, or tells about what failed."""
        matters = self._that_matter()
        first = min((index for index in matters if index not in self.settled), default=-1)
        if first >= 0 or not matters:
            return first
        return first_that_tells(self, self._ranking.bounds, self._ranking.catch_up(), self._came, matters)

    def _that_matter(self) -> list[int]:
        """The places on which the score hangs: those that are open, and those that came to nothing."""
        worths = self._ranking.catch_up()
        todo, seen = [self.plan.start], set[int]()
        found: list[int] = []
        while todo:
            index = todo.pop()
            if index in seen or worths[index].settled:
                continue
            seen.add(index)
            place, settled = self.plan.places[index], self.settled.get(index)
            if isinstance(place.node, Weigh):
                parts = [worths[part] for part in place.parts]
                matter = shares(place.node, parts, worths[index])
                todo.extend(part for part, share in zip(place.parts, matter, strict=True) if share)
            elif settled is None or settled.branch is None:
                found.append(index)
            else:
                todo.append(settled.branch.place)
        return found

    def _step(self, index: int) -> None:
        """Ask what a place asks, or the first thing that it has to read before."""
        if not self._trail or self._trail[0] != index:
            self._trail = [index]
        while len(self._trail) > 1 and self._trail[-1] in self.settled:
            self._trail.pop()
        while True:
            place = self.plan.places[self._trail[-1]]
            self.reached.add(place.index)
            lost = self.absence(place) or self.failed_read(place)
            if lost is not None:
                self._settle(place.index, lost)
                self._reach_to_blame(place)
                return
            for read in place.reads:
                if read not in self.settled:
                    self._trail.append(read)
                    break
            else:
                self.pose(place)
                return

    def _reach_to_blame(self, place: Place) -> None:
        """Let the trace show the tasks because of which a place came to nothing."""
        while True:
            settled = self.settled[place.index]
            blamed = self.to_blame(place, settled)
            if blamed is None:
                return
            place = self.plan.places[blamed]
            self.reached.add(blamed)
            if blamed not in self.settled:
                absent = self.absence(place)
                assert absent is not None
                self._settle(blamed, absent)

    def _pass_on(self, place: Place) -> None:
        """Leave it to the ranking when the next judge of a cascade is asked: what costs less may settle the side."""
        self._stages[place.same] = max(self._polls[place.index].stage, self.stage_of(place))
        if self._kept is not None:
            for alike in self.plan.alike[place.same]:
                self._kept.reprice(alike)

    def _give_up(self, task: int) -> None:
        """Settle a task that reads one that came to nothing: whatever reads it need not ask anything else."""
        failed = self.failed_read(self.plan.places[task])
        if task not in self.settled and failed is not None:
            self._settle(task, failed)

    def _settle(self, index: int, settled: Settled) -> None:
        self.settled[index] = settled
        place, branch = self.plan.places[index], settled.branch
        touched: Sequence[int] = (index,)
        if place.same not in self._heard and (settled.attempts or settled.value is not None):
            self._heard.add(place.same)
            touched = self.plan.alike[place.same]
        if branch is not None and branch.place >= 0:
            self._front = branch.place
        if self._kept is not None or settled.cause is not None:
            self._rank_anew(place, settled, touched)
        for other in reversed(touched):
            if other in self._came:
                self._todo.append(other)
        if not place.branches:
            self._read(index, touched)

    def _rank_anew(self, place: Place, settled: Settled, touched: Sequence[int]) -> None:
        """Let the ranking know what a place came to."""
        ranking, branch = self._ranking, settled.branch
        ranking.bounds.note(place, settled)
        if place.branches:
            ranking.touch(touched)
        if branch is not None:
            ranking.close_other_ways(place.index, branch.place)
            if branch.place >= 0:
                ranking.pass_over(place.index, branch.place)

    def _read(self, index: int, touched: Sequence[int]) -> None:
        """Look again at what reads a task that was settled, or another that asks the same and now costs nothing."""
        for task in touched:
            for reader in self.plan.places[task].parents:
                if self._kept is not None:
                    if task == index and self._kept.bounds.foresee(self.plan.places[reader]):
                        self._kept.touch((reader,))
                    else:
                        self._kept.reprice(reader)
                if reader in self._came:
                    self._todo.append(reader)
                elif self.settled[index].cause is not None and not self.plan.places[reader].branches:
                    self._doomed.append(reader)
