"""A `weigh` kept up as single parts change: what `worth.combine` gives, without a new look at all of them."""

from __future__ import annotations

from collections.abc import Sequence

from arbitree.core.kinds.weigh import Weigh
from arbitree.core.sums import tenth, whole
from arbitree.core.worth import ABSENT, Count, Worth, combine, rounded


class RunningMean:
    """The worth of a `weigh` by `mean` or `points`.

    While no part may drop out its bounds are two sums over one weight, and those are kept. Else they are worked out.

    >>> from arbitree.core.kinds.weigh import Part
    >>> node = Weigh(name="w", parts=(Part(node="a", weight=3), Part(node="b")))
    >>> mean = RunningMean(node, [Worth(0.0, 1.0, False), Worth(1.0, 1.0, False)])
    >>> mean.put(0, Worth(0.5, 0.5, False))
    >>> mean.worth
    Worth(low=0.625, high=0.625, may_lack=False)
    """

    def __init__(self, node: Weigh, worths: Sequence[Worth]) -> None:
        self.node = node
        self.worths = list(worths)
        """The worths of the parts."""
        self.over = 0
        """The positive weight of the parts that may apply, in whole numbers."""
        self._weights, _ = whole([part.weight for part in node.parts])
        self._loose = 0
        """How many parts of positive weight may drop out."""
        self._low = self._high = 0
        self._unit = 1
        for number, worth in enumerate(self.worths):
            self._count(self._weights[number], worth, 1)

    def put(self, number: int, worth: Worth) -> None:
        """Let a part have another worth."""
        weight = self._weights[number]
        self._count(weight, self.worths[number], -1)
        self._count(weight, worth, 1)
        self.worths[number] = worth

    @property
    def footing(self) -> int:
        """What the share of every part rests on, beside its own worth."""
        return self.over

    @property
    def worth(self) -> Worth:
        """The worth of the whole."""
        if self._loose:
            return combine(self.node, self.worths)
        if not self.over:
            return ABSENT
        low = rounded(self._low / (self.over * self._unit))
        return Worth(low, low if self._low == self._high else rounded(self._high / (self.over * self._unit)), False)

    def _count(self, weight: int, worth: Worth, times: int) -> None:
        """Count a part in, or with `times` -1 out."""
        if not weight or worth.lacks:
            return
        if weight > 0:
            self.over += times * weight
            self._loose += times * worth.may_lack
            least, most = worth.low, worth.high
        else:
            least, most = worth.high, 0.0 if worth.may_lack else worth.low
        # Every ratio first: a finer unit changes the sums, and the steps that are added to them.
        ratios = least.as_integer_ratio(), most.as_integer_ratio()
        self._refine(max(below for _, below in ratios))
        low, high = (above * (self._unit // below) for above, below in ratios)
        self._low += times * weight * low
        self._high += times * weight * high

    def _refine(self, unit: int) -> None:
        """Make the unit at least this fine; it is a power of two."""
        if unit > self._unit:
            self._low *= unit // self._unit
            self._high *= unit // self._unit
            self._unit = unit


class RunningCount:
    """The worth of a `weigh` by `at_least`.

    >>> from arbitree.core.kinds.weigh import Part
    >>> node = Weigh(name="w", parts=(Part(node="a"), Part(node="b")), by="at_least", k=2)
    >>> count = RunningCount(node, [Worth(0.0, 1.0, False), Worth(1.0, 1.0, False)])
    >>> count.put(0, Worth(0.0, 0.0, False))
    >>> count.worth
    Worth(low=0.0, high=0.0, may_lack=False)
    """

    def __init__(self, node: Weigh, worths: Sequence[Worth]) -> None:
        self.worths = list(worths)
        """The worths of the parts."""
        self._count = Count(node.k or 1, tenth(node.met))
        for worth in self.worths:
            self._count.add(worth)

    def put(self, number: int, worth: Worth) -> None:
        """Let a part have another worth."""
        self._count.add(self.worths[number], -1)
        self._count.add(worth)
        self.worths[number] = worth

    @property
    def footing(self) -> int:
        """What the share of every part rests on, beside its own worth."""
        return self._count.worth.may_lack

    @property
    def worth(self) -> Worth:
        """The worth of the whole."""
        return self._count.worth
