"""Questions that reach the score by more than one way: their answers must be thought of together, not apart."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place


def sameness(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places, numbered alike where they ask the same words of the same evidence in the same role."""
    numbers: dict[Hashable, int] = {}
    same: list[int] = []
    for place in places:
        words: Hashable = place.index
        if not isinstance(place.node, Weigh) and place.wording is not None:
            reads = tuple((places[read].node.title, same[read]) for read in place.reads)
            policy = (place.on_missing, place.on_empty)
            words = (place.role, place.wording.asks, place.wording.shape, place.fields, reads, place.votes, policy)
        same.append(numbers.setdefault(words, len(numbers)))
    return tuple(
        place if place.same == number else replace(place, same=number)
        for place, number in zip(places, same, strict=True)
    )


def recurring(places: tuple[Place, ...]) -> tuple[int, ...]:
    """The numbers that stand in several parts of one weigh, or again below themselves; in ascending order."""
    below: list[int] = [0] * len(places)
    again = 0
    for place in reversed(places):
        own = 0
        if place.parts:
            for part in place.parts:
                again |= own & below[part]
                own |= below[part]
        elif place.branches:
            for branch in place.branches.values():
                if branch.place >= 0:
                    own |= below[branch.place]
            again |= own & (1 << place.same)
            own |= 1 << place.same
        below[place.index] = own
    return tuple(number for number in range(again.bit_length()) if again >> number & 1)
