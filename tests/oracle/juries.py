"""The plain definition of a jury's votes: every way in which the votes that are unknown could fall is looked at."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

from arbitree.core.kinds.base import Rule

Cast = tuple[str | None, ...]
"""One vote per sample, in sample order; None for a sample that failed."""


@cache
def come_to(rule: Rule, options: tuple[str, ...], cast: tuple[str, ...], tie: str | None) -> str | None:
    """The verdict of votes that are all known; None when there is none."""
    if rule == "median":
        return sorted(cast, key=options.index)[(len(cast) - 1) // 2]
    counts = {option: cast.count(option) for option in options}
    if rule == "unanimous":
        return cast[0] if len(set(cast)) == 1 else tie
    leaders = [option for option in options if counts[option] == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else tie


@cache
def verdict(rule: Rule, options: tuple[str, ...], cast: Cast, tie: str | None) -> str | None:
    """The verdict however the votes that failed would have fallen; None where that differs, or is none."""
    lost = [place for place, vote in enumerate(cast) if vote is None]
    found: set[str | None] = set()
    for fill in itertools.product(options, repeat=len(lost)):
        whole = list(cast)
        for place, vote in zip(lost, fill, strict=True):
            whole[place] = vote
        found.add(come_to(rule, options, tuple(vote for vote in whole if vote is not None), tie))
    return next(iter(found)) if len(found) == 1 else None


@cache
def is_over(rule: Rule, options: tuple[str, ...], cast: Cast, votes: int, tie: str | None) -> bool:
    """Whether the votes still out make no difference."""
    rests = itertools.product((*options, None), repeat=votes - len(cast))
    return len({verdict(rule, options, cast + rest, tie) for rest in rests}) == 1


def more_votes(rule: Rule, options: Sequence[str], cast: Cast, votes: int, tie: str | None) -> int:
    """How many more votes are sure to be needed."""
    listed = tuple(options)
    for more in range(votes - len(cast) + 1):
        rests = itertools.product((*listed, None), repeat=more)
        if any(is_over(rule, listed, cast + rest, votes, tie) for rest in rests):
            return more
    raise AssertionError("with all votes in it is over")
