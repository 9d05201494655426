"""Counts votes: a verdict wins as soon as no vote still out, and none that failed, could take the majority from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arbitree.core.records import Failed, Read, Unread, Verdict


class Tally(NamedTuple):
    """Where the votes stand."""

    needed: int
    """How many more samples are sure to be needed; 0 when the count is over."""
    winner: Read | None
    """The first reply with the winning verdict, when the count is over and there is one."""
    votes: dict[Verdict, int]
    """The votes of each verdict, in the order of its first sample."""


def count(samples: Mapping[int, Read | Unread | Failed], votes: int) -> Tally:
    """The count so far. The verdict with the most votes wins; of a sample that failed, nobody knows the vote.

    So a verdict wins once it has more votes than any other could have, the samples that failed or are still out
    counted in; and the count is over without a winner once no verdict can come so far any more.

    >>> yes, no = Read(True, "", ()), Read(False, "", ())
    >>> count({}, 3).needed, count({0: yes}, 3).needed, count({0: yes, 1: no}, 3).needed
    (2, 1, 1)
    >>> count({0: yes, 1: yes}, 3).winner.value
    True
    >>> lost = Failed(kind="judge_error", message="down")
    >>> count({0: yes, 1: lost}, 3).needed, count({0: yes, 1: lost, 2: lost}, 3).winner
    (1, None)
    """
    tally: dict[Verdict, int] = {}
    first: dict[Verdict, Read] = {}
    failed = 0
    for sample in sorted(samples):
        got = samples[sample]
        if not isinstance(got, Read):
            failed += 1
            continue
        value = "\n".join(got.value) if isinstance(got.value, tuple) else got.value
        tally[value] = tally.get(value, 0) + 1
        first.setdefault(value, got)
    most, second = sorted([*tally.values(), 0, 0], reverse=True)[:2]
    left = votes - len(samples)
    ahead = most - second - failed
    if ahead > left:
        leader = next(value for value, number in tally.items() if number == most)
        return Tally(0, first[leader], tally)
    if ahead + left <= 0:
        return Tally(0, None, tally)
    wins, hopeless = (left - ahead) // 2 + 1, (left + ahead + 1) // 2
    return Tally(min(wins, hopeless), None, tally)
