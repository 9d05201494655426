"""What a gate needs of results: counts, sums and open bounds, from which each measure's least and greatest follow."""

from __future__ import annotations

from collections import Counter
from copy import copy
from fractions import Fraction
from itertools import chain, repeat
from typing import Final, Literal, TypeAlias

from arbitree.core.records import Result
from arbitree.stats.total import Total

Measure: TypeAlias = Literal["pass_rate", "mean_score", "coverage"]

MEASURES: Final[tuple[Measure, ...]] = ("pass_rate", "mean_score", "coverage")
"""What a gate can be about. `pass_rate`: passed over passed, failed and undecided. `mean_score`: the mean over the
applicable cases, an undecided one anywhere in its interval. `coverage`: the share of applicable cases that passed or
failed, as it is."""


class Standings:
    """What a gate needs of results, counted one by one: no result is kept, only how many share each open bound."""

    def __init__(self) -> None:
        self.applicable = 0
        """How many results were not `not_applicable`."""
        self._passed = self._open = 0
        self._lows, self._highs = Total(), Total()
        """Of the results that passed or failed: the least and the greatest that their scores can be."""
        self._open_lows: Counter[float] = Counter()
        self._open_highs: Counter[float] = Counter()

    def add(self, result: Result) -> None:
        """Takes one result in."""
        if result.status == "not_applicable":
            return
        low, high = (result.score, result.score) if result.score is not None else (result.interval or (0.0, 1.0))
        self.applicable += 1
        self._passed += result.passed is True
        if result.passed is None:
            self._open += 1
            self._open_lows[low] += 1
            self._open_highs[high] += 1
        else:
            self._lows.add(low)
            self._highs.add(high)

    def with_unknown(self, count: int) -> Standings:
        """The same, and further cases that were not come to: they may turn out in any way."""
        more = copy(self)
        more.applicable, more._open = self.applicable + count, self._open + count
        more._open_lows = self._open_lows + Counter({0.0: count})
        more._open_highs = self._open_highs + Counter({1.0: count})
        return more

    def bounds(self, measure: Measure) -> tuple[Fraction, Fraction]:
        """The least and the greatest that a measure can still come to, where some result is applicable."""
        match measure:
            case "pass_rate":
                passed, still_open = self._passed, self._open
                return Fraction(passed, self.applicable), Fraction(passed + still_open, self.applicable)
            case "coverage":
                settled = Fraction(self.applicable - self._open, self.applicable)
                return settled, settled
            case "mean_score":
                negated = Counter({-high: count for high, count in self._open_highs.items()})
                lowest = _lowest_mean(self._lows.value, self._lows.count, self._open_lows)
                return lowest, -_lowest_mean(-self._highs.value, self._highs.count, negated)


def _lowest_mean(total: float, count: int, unsure: Counter[float]) -> Fraction:
    """The lowest mean of scores that are sure, given as their sum and number, and of some that may also be left out.

    A case that is undecided can still turn out not applicable and leave the mean. So the scores of such cases are
    taken in, lowest first, as long as each pulls the mean down.
    """
    for score in chain.from_iterable(repeat(score, unsure[score]) for score in sorted(unsure)):
        if count and score >= total / count:
            break
        total, count = total + score, count + 1
    # Twelve decimals: 0.8 three times is 0.8, though the sum of the binary numbers is not 2.4.
    return Fraction(f"{total / count:.12f}")
