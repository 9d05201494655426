"""Agreement beyond chance between those who judge the same cases: Cohen's kappa for two, Fleiss' for more.

J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960), 37-46.
J. L. Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 76 (1971), 378-382.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction


class Kappa:
    """Takes in the verdicts case by case and keeps only counts, as exact fractions: any order gives the same."""

    def __init__(self, raters: int) -> None:
        """Begin with no case.

        Args:
            raters: how many judge each case, two or more.
        """
        self.cases = 0
        """How many cases all of them judged."""
        self._raters = raters
        self._agreeing = 0
        """Over all cases, how many ordered pairs of raters agree."""
        self._given: list[Counter[Hashable]] = [Counter() for _ in range(raters)]
        """How often each rater gives each verdict."""

    def add(self, verdicts: Sequence[Hashable]) -> None:
        """Take in a case: a verdict of each rater, in the same order every time."""
        self.cases += 1
        self._agreeing += sum(count * (count - 1) for count in Counter(verdicts).values())
        for given, verdict in zip(self._given, verdicts, strict=True):
            given[verdict] += 1

    @property
    def value(self) -> float | None:
        """From 1 (always the same verdict) over 0 (no better than chance) to below it.

        None where it is not defined: no case, or all gave the same verdict always, so that chance explains everything.

        >>> kappa = Kappa(2)
        >>> for pair, times in (("yy", 20), ("yn", 5), ("ny", 10), ("nn", 15)):
        ...     for _ in range(times):
        ...         kappa.add(pair)
        >>> round(kappa.value, 9)
        0.4
        """
        if not self.cases:
            return None
        pairs = self._raters * (self._raters - 1)
        agreed, chance = Fraction(self._agreeing, pairs * self.cases), self._by_chance()
        return None if chance == 1 else float((agreed - chance) / (1 - chance))

    def _by_chance(self) -> Fraction:
        """How often raters would agree who gave verdicts at random, as often as these do: Cohen's two each as often as
        they themselves, Fleiss' many as often as all together."""
        verdicts = {verdict for given in self._given for verdict in given}
        if self._raters == 2:
            one, other = self._given
            return Fraction(sum(one[verdict] * other[verdict] for verdict in verdicts), self.cases**2)
        totals = [sum(given[verdict] for given in self._given) for verdict in verdicts]
        return Fraction(sum(total**2 for total in totals), (self._raters * self.cases) ** 2)
