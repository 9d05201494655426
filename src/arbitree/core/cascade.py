"""Cascades: when the next judge is asked, because the one before it was not sure of what its verdict leads to."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable

from arbitree.core.plan import Place
from arbitree.core.records import Attempt, Read, Verdict
from arbitree.core.settled import Poll
from arbitree.core.sums import PLACES
from arbitree.core.verdicts import tallied


def doubt_of(place: Place, poll: Poll) -> str:
    """Why the next judge of a cascade has to be asked; empty where the verdict of this one counts.

    What has to be sure is where the verdict leads. Options that lead to one end count together, and a question all of
    whose branches lead to one end is never in doubt.

    Args:
        place: the place.
        poll: the votes of the judge whose turn it is, all of them in.
    """
    winner = tallied(place, poll.samples).winner
    if winner is None or not isinstance(winner.value, (bool, str)):
        return "no verdict"
    ends = _ends(place)
    alike = {verdict for verdict in place.branches if ends[verdict] == ends[winner.value]}
    if len(alike) == len(place.branches):
        return ""
    told = probability(place, poll, alike)
    if told is None:
        return "no probability"
    return "" if told >= place.sure else f"probability {told:.12g} is below {place.sure:.12g}"


def probability(place: Place, poll: Poll, verdicts: Iterable[Verdict]) -> float | None:
    """How probable some verdicts are together: the mean over the votes; None where a single vote tells none.

    Of a vote without probabilities it is 1 where it names one of the verdicts and else 0, so that of several such
    votes the share stands in.
    """
    labels = {_label(verdict) for verdict in verdicts}
    found: list[float] = []
    for attempt in _used(place, poll):
        got = poll.samples[attempt.sample - poll.stage * place.votes]
        assert isinstance(got, Read)
        assert isinstance(got.value, (bool, str))
        if attempt.probabilities is not None:
            found.append(math.fsum(attempt.probabilities.get(label, 0.0) for label in labels))
        elif place.votes > 1:
            found.append(float(_label(got.value) in labels))
    return round(math.fsum(found) / len(found), PLACES) if found else None


def cascading(place: Place) -> tuple[Hashable, ...]:
    """What of a place a cascade's verdict depends on, beside the votes: how sure, and of which verdicts together."""
    if place.stages == 1:
        return ()
    ends = list(_ends(place).values())
    return (place.stages, place.sure, tuple(ends.index(end) for end in ends))


def _used(place: Place, poll: Poll) -> list[Attempt]:
    """The replies of this judge that were read."""
    first = poll.stage * place.votes
    return [attempt for attempt in poll.attempts if attempt.sample >= first and not attempt.error]


def _ends(place: Place) -> dict[Verdict, Hashable]:
    """Where each verdict leads: equal for those that make no difference to each other."""
    return {verdict: (branch.score, branch.place) for verdict, branch in place.branches.items()}


def _label(verdict: Verdict) -> str:
    """A verdict as probabilities name it."""
    return verdict if isinstance(verdict, str) else "yes" if verdict else "no"
