"""Counts votes: the majority of the samples, as early as sample order allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arbitree.core.records import Failed, Read, Unread


class Tally(NamedTuple):
    """Where the votes stand."""

    needed: int
    """How many more samples are sure to be needed; 0 when the count is over."""
    winner: Read | None
    """The first reply with the winning verdict, when the count is over and there is one."""
    votes: dict[bool | str, int]
    """The votes of each verdict, in the order of its first sample."""


def count(samples: Mapping[int, Read | Unread | Failed], votes: int) -> Tally:
    """The count so far. A verdict wins with more than half of all the votes, or with the most once all are in.

    >>> yes, no = Read(True, "", ()), Read(False, "", ())
    >>> count({}, 3).needed, count({0: yes}, 3).needed, count({0: yes, 1: no}, 3).needed
    (2, 1, 1)
    >>> count({0: yes, 1: yes}, 3).winner.value
    True
    """
    tally: dict[bool | str, int] = {}
    first: dict[bool | str, Read] = {}
    majority = votes // 2 + 1
    for sample in sorted(samples):
        got = samples[sample]
        if not isinstance(got, Read):
            continue
        value = got.value if isinstance(got.value, (bool, str)) else "\n".join(got.value)
        tally[value] = tally.get(value, 0) + 1
        first.setdefault(value, got)
        if tally[value] == majority:
            return Tally(0, first[value], tally)
    most = max(tally.values(), default=0)
    left = votes - len(samples)
    if left > 0:
        return Tally(min(left, majority - most), None, tally)
    leaders = [value for value, number in tally.items() if number == most]
    return Tally(0, first[leaders[0]] if len(leaders) == 1 else None, tally)
