"""What a node can still score: an interval and whether it may be not applicable, and how a `weigh` combines them.

A weighted mean, points and a product are worked out in whole numbers and rounded once, at the end, to a decimal. So 7
and 7 make 0.49, no case misses its threshold by the noise of binary fractions, and scores do not depend on the order
of the parts. Rounding keeps order: a bound, which is the score of some choice of the parts' own bounds, never crosses
a score that it bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from arbitree.core.kinds.weigh import By, Weigh
from arbitree.core.sums import PLACES, least_mean, product, tenth, whole


class Worth(NamedTuple):
    """The scores 0..1 that are still possible."""

    low: float
    """The least possible score; infinity when only not applicable is possible."""
    high: float
    """The greatest possible score; minus infinity when only not applicable is possible."""
    may_lack: bool
    """Whether it can still turn out not applicable."""

    @property
    def lacks(self) -> bool:
        """Whether it is not applicable for sure."""
        return self.low > self.high

    @property
    def settled(self) -> bool:
        """Whether nothing is open: a point, or not applicable for sure."""
        return (self.low == self.high and not self.may_lack) or self.low > self.high

    def passes(self, threshold: float) -> bool | None:
        """Whether the score reaches the threshold, whatever the open answers are; None while that is open.

        >>> Worth(0.5, 1.0, False).passes(0.5), Worth(0.0, 0.5, False).passes(0.5), Worth(0.6, 0.7, True).passes(0.5)
        (True, None, None)
        """
        if self.may_lack or self.lacks:
            return None
        return True if self.low >= threshold else False if self.high < threshold else None


ABSENT = Worth(math.inf, -math.inf, True)
"""Not applicable for sure."""
NOTHING = Worth(math.inf, -math.inf, False)
"""The union of no possibilities; where unions begin."""


def point(score: float) -> Worth:
    """The worth of a score that is known.

    >>> point(0.6).low, point(0.6).high, point(0.6).settled
    (0.6, 0.6, True)
    """
    return Worth(score, score, False)


def union(worths: Iterable[Worth]) -> Worth:
    """The worth of one of several, when any of them may be taken.

    >>> union([point(0.3), ABSENT, point(1.0)])
    Worth(low=0.3, high=1.0, may_lack=True)
    """
    low, high, may_lack = NOTHING
    for worth in worths:
        if worth[0] < low:
            low = worth[0]
        if worth[1] > high:
            high = worth[1]
        may_lack = may_lack or worth[2]
    return Worth(low, high, may_lack)


def combine(node: Weigh, worths: Sequence[Worth]) -> Worth:
    """The worth of a `weigh` from those of its parts, in declared order.

    >>> from arbitree.core.kinds.weigh import Part
    >>> parts = (Part(node="a", weight=9), Part(node="b"))
    >>> combine(Weigh(name="w", parts=parts), [Worth(0.0, 0.0, True), point(1.0)])
    Worth(low=0.1, high=1.0, may_lack=False)
    """
    return _COMBINERS[node.by](node, worths)


def _ratio(node: Weigh, worths: Sequence[Worth]) -> Worth:
    """Bounds of (gained - lost) / (applicable positive weight) over which parts drop out and what the rest score."""
    weights, _ = whole([part.weight for part in node.parts])
    rows = [(weight, worth) for weight, worth in zip(weights, worths, strict=True) if weight and not worth.lacks]
    if not any(weight > 0 for weight, _ in rows):
        return ABSENT
    low = _bound(rows, [worth.low if weight > 0 else worth.high for weight, worth in rows], 1)
    if all(worth.settled for _, worth in rows):
        return point(low)
    least_lost = (0.0 if worth.may_lack else worth.low for _, worth in rows)
    highs = [worth.high if weight > 0 else lost for (weight, worth), lost in zip(rows, least_lost, strict=True)]
    return Worth(low, _bound(rows, highs, -1), all(worth.may_lack for weight, worth in rows if weight > 0))


def _bound(rows: Sequence[tuple[int, Worth]], values: Sequence[float], turn: Literal[1, -1]) -> float:
    """The least ratio for these values, or with `turn` -1 the greatest; never outside 0..1."""
    steps, unit = whole(values)
    total = over = 0
    loose: list[tuple[int, int]] = []
    for (weight, worth), value in zip(rows, steps, strict=True):
        if weight > 0 and worth.may_lack:
            loose.append((turn * value, weight))
            continue
        total += turn * value * weight
        over += max(weight, 0)
    if loose:
        total, over = least_mean((total, over), loose)
    return rounded(turn * total / (over * unit))


def rounded(score: float) -> float:
    """The score as a decimal, never outside 0..1."""
    return min(max(round(score, PLACES), 0.0), 1.0)


def _lowest(_: Weigh, worths: Sequence[Worth]) -> Worth:
    there = [worth for worth in worths if not worth.lacks]
    if not there:
        return ABSENT
    sure = [worth.high for worth in there if not worth.may_lack]
    high = min(sure) if sure else max(worth.high for worth in there)
    return Worth(min(worth.low for worth in there), high, not sure)


def _highest(_: Weigh, worths: Sequence[Worth]) -> Worth:
    there = [worth for worth in worths if not worth.lacks]
    if not there:
        return ABSENT
    sure = [worth.low for worth in there if not worth.may_lack]
    low = max(sure) if sure else min(worth.low for worth in there)
    return Worth(low, max(worth.high for worth in there), not sure)


def _product(_: Weigh, worths: Sequence[Worth]) -> Worth:
    there = [worth for worth in worths if not worth.lacks]
    if not there:
        return ABSENT
    sure = [worth.high for worth in there if not worth.may_lack]
    high = product(sure) if sure else max(worth.high for worth in there)
    return Worth(product(worth.low for worth in there), high, not sure)


def _at_least(node: Weigh, worths: Sequence[Worth]) -> Worth:
    count = Count(node.k or 1, tenth(node.met))
    for worth in worths:
        count.add(worth)
    return count.worth


class Count:
    """How many parts of an `at_least` can be met, and have to be; kept up as parts come and go.

    >>> count = Count(need=1, bar=1.0)
    >>> count.add(Worth(0.0, 1.0, False))
    >>> count.worth
    Worth(low=0.0, high=1.0, may_lack=False)
    """

    def __init__(self, need: int, bar: float) -> None:
        """Count nothing yet.

        Args:
            need: how many parts must be met.
            bar: the score 0..1 from which one is.
        """
        self._need, self._bar = need, bar
        self._there = self._can_meet = self._can_miss = self._must_meet = self._must_apply = 0

    def add(self, worth: Worth, times: int = 1) -> None:
        """Count a part in, or with `times` -1 out."""
        if worth.lacks:
            return
        self._there += times
        self._can_meet += times * (worth.high >= self._bar)
        self._can_miss += times * (worth.low < self._bar)
        if not worth.may_lack:
            self._must_apply += times
            self._must_meet += times * (worth.low >= self._bar)

    @property
    def worth(self) -> Worth:
        """The worth of the whole."""
        need = self._need
        forced = max(0, need - self._can_miss - self._must_meet)
        may_pass = self._can_meet >= need
        may_fail = self._there >= need and self._must_meet + forced < need
        if not may_pass and not may_fail:
            return ABSENT
        return Worth(0.0 if may_fail else 1.0, 1.0 if may_pass else 0.0, self._must_apply < need)


_COMBINERS: Mapping[By, Callable[[Weigh, Sequence[Worth]], Worth]] = {
    "mean": _ratio,
    "min": _lowest,
    "max": _highest,
    "product": _product,
    "points": _ratio,
    "at_least": _at_least,
}
