"""What a `weigh` can still score and which question below it could move it most, kept up as its parts change."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from arbitree.core.influence import shares, swing
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.outlook import NO_BEST, Best
from arbitree.core.plan import Place
from arbitree.core.running import RunningCount, RunningMean
from arbitree.core.sums import tenth
from arbitree.core.worth import Worth, combine


class Weighing:
    """The worth and the best question of a weigh, from those of its parts; kept where that can be done."""

    def __init__(self, node: Weigh, place: Place, worths: Sequence[Worth], bests: Sequence[Best]) -> None:
        """Begin with what the parts are now.

        Args:
            node: the weigh.
            place: where it stands.
            worths: the worth of every place; looked at anew each time.
            bests: the best question of every place; looked at anew each time.
        """
        self.changed: set[int] = set()
        """Parts that came to something else since the last look."""
        self._node, self._place, self._worths, self._bests = node, place, worths, bests
        self._numbers: dict[int, list[int]] = {}
        for number, part in enumerate(place.parts):
            self._numbers.setdefault(part, []).append(number)
        found = [worths[part] for part in place.parts]
        self._running = running(node, found)
        self._footing = -1
        self._shares: list[float] = []
        self._pulls: list[float] = []
        self._ranked: list[tuple[float, int]] = []
        """A heap of the parts by what they pull, the most first, and by their number; with some that no longer hold."""

    def look(self) -> tuple[Worth, Best]:
        """Both, after what has changed."""
        worths, parts = self._worths, self._place.parts
        if self._running is None:
            worth = combine(self._node, [worths[part] for part in parts])
            self._shares, self._pulls = pulls(self._place, self._worths, self._bests, worth)
            return worth, greatest(self._pulls, self._place, self._bests)
        numbers = [number for part in self.changed for number in self._numbers[part]]
        self.changed.clear()
        for number in numbers:
            self._running.put(number, worths[parts[number]])
        worth = self._running.worth
        if self._running.footing != self._footing:
            self._footing = self._running.footing
            self._shares, self._pulls = pulls(self._place, self._worths, self._bests, worth)
            self._ranked = [(-pull, number) for number, pull in enumerate(self._pulls) if pull]
            heapq.heapify(self._ranked)
            return worth, self._first()
        for number in numbers:
            if self._node.by == "at_least":
                self._shares[number] = swing(worths[parts[number]], tenth(self._node.met), worth)
            pull = self._shares[number] * self._bests[parts[number]].influence
            if pull != self._pulls[number]:
                self._pulls[number] = pull
                if pull:
                    heapq.heappush(self._ranked, (-pull, number))
        return worth, self._first()

    def _first(self) -> Best:
        """The best question of the first part that pulls most."""
        while self._ranked:
            negative, number = self._ranked[0]
            if self._pulls[number] == -negative:
                return Best(-negative, self._bests[self._place.parts[number]].place)
            heapq.heappop(self._ranked)
        return NO_BEST


def running(node: Weigh, worths: Sequence[Worth]) -> RunningMean | RunningCount | None:
    """A weigh to be kept up; None for one that is looked at anew each time."""
    if node.by in ("mean", "points"):
        return RunningMean(node, worths)
    return RunningCount(node, worths) if node.by == "at_least" else None


def pulls(
    place: Place, worths: Sequence[Worth], bests: Sequence[Best], whole: Worth
) -> tuple[list[float], list[float]]:
    """For each part of a weigh its share, and how far its best question could move the weigh."""
    assert isinstance(place.node, Weigh)
    found = shares(place.node, [worths[part] for part in place.parts], whole)
    influences = (bests[part].influence for part in place.parts)
    return found, [share * influence for share, influence in zip(found, influences, strict=True)]


def greatest(found: Sequence[float], place: Place, bests: Sequence[Best]) -> Best:
    """The best question of a weigh: that of the first part that pulls most."""
    most = max(found)
    return Best(most, bests[place.parts[found.index(most)]].place) if most else NO_BEST
