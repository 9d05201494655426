"""What a `weigh` can still score and which question below it could move it most, kept up as its parts change."""

from __future__ import annotations

from collections.abc import Sequence

from arbitree.core.influence import shares
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.outlook import NO_BEST, Best
from arbitree.core.plan import Place
from arbitree.core.running import RunningMean
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
        self._mean = RunningMean(node, found) if node.by in ("mean", "points") else None
        self._over = -1
        self._shares: list[float] = []
        self._pulls: list[float] = []

    def look(self) -> tuple[Worth, Best]:
        """Both, after what has changed."""
        worths, parts = self._worths, self._place.parts
        if self._mean is None:
            worth = combine(self._node, [worths[part] for part in parts])
            return worth, self._anew(worth)
        numbers = [number for part in self.changed for number in self._numbers[part]]
        self.changed.clear()
        for number in numbers:
            self._mean.put(number, worths[parts[number]])
        worth = self._mean.worth
        if self._mean.over != self._over:
            self._over = self._mean.over
            return worth, self._anew(worth)
        for number in numbers:
            self._pulls[number] = self._shares[number] * self._bests[parts[number]].influence
        return worth, greatest(self._pulls, self._place, self._bests)

    def _anew(self, whole: Worth) -> Best:
        self._shares, self._pulls = pulls(self._place, self._worths, self._bests, whole)
        return greatest(self._pulls, self._place, self._bests)


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
