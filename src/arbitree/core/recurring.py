"""Questions that reach the score by more than one way: their answers must be thought of together, not apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace

from arbitree.core.cascade import cascading
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Item
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place


def sameness(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places, numbered alike where they ask the same words of the same evidence in the same role."""
    numbers: dict[Hashable, int] = {}
    same: list[int] = []
    for place in places:
        words: Hashable = place.index
        if isinstance(place.node, Item):
            lists = tuple(same[read] for read in place.reads) or place.fields
            words = (lists, place.node.like)
        if not isinstance(place.node, Weigh) and place.wording is not None:
            reads = tuple((places[read].node.title, same[read]) for read in place.reads)
            fields = place.fields if isinstance(place.node, Check) else place.shown
            votes = (place.votes, place.roles, place.rule, place.tie, *cascading(place))
            # What is asked again in other words may be answered otherwise; so may what is offered in another order.
            frames = tuple((voter.frame, voter.labels) for voter in (place, *place.voters))
            asks = (place.wording.asks, place.wording.shape, frames, place.wording.texts.retry, place.budget)
            words = (*asks, fields, reads, votes)
        same.append(numbers.setdefault(words, len(numbers)))
    return tuple(
        place if place.same == number else replace(place, same=number)
        for place, number in zip(places, same, strict=True)
    )


def alike(places: Sequence[Place]) -> tuple[tuple[int, ...], ...]:
    """The places of each `same` number."""
    found: dict[int, list[int]] = {}
    for place in places:
        found.setdefault(place.same, []).append(place.index)
    return tuple(tuple(found[number]) for number in range(len(found)))


def recurring(places: Sequence[Place], start: int) -> tuple[int, ...]:
    """The numbers that stand in several parts of one weigh, or again below themselves, in ascending order.

    Left out are those whose every verdict pulls the same way wherever it stands: the least score then comes of one
    verdict everywhere, and so does the greatest, so that nothing is gained by thinking of them together. And those
    whose score comes from their answer: it may be any number, and no table holds one for each.
    """
    below: list[int] = [0] * len(places)
    again = 0
    for place in reversed(places):
        own = 0
        for part in place.parts:
            again |= own & below[part]
            own |= below[part]
        if place.branches:
            for lead in place.leads:
                own |= below[lead]
            again |= own & (1 << place.same)
            own |= 1 << place.same
        below[place.index] = own
    if not again:
        return ()
    signs = _signs(places, start)
    where: dict[int, list[Place]] = {}
    for place in places:
        if place.branches and again >> place.same & 1:
            where.setdefault(place.same, []).append(place)
    return tuple(
        sorted(number for number, found in where.items() if not (found[0].graded or _pulls_one_way(found, signs)))
    )


def gathering(places: Sequence[Place], start: int, numbers: Iterable[int]) -> Mapping[int, frozenset[int]]:
    """For each recurring number the place where its ways have come together: above it, nothing depends on it twice.

    Returns:
        place -> the numbers that are no longer thought of together above it.
    """
    wanted = set(numbers)
    if not wanted:
        return {}
    over, joined = _dominators(places, start), _joined(places)
    meet: dict[int, int] = {}
    for place in places:
        if place.branches and place.same in wanted:
            known = meet.get(place.same)
            meet[place.same] = place.index if known is None else _common(over, known, place.index)
    gathered: dict[int, set[int]] = {}
    for number in sorted(meet):
        index = meet[number]
        while joined >> index & 1:
            index = over[index]
        gathered.setdefault(index, set()).add(number)
    return {index: frozenset(found) for index, found in gathered.items()}


def _signs(places: Sequence[Place], start: int) -> list[int]:
    """For each place whether the score rises with its own (1), falls (2), or may do either (3)."""
    signs = [0] * len(places)
    signs[start] = 1
    for place in places:
        own = signs[place.index]
        if isinstance(place.node, Weigh):
            for part, index in zip(place.node.parts, place.parts, strict=True):
                turned = (own & 1) << 1 | own >> 1
                signs[index] |= turned if part.weight < 0 else own
        else:
            for index in place.leads:
                signs[index] |= own
    return signs


def _pulls_one_way(found: Sequence[Place], signs: Sequence[int]) -> bool:
    """Whether one verdict is best at every one of these places, and one is worst, whatever else is answered."""
    verdicts = tuple(found[0].branches)
    best, worst = set(verdicts), set(verdicts)
    for place in found:
        if signs[place.index] == 3 or any(branch.score is None for branch in place.branches.values()):
            return False
        turn = -1 if signs[place.index] == 2 else 1
        scores = {verdict: turn * (branch.score or 0.0) for verdict, branch in place.branches.items()}
        best &= {verdict for verdict in verdicts if scores[verdict] == max(scores.values())}
        worst &= {verdict for verdict in verdicts if scores[verdict] == min(scores.values())}
    return bool(best) and bool(worst)


def _dominators(places: Sequence[Place], start: int) -> list[int]:
    """For each place the nearest one before it that every way from the start comes through."""
    over = [-1] * len(places)
    over[start] = start
    for place in places:
        if over[place.index] < 0:
            continue
        for lead in place.leads:
            over[lead] = place.index if over[lead] < 0 else _common(over, over[lead], place.index)
    return over


def _common(over: Sequence[int], one: int, other: int) -> int:
    while one != other:
        if one > other:
            one = over[one]
        else:
            other = over[other]
    return one


def _joined(places: Sequence[Place]) -> int:
    """The places that stand in several parts of one weigh, as bits."""
    below: list[int] = [0] * len(places)
    joined = 0
    for place in reversed(places):
        own = 0
        for part in place.parts:
            joined |= own & below[part]
            own |= below[part]
        for lead in () if place.parts else place.leads:
            own |= below[lead]
        below[place.index] = own | 1 << place.index
    return joined
