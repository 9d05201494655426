"""Results of rubrics with `each` nodes: which item a step and a problem are about, and what of a list was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbitree.core import causes
from arbitree.core.items import Items, items_of
from arbitree.core.kinds.each import Each, Item
from arbitree.core.plan import Place
from arbitree.core.records import ItemSeen, Result, Step
from arbitree.core.rolls import COUNTING
from arbitree.core.walk import Walk
from arbitree.errors import Problem

LEFT_OUT = "left_out"
"""The flag of a step whose list was longer than its limit."""


def with_items(walk: Walk, result: Result) -> Result:
    """The result with its items named: in the steps, in the problems, and lists that were cut among the warnings.

    Args:
        walk: the walk.
        result: what it came to, with a step for every place that was reached.
    """
    steps: list[Step] = []
    about: list[tuple[Problem, tuple[ItemSeen, ...]]] = []
    warnings: dict[tuple[str, int], Problem] = {}
    for index, step in zip(sorted(walk.reached), result.trace, strict=True):
        place = walk.plan.places[index]
        if place.kind in ("item", COUNTING):
            continue
        seen = tuple(_seen(walk, item) for item in place.items)
        if step.cause is not None and seen:
            about.append((step.cause, seen))
            step = replace(step, cause=_about(step.cause, seen))
        if place.kind == "each" and place.parts:
            left = _left_out(walk, place)
            if left:
                step = replace(step, flags=(*step.flags, LEFT_OUT))
                each = walk.plan.graph.by_name[place.name]
                assert isinstance(each, Each)
                warnings.setdefault((place.name, left), causes.left_out(each, left))
        steps.append(replace(step, items=seen) if seen else step)
    return replace(
        result,
        trace=tuple(steps),
        causes=tuple(_about(cause, _items(cause, about)) for cause in result.causes),
        warnings=(*(_about(cause, _items(cause, about)) for cause in result.warnings), *warnings.values()),
    )


def _seen(walk: Walk, index: int) -> ItemSeen:
    place = walk.plan.places[index]
    assert isinstance(place.node, Item)
    known = walk.known(place)
    each = next(each.name for each in walk.plan.graph.eaches if each.item == place.name)
    return ItemSeen(each, place.node.number + 1, str(known.value) if known is not None else "")


def _left_out(walk: Walk, place: Place) -> int:
    each = walk.plan.graph.by_name[place.name]
    assert isinstance(each, Each)
    listing = replace(place, node=each, fields=() if place.reads else (each.over,))
    items = items_of(walk.list_of(listing), each.limit)
    return items.left_out if isinstance(items, Items) else 0


def _items(problem: Problem, about: Sequence[tuple[Problem, tuple[ItemSeen, ...]]]) -> tuple[ItemSeen, ...]:
    """The items that a problem is about: equal problems of several items are told apart by being themselves."""
    return next((seen for cause, seen in about if cause is problem), ())


def _about(problem: Problem, seen: tuple[ItemSeen, ...]) -> Problem:
    if not seen:
        return problem
    items = ", ".join(f'item {item.number} of "{item.each}"' for item in seen)
    return replace(problem, where=f"{problem.where}, {items}")
