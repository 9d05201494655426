"""What a node can still score: an interval and whether it may be not applicable, and how a `weigh` combines them.

Every bound is the one that some choice of the parts' own bounds reaches, so it is exact where the parts do not
share an open question. All sums use `math.fsum`, whose rounding is monotone, so a bound never crosses the score
that it bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from arbitree.core.kinds.weigh import By, Weigh


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


ABSENT = Worth(math.inf, -math.inf, True)
"""Not applicable for sure."""
NOTHING = Worth(math.inf, -math.inf, False)
"""The union of no possibilities; where unions begin."""


def point(score: float) -> Worth:
    """The worth of a score that is known.

    >>> point(0.6)
    Worth(low=0.6, high=0.6, may_lack=False)
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


def _mean(node: Weigh, worths: Sequence[Worth]) -> Worth:
    rows = [(part.weight, worth) for part, worth in zip(node.parts, worths, strict=True) if part.weight]
    return _ratio(rows, [], 0.0)


def _points(node: Weigh, worths: Sequence[Worth]) -> Worth:
    pairs = list(zip(node.parts, worths, strict=True))
    gains = [(part.weight, worth) for part, worth in pairs if part.weight > 0]
    losses = [(part.weight, worth) for part, worth in pairs if part.weight < 0]
    return _ratio(gains, losses, None)


def _ratio(gains: Sequence[tuple[float, Worth]], losses: Sequence[tuple[float, Worth]], floor: float | None) -> Worth:
    """Bounds of (gained - lost) / (applicable positive weight) over which parts drop out and what the rest score."""
    sure = [row for row in gains if not row[1].may_lack]
    loose = [row for row in gains if row[1].may_lack and not row[1].lacks]
    if not sure and not loose:
        return ABSENT
    most_lost = [weight * worth.high for weight, worth in losses if not worth.lacks]
    least_lost = [weight * (0.0 if worth.may_lack else worth.low) for weight, worth in losses]
    low = _extreme([(w, v.low) for w, v in sure], [(w, v.low) for w, v in loose], most_lost, min)
    high = _extreme([(w, v.high) for w, v in sure], [(w, v.high) for w, v in loose], least_lost, max)
    return Worth(_clip(low), _clip(high), not sure)


def _extreme(
    sure: list[tuple[float, float]],
    loose: list[tuple[float, float]],
    lost: list[float],
    pick: Callable[[Iterable[float]], float],
) -> float:
    """The least or greatest ratio over which of the loose parts are kept: a run of them in order of score, or one."""
    loose.sort(key=lambda row: row[1], reverse=pick is max)
    terms, weights = [w * v for w, v in sure] + lost, [w for w, _ in sure]
    ratios = [math.fsum(terms) / math.fsum(weights)] if sure else []
    if not sure and lost:
        ratios.extend(math.fsum([w * v, *lost]) / w for w, v in loose)
    for weight, value in loose:
        terms.append(weight * value)
        weights.append(weight)
        ratios.append(math.fsum(terms) / math.fsum(weights))
    return pick(ratios)


def _clip(score: float) -> float:
    return 0.0 if score < 0.0 else 1.0 if score > 1.0 else score + 0.0


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
    high = math.prod(sure) if sure else max(worth.high for worth in there)
    return Worth(math.prod(worth.low for worth in there), high, not sure)


def _at_least(node: Weigh, worths: Sequence[Worth]) -> Worth:
    need, bar = node.k or 1, node.met / 10
    there = [worth for worth in worths if not worth.lacks]
    can_meet = sum(worth.high >= bar for worth in there)
    can_miss = sum(worth.low < bar for worth in there)
    must_meet = sum(worth.low >= bar and not worth.may_lack for worth in there)
    must_apply = sum(not worth.may_lack for worth in there)
    forced = max(0, need - can_miss - must_meet)
    may_pass = can_meet >= need
    may_fail = len(there) >= need and must_meet + forced < need
    if not may_pass and not may_fail:
        return ABSENT
    return Worth(0.0 if may_fail else 1.0, 1.0 if may_pass else 0.0, must_apply < need)


_COMBINERS: Mapping[By, Callable[[Weigh, Sequence[Worth]], Worth]] = {
    "mean": _mean,
    "min": _lowest,
    "max": _highest,
    "product": _product,
    "points": _points,
    "at_least": _at_least,
}
