"""The scale of a grade: from its bounds follow the wording, the form of the reply, its reading and the score 0..1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from arbitree.core.sums import PLACES, is_finite

MOST_LABELS = 101
"""How many grades a scale may have to be told apart one by one: 0 to 100 at most."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """The grades from `low` to `high`."""

    low: float = 0.0
    """The worst grade, which is worth 0."""
    high: float = 10.0
    """The best grade, which is worth 1."""
    whole: bool = True
    """Whether only whole numbers are grades."""

    @property
    def mistake(self) -> str:
        """Why it is no scale; empty when it is one."""
        bounds = (self.low, self.high)
        if any(not isinstance(bound, (int, float)) or isinstance(bound, bool) for bound in bounds):
            return f"its bounds are {self.low!r} and {self.high!r}, and not two numbers"
        if not isinstance(self.whole, bool):
            return f"whether only whole numbers are grades is {self.whole!r}, and not true or false"
        if not all(map(is_finite, bounds)) or not is_finite(abs(self.high) + abs(self.low)):
            return "its bounds are not finite numbers, or lie too far apart to reckon with"
        if self.low == self.high:
            return f"it has one grade only, {spelled(self.low)}"
        if self.low > self.high:
            return f"it runs from {spelled(self.low)} down to {spelled(self.high)}"
        if self.whole and not all(float(bound).is_integer() for bound in bounds):
            return (
                f"only whole numbers are to be grades, and its bounds are {spelled(self.low)} and {spelled(self.high)}"
            )
        return ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The grades as a judge writes them, from the worst; none where there are too many to tell apart.

        >>> Scale(low=1, high=5).labels
        ('1', '2', '3', '4', '5')
        """
        if not self.whole or self.high - self.low >= MOST_LABELS:
            return ()
        return tuple(str(grade) for grade in range(int(self.low), int(self.high) + 1))

    @property
    def said(self) -> str:
        """What a grade on it is, in words.

        >>> Scale(low=1, high=5).said, Scale(low=0, high=1, whole=False).said
        ('a whole number from 1 to 5', 'a number from 0 to 1')
        """
        return f"a {'whole ' if self.whole else ''}number from {spelled(self.low)} to {spelled(self.high)}"

    def holds(self, grade: float) -> bool:
        """Whether this is a grade on the scale.

        >>> [Scale(low=0, high=10).holds(grade) for grade in (8, 7.5, 15, -3, math.nan)]
        [True, False, False, False, False]
        """
        return self.low <= grade <= self.high and (not self.whole or float(grade).is_integer())

    def score(self, grade: float) -> float:
        """The score 0..1 of a grade, or of an expected one between two grades.

        >>> Scale(low=1, high=5).score(4), Scale().score(8)
        (0.75, 0.8)
        """
        share = (grade - self.low) / (self.high - self.low)
        return min(max(round(share, PLACES), 0.0), 1.0)

    def expected(self, probabilities: Mapping[str, float]) -> float | None:
        """The sum of each grade times its probability, over the grades of the scale; None when none has any,
        or one has a probability that there is not.

        As in Liu et al. 2023, "G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment", equation (1), with the
        probabilities made to sum to 1 over the grades.

        >>> Scale(low=1, high=5).expected({"4": 0.5, "5": 0.25})
        4.333333333333
        """
        given = [(float(label), probabilities.get(label, 0.0)) for label in self.labels]
        if not all(0 <= probability < math.inf for _, probability in given):
            return None
        mass = math.fsum(probability for _, probability in given)
        if not 0 < mass < math.inf:
            return None
        return round(math.fsum(grade * probability for grade, probability in given) / mass, PLACES)


TENS = Scale()
"""The scale of a grade that names none: 0 to 10."""

STRICT = Scale(low=0, high=1)
"""The scale of a strict grade: all is as it should be, or it is not."""


def scale_between(low: float, high: float) -> Scale:
    """The scale between two bounds: of whole numbers where both are and more than one lies between them.

    >>> scale_between(1, 5).whole, scale_between(0, 1).whole, scale_between(0.5, 4).whole
    (True, False, False)
    """
    whole = is_finite(low) and is_finite(high) and low == int(low) and high == int(high) and high - low > 1
    return Scale(low=low, high=high, whole=whole)


def spelled(number: float) -> str:
    """A number as it is written in prompts and messages.

    >>> spelled(5.0), spelled(0.5)
    ('5', '0.5')
    """
    if not is_finite(number):
        return "a number beyond all bounds" if isinstance(number, int) else repr(number)
    return str(int(number)) if float(number).is_integer() else repr(float(number))
