"""How a reply becomes a grade, and a grade a branch: by the number written, by probabilities, by several votes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from arbitree.core.plan import Branch, Place
from arbitree.core.records import EXPECTED, MIXED, Failed, Read, Reply, Unread
from arbitree.core.scale import Scale
from arbitree.core.sums import PLACES
from arbitree.core.tally import Tally

LEAST_MASS: Final = 0.8
"""How much of the probability has to lie on grades for the expected one to count instead of the one written."""


def branch_of(scale: Scale, grade: float) -> Branch:
    """The branch of a place whose score comes from its answer: it ends at what the grade is worth.

    >>> branch_of(Scale(low=1, high=5), 4)
    Branch(verdict=4, to='= 7.5', score=0.75, points=7.5, place=-1)
    """
    score = scale.score(grade)
    points = round(score * 10, PLACES - 1)
    return Branch(verdict=grade, to=f"= {points:g}", score=score, points=points)


def ends_of(scale: Scale) -> tuple[Branch, Branch]:
    """The branches of the worst and of the best grade: between them lies whatever the answer will be worth."""
    return branch_of(scale, tidy(scale.low)), branch_of(scale, tidy(scale.high))


def tidy(grade: float) -> float:
    """A grade as traces write it: a whole number without a fraction.

    >>> tidy(4.0), tidy(4.25)
    (4, 4.25)
    """
    return int(grade) if float(grade).is_integer() else grade


def weighted(got: Read, answer: Reply, scale: Scale) -> Read:
    """What was read, with the grade that the reply's probabilities lead to expect, where they tell enough.

    >>> reply = Reply(text="", probabilities={"4": 0.5, "5": 0.5}, label_mass=0.97)
    >>> weighted(Read(5, "", ()), reply, Scale(low=1, high=5))
    Read(value=4.5, reason='', flags=('expected',))
    """
    told = answer.probabilities
    if not told:
        return got
    mass = answer.label_mass
    if mass is None:
        mass = math.fsum(told.get(label, 0.0) for label in scale.labels)
    expected = scale.expected(told) if mass >= LEAST_MASS else None
    return got if expected is None else got._replace(value=tidy(expected), flags=(*got.flags, EXPECTED))


def averaged(place: Place, samples: Mapping[int, Read | Unread | Failed]) -> Tally:
    """The count so far of a place's grades. A vote that failed may have been any grade of the scale.

    So the mean needs every vote, and the median is known as soon as no vote that failed or is still out can move it.
    """
    assert place.shape is not None and place.shape.scale is not None
    scale = place.shape.scale
    read = [got for number in sorted(samples) if isinstance(got := samples[number], Read)]
    grades = [float(got.value) for got in read if isinstance(got.value, (int, float))]
    left = place.votes - len(samples)
    lost = len(samples) - len(grades)
    if place.rule == "mean":
        if lost:
            return Tally(0, None, {})
        return Tally(left, None if left else _of_all(read, math.fsum(grades) / len(grades)), {})
    sure = _middle(grades, lost + left, scale)
    if sure is not None:
        return Tally(0, _of_all(read, sure), {})
    if not left:
        return Tally(0, None, {})
    return Tally(_needed(grades, lost, left, scale), None, {})


def _middle(grades: Sequence[float], unknown: int, scale: Scale) -> float | None:
    """The median, where it is the same whatever the unknown ones are."""
    if not grades:
        return None
    low, high = median([*grades, *[scale.low] * unknown]), median([*grades, *[scale.high] * unknown])
    return low if low == high else None


def _needed(grades: Sequence[float], lost: int, left: int, scale: Scale) -> int:
    """How many more votes there are before the median can be known, or can be known to stay open."""
    for more in range(1, left):
        known = (_middle([*grades, *[vote] * more], lost + left - more, scale) for vote in (*grades, scale.low))
        if any(middle is not None for middle in known):
            return more
    return left


def _of_all(read: Sequence[Read], grade: float) -> Read:
    """The grade of several votes; its reason is that of the first vote nearest to it."""
    nearest = min(read, key=lambda got: abs(float(got.value) - grade) if isinstance(got.value, (int, float)) else 0.0)
    are_expected = [EXPECTED in got.flags for got in read]
    flags = tuple(flag for flag in nearest.flags if flag != EXPECTED)
    if all(are_expected):
        flags = (*flags, EXPECTED)
    elif any(are_expected):
        flags = (*flags, MIXED)
    return Read(tidy(round(grade, PLACES)), nearest.reason, flags)
