"""Counts the votes of a jury by its rule: which verdict they come to, and how many more are needed to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbitree.core.grading import averaged
from arbitree.core.kinds.base import Rule
from arbitree.core.plan import Place
from arbitree.core.records import Failed, Read, Unread, Verdict
from arbitree.core.tally import Tally, count

Votes = Mapping[Verdict, int]


def tallied(place: Place, samples: Mapping[int, Read | Unread | Failed]) -> Tally:
    """The count so far of a place's votes, by its rule.

    The count is over as soon as no vote that is still out, and none that failed, could change the verdict; or when
    none of those that are still out could bring one about.
    """
    if place.graded:
        return averaged(place, samples)
    if place.rule == "majority" and place.tie is None:
        return count(samples, place.votes)
    options = tuple(place.branches)
    cast: dict[Verdict, int] = dict.fromkeys(options, 0)
    first: dict[Verdict, Read] = {}
    for number in sorted(samples):
        got = samples[number]
        if isinstance(got, Read) and isinstance(got.value, (bool, str)):
            cast[got.value] += 1
            first.setdefault(got.value, got)
    failed = len(samples) - sum(cast.values())
    left = place.votes - len(samples)
    told: dict[Verdict, int] = {verdict: cast[verdict] for verdict in first}
    won = verdict_of(place.rule, options, cast, unknown=failed + left, tie=place.tie)
    if won is not None:
        # A tie may come to a verdict that nobody voted for: it has no reason of its own.
        return Tally(0, first.get(won) or Read(won, "", ("tie",)), told)
    return Tally(_needed(place, options, cast, failed, left), None, told)


def _needed(place: Place, options: Sequence[Verdict], cast: Votes, failed: int, left: int) -> int:
    """How many more votes there are before the count can be over, in whatever way is the shortest."""
    for more in range(left):
        # The shortest way to a verdict is votes for it alone, and to none, votes that fail: they tell the least.
        if more and _is_reachable(place, options, cast, more, failed + left - more):
            return more
        if not _is_reachable(place, options, cast, left - more, failed + more):
            return more
    return left


def _is_reachable(place: Place, options: Sequence[Verdict], cast: Votes, more: int, unknown: int) -> bool:
    """Whether so many more votes can bring about a verdict, whatever those that stay unknown are."""
    return any(
        verdict_of(place.rule, options, _with(cast, option, more), unknown=unknown, tie=place.tie) is not None
        for option in options
    )


def verdict_of(
    rule: Rule, options: Sequence[Verdict], cast: Votes, *, unknown: int, tie: Verdict | None
) -> Verdict | None:
    """The verdict that the votes come to however those that are unknown fall; None where that differs, or is none.

    >>> verdict_of("majority", (True, False), {True: 1, False: 1}, unknown=0, tie=False)
    False
    >>> verdict_of("unanimous", (True, False), {True: 2, False: 0}, unknown=0, tie=None)
    True
    >>> verdict_of("median", ("good", "fair", "bad"), {"good": 1, "fair": 0, "bad": 1}, unknown=1, tie=None)
    """
    match rule:
        case "majority":
            return _majority(options, cast, unknown, tie)
        case "unanimous":
            return _unanimous(options, cast, unknown, tie)
        case "median":
            low, high = _middle(options, cast, unknown, 0), _middle(options, cast, unknown, len(options) - 1)
            return low if low == high else None
        case "mean":
            raise ValueError("verdicts have no mean")


def _majority(options: Sequence[Verdict], cast: Votes, unknown: int, tie: Verdict | None) -> Verdict | None:
    ranked = sorted(options, key=lambda option: -cast[option])
    most, second = cast[ranked[0]], cast[ranked[1]]
    if most > second + unknown:
        return ranked[0]
    # A tie's verdict is sure when no other could have the most votes alone, whatever the unknown ones are.
    rivals = [option for option in options if option != tie]
    if tie is not None and all(
        cast[rival] + unknown <= max(cast[option] for option in options if option != rival) for rival in rivals
    ):
        return tie
    return None


def _unanimous(options: Sequence[Verdict], cast: Votes, unknown: int, tie: Verdict | None) -> Verdict | None:
    named = [option for option in options if cast[option]]
    if len(named) > 1:
        return tie
    return named[0] if named and (not unknown or named[0] == tie) else None


def _middle(options: Sequence[Verdict], cast: Votes, unknown: int, end: int) -> Verdict:
    """The middle vote when all unknown ones fall at one end; of two middle ones, the one declared first."""
    half = (sum(cast.values()) + unknown + 1) // 2
    seen = 0
    for place, option in enumerate(options):
        seen += cast[option] + (unknown if place == end else 0)
        if seen >= half:
            return option
    return options[-1]


def _with(cast: Votes, option: Verdict, more: int) -> dict[Verdict, int]:
    return {**cast, option: cast[option] + more}


def fewest(place: Place) -> int:
    """The fewest votes after which a place can be done."""
    if place.votes == 1:
        return 1
    if place.graded:
        return place.votes if place.rule == "mean" else place.votes // 2 + 1
    if place.rule == "unanimous":
        return 1 if place.tie is not None else min(place.votes, 2)
    return place.votes // 2 + 1 if place.rule == "majority" and place.tie is None else (place.votes + 1) // 2
