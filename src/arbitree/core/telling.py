"""Where a judgement came to nothing: what is asked elsewhere and may still tell what it could have come to.

Nothing below a judgement that failed is asked, so its worth stays open. But a question below it may stand in another
place too, where a score does not hang on it: a part of no weight, say. Its answer narrows what the failed one could
have come to, and `full` has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbitree.core.hull import Bounds
from arbitree.core.plan import Place
from arbitree.core.walk import Walk
from arbitree.core.worth import Worth


def first_that_tells(
    walk: Walk, bounds: Bounds, worths: Sequence[Worth], came: Iterable[int], failed: Iterable[int]
) -> int:
    """The first open place in plan order, of those that control has come to, whose answer may tell.

    Args:
        walk: the walk.
        bounds: its bounds.
        worths: what every place can still score.
        came: the judging places that control has come to.
        failed: those of them that came to nothing and on which the score hangs.

    Returns:
        The place; -1 where there is none.
    """
    below = [place for place in _below(walk, bounds, worths, failed) if _is_wanted(walk, bounds, place)]
    asked = {place.same for place in below}
    looked_at = {read for place in below if place.shape is None for read in place.reads} - set(walk.settled)
    if not asked:
        return -1
    brings, tells = [False] * len(walk.plan.places), [False] * len(walk.plan.places)
    for place in walk.plan.places:
        brings[place.index] = place.index in looked_at or any(brings[read] for read in place.reads)
    for place in reversed(walk.plan.places):
        tells[place.index] = (
            (bool(place.branches) and place.same in asked)
            or brings[place.index]
            or any(tells[lead] for lead in _leads(bounds, place))
        )
    return min((index for index in came if tells[index] and index not in walk.settled), default=-1)


def _below(walk: Walk, bounds: Bounds, worths: Sequence[Worth], failed: Iterable[int]) -> list[Place]:
    """The places below those that failed, as far as what they come to is open."""
    found: dict[int, Place] = {}
    todo = [lead for index in failed for lead in _leads(bounds, walk.plan.places[index])]
    while todo:
        index = todo.pop()
        if index not in found and not worths[index].settled:
            place = found[index] = walk.plan.places[index]
            todo.extend(_leads(bounds, place))
    return list(found.values())


def _leads(bounds: Bounds, place: Place) -> tuple[int, ...]:
    """The places that a place may still lead to."""
    return place.leads_by(bounds.branches(place))


def _is_wanted(walk: Walk, bounds: Bounds, place: Place) -> bool:
    """Whether an answer to what a place asks would narrow what it can come to."""
    is_open = place.index not in walk.settled and len(tuple(bounds.branches(place))) > 1
    return is_open and walk.absence(place) is None
