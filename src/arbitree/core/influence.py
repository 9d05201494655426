"""How far an answer can move a score: the order in which `decide` asks. It changes what is asked, never a score."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from operator import mul

from arbitree.core import sums
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place
from arbitree.core.verdicts import fewest
from arbitree.core.worth import Worth

FREE = 1 / 1024
"""The cost of a question that no judge is called for, in calls."""
STRONGER = 10
"""How many calls of one judge of a cascade a call of the next is taken to cost."""


def movement(worth: Worth) -> float:
    """How far an open node's score can move: its width, and a whole score where it may turn out not applicable.

    >>> movement(Worth(0.3, 1.0, False)), movement(Worth(0.0, 0.0, True))
    (0.7, 1.0)
    """
    if worth.low > worth.high:
        return 0.0
    return 1.0 if worth.may_lack else worth.high - worth.low


def cost(place: Place, unread: int, stage: int = 0) -> float:
    """The calls that a verdict of a place takes: its votes while they agree, and the tasks it has to read before.

    Args:
        place: the place.
        unread: how many texts it has to read that nobody has asked for yet.
        stage: how many judges of its cascade were not sure.
    """
    own = 0 if isinstance(place.node, Check) else fewest(place) * STRONGER**stage
    return own + unread or FREE


def shares(node: Weigh, worths: Sequence[Worth], whole: Worth) -> list[float]:
    """For each part of a weigh, how much of its movement becomes the weigh's; 0 where nothing that it can still come
    to makes a difference.

    >>> from arbitree.core.kinds.weigh import Part
    >>> node = Weigh(name="w", parts=(Part(node="a", weight=3), Part(node="b")))
    >>> shares(node, [Worth(0.0, 1.0, False), Worth(1.0, 1.0, False)], Worth(0.25, 1.0, False))
    [0.75, 0.25]
    """
    match node.by:
        case "mean" | "points":
            weights, _ = sums.whole([part.weight for part in node.parts])
            there = [0 if worth.lacks else weight for weight, worth in zip(weights, worths, strict=True)]
            total = sum(weight for weight in there if weight > 0)
            return [abs(weight) / total if total else 0.0 for weight in there]
        case "min":
            return [float(worth.low < whole.high or (worth.may_lack and whole.may_lack)) for worth in worths]
        case "max":
            return [float(worth.high > whole.low or (worth.may_lack and whole.may_lack)) for worth in worths]
        case "product":
            return _rests([1.0 if worth.may_lack else worth.high for worth in worths])
        case "at_least":
            bar = sums.tenth(node.met)
            return [swing(worth, bar, whole) for worth in worths]


def swing(worth: Worth, bar: float, whole: Worth) -> float:
    """For a part of an `at_least`, 1 where it can be met or not, or where leaving it out can make a difference."""
    return float(worth.low < bar <= worth.high or (worth.may_lack and (worth.high >= bar or whole.may_lack)))


def _rests(factors: Sequence[float]) -> list[float]:
    """For each factor the product of the others."""
    before = itertools.accumulate(factors[:-1], mul, initial=1.0)
    after = list(itertools.accumulate(reversed(factors[1:]), mul, initial=1.0))
    return [left * right for left, right in zip(before, reversed(after), strict=True)]
