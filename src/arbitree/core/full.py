"""The mode `full`: every part of a reached weigh is asked, and all that can be asked goes out together."""

from __future__ import annotations

from arbitree.core.plan import Plan
from arbitree.core.settled import Settled
from arbitree.core.walk import Walk


class Full(Walk):
    """Walks every way that the answers open."""

    def _begin(self, plan: Plan) -> None:
        super()._begin(plan)
        self._todo: list[int] = [plan.start]
        self._ready: list[int] = []
        self._readers: dict[int, list[int]] = {}
        self._waits: dict[int, int] = {}

    def advance(self) -> None:
        """Reach, pose and settle until every way forward waits for an answer."""
        while self._todo or self._ready:
            if self._todo:
                self._reach(self._todo.pop())
                continue
            place = self.plan.places[self._ready.pop()]
            failed = self.failed_read(place) if place.reads else None
            if failed is not None:
                self._settle(place.index, failed)
            else:
                self.pose(place)

    def _reach(self, index: int) -> None:
        if index in self.reached:
            return
        self.reached.add(index)
        place = self.plan.places[index]
        if place.parts:
            self._todo.extend(reversed(place.parts))
            return
        absent = self.absence(place)
        if absent is not None:
            blamed = self.to_blame(place, absent)
            if blamed is not None:
                self._todo.append(blamed)
            self._settle(index, absent)
            return
        waits = 0
        for read in place.reads:
            if read not in self.settled:
                self._readers.setdefault(read, []).append(index)
                self._todo.append(read)
                waits += 1
        if waits:
            self._waits[index] = waits
        else:
            self._ready.append(index)

    def _settle(self, index: int, settled: Settled) -> None:
        self.settled[index] = settled
        if settled.branch is not None and settled.branch.place >= 0:
            self._todo.append(settled.branch.place)
        for reader in self._readers.pop(index, ()):
            self._waits[reader] -= 1
            if not self._waits[reader]:
                self._ready.append(reader)
