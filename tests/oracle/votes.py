"""The plain definition of votes: every way in which the votes still out could fall is looked at."""

from __future__ import annotations

import itertools
from functools import cache
from typing import TypeAlias

Cast: TypeAlias = "tuple[bool | str | None, ...]"
"""One vote per sample, in sample order; None for a sample that failed."""

_FRESH = ("some other verdict", "yet another verdict", None)


@cache
def winner(cast: Cast) -> bool | str | None:
    """The verdict that has more votes than any other, even if all that failed had gone to one other."""
    tally = {verdict: cast.count(verdict) for verdict in cast if verdict is not None}
    for verdict, number in tally.items():
        others = max((count for other, count in tally.items() if other != verdict), default=0)
        if number > others + cast.count(None):
            return verdict
    return None


@cache
def is_over(cast: Cast, votes: int) -> bool:
    """Whether the votes still out make no difference."""
    return len({winner(cast + rest) for rest in _continuations(cast, votes - len(cast))}) == 1


@cache
def more_votes(cast: Cast, votes: int) -> int:
    """How many more votes are sure to be needed."""
    for more in range(votes - len(cast) + 1):
        if any(is_over(cast + rest, votes) for rest in _continuations(cast, more)):
            return more
    raise AssertionError("with all votes in it is over")


def _continuations(cast: Cast, length: int) -> list[Cast]:
    return list(itertools.product((*dict.fromkeys(cast), *_FRESH), repeat=length))
