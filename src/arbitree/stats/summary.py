"""What a run came to as a whole: each status counted apart, coverage, pass rate, mean score, leaves and calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arbitree.core.records import Leaf, Result, Usage
from arbitree.stats.intervals import wilson
from arbitree.stats.total import Total


@dataclass(frozen=True, kw_only=True)
class LeafCount:
    """How many cases reached a leaf."""

    leaf: Leaf
    cases: int


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What some cases came to as a whole. Nothing undecided or not applicable counts as a score."""

    cases: int
    """All of them: passed + failed + undecided + not_applicable."""
    passed: int
    failed: int
    undecided: int
    """Cases of which it is not settled whether they pass."""
    not_applicable: int
    scored: int
    """Cases with a score."""
    decided: int
    """Cases that passed or failed without a score: one side of the threshold was settled first."""
    coverage: float | None
    """The share of the applicable cases that passed or failed; None when no case is applicable."""
    pass_rate: float | None
    """Passed over passed and failed; None when there is neither."""
    pass_rate_interval: tuple[float, float] | None
    """Its Wilson interval."""
    confidence: float
    """The confidence of the interval."""
    mean_score: float | None
    """The mean of the scores there are; None when there is none."""
    leaves: tuple[LeafCount, ...]
    """How often each leaf was reached, in plan order; leaves that no case reached are there with 0."""
    usage: Usage
    """The calls and tokens that these cases' traces hold."""


class Tally:
    """Counts results one by one and keeps nothing of any; `summary()` may be read at any time."""

    def __init__(self, leaves: Sequence[Leaf] = (), *, confidence: float = 0.95) -> None:
        self._leaves = dict.fromkeys(leaves, 0)
        self._confidence = confidence
        self._passed = self._failed = self._undecided = self._not_applicable = self._decided = 0
        self._scores = Total()
        self._usage = Usage()

    def add(self, result: Result) -> None:
        """Counts one result."""
        if result.status == "not_applicable":
            self._not_applicable += 1
        elif result.passed is None:
            self._undecided += 1
        else:
            self._passed += result.passed
            self._failed += not result.passed
            self._decided += result.status == "decided"
        if result.score is not None:
            self._scores.add(result.score)
        for leaf in result.leaves:
            self._leaves[leaf] = self._leaves.get(leaf, 0) + 1
        self._usage += result.usage

    def summary(self) -> Summary:
        """What the results so far come to. The same for any order of adding, if the leaves were given."""
        settled = self._passed + self._failed
        applicable = settled + self._undecided
        return Summary(
            cases=applicable + self._not_applicable,
            passed=self._passed,
            failed=self._failed,
            undecided=self._undecided,
            not_applicable=self._not_applicable,
            scored=self._scores.count,
            decided=self._decided,
            coverage=settled / applicable if applicable else None,
            pass_rate=self._passed / settled if settled else None,
            pass_rate_interval=wilson(self._passed, settled, self._confidence) if settled else None,
            confidence=self._confidence,
            mean_score=self._scores.mean,
            leaves=tuple(LeafCount(leaf=leaf, cases=count) for leaf, count in self._leaves.items()),
            usage=self._usage,
        )


def summary(results: Iterable[Result], *, leaves: Sequence[Leaf] = (), confidence: float = 0.95) -> Summary:
    """What the results come to as a whole.

    Args:
        results: In any order.
        leaves: Every leaf of the rubric in plan order, so that those never reached are counted too.
        confidence: Of the pass rate's interval.
    """
    tally = Tally(leaves, confidence=confidence)
    for result in results:
        tally.add(result)
    return tally.summary()


def summary_by(
    results: Iterable[Result],
    group: Callable[[str], str],
    *,
    leaves: Sequence[Leaf] = (),
    confidence: float = 0.95,
) -> tuple[tuple[str, Summary], ...]:
    """A summary for each group, sorted by the group's name.

    Args:
        results: In any order.
        group: The group of a case, by the case's id.
        leaves: As in `summary`.
        confidence: As in `summary`.
    """
    tallies: dict[str, Tally] = {}
    for result in results:
        name = group(result.case)
        if name not in tallies:
            tallies[name] = Tally(leaves, confidence=confidence)
        tallies[name].add(result)
    return tuple((name, tallies[name].summary()) for name in sorted(tallies))
