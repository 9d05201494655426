"""Sums and products of floats that are rounded once: whatever the order of what is summed, the result is the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeGuard

PLACES = 12
"""To how many decimals a score is rounded: authors reckon in decimals, and binary noise must fail no case."""


def is_finite(value: object) -> TypeGuard[float]:
    """Whether a value is a number to reckon with: no true or false, not infinite, and no whole number beyond floats.

    >>> [is_finite(value) for value in (7, 0.5, True, "7", math.nan, math.inf, 10**400)]
    [True, True, False, False, False, False, False]
    """
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def tenth(points: float) -> float:
    """A score as rubrics write it, 0..10, as a share 0..1.

    >>> tenth(9.1), 9.1 / 10
    (0.91, 0.9099999999999999)
    """
    return round(points / 10, PLACES)


def whole(values: Sequence[float]) -> tuple[list[int], int]:
    """The values as whole numbers of one unit, and how many of that unit make 1.

    >>> whole([0.5, 3, 0.125])
    ([4, 24, 1], 8)
    """
    ratios = [value.as_integer_ratio() for value in values]
    unit = max((below for _, below in ratios), default=1)
    # The denominators are powers of two, so each divides the greatest.
    return [above if below == unit else above * (unit // below) for above, below in ratios], unit


def product(values: Iterable[float]) -> float:
    """The product, to `PLACES` decimals.

    >>> product([0.7, 0.7]), 0.7 * 0.7
    (0.49, 0.48999999999999994)
    >>> product([0.1, 0.3, 0.7]) == product([0.7, 0.3, 0.1]), product([])
    (True, 1.0)
    """
    ratios = [value.as_integer_ratio() for value in values]
    return round(math.prod(above for above, _ in ratios) / math.prod(below for _, below in ratios), PLACES)


def least_mean(sure: tuple[int, int], loose: list[tuple[int, int]]) -> tuple[int, int]:
    """The least value of sum over weight, over which of the loose terms are kept.

    Args:
        sure: the sum of what is kept for sure, and its weight; where the weight is 0, at least one term is kept.
        loose: value and weight of each term that may drop out.

    Returns:
        The sum and its weight. What is kept is a run of the terms in order of value, or one term alone.

    >>> least_mean((6, 1), [(9, 1), (0, 2), (4, 1)])
    (6, 3)
    """
    total, weight = sure
    alone = [(value * own + total, own) for value, own in loose] if total and not weight else []
    for value, own in sorted(loose):
        if weight and value * weight >= total:
            break
        total += value * own
        weight += own
    for other, own in alone:
        if other * weight < total * own:
            total, weight = other, own
    return total, weight
