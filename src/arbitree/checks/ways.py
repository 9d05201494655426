"""What each way through a rubric asks: the questions of every scenario, each counted once."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from arbitree.checks.scenarios import TooMuchToExplore, scenarios
from arbitree.core.plan import Plan
from arbitree.core.records import Verdict

MOST_WAYS = 2_000
"""How many scenarios are looked at; a rubric with more has no list of ways."""


class Way(NamedTuple):
    """One way through a rubric."""

    asked: tuple[int, ...]
    """The places that ask, tasks included; of those that ask the same, the first."""
    verdicts: tuple[tuple[int, Verdict], ...]
    """Each judging place that was reached, and its verdict."""


def ways(plan: Plan, *, most: int = MOST_WAYS) -> tuple[Way, ...] | None:
    """Every way, in the order of scenarios; None where there are more than `most`."""
    try:
        found = list(itertools.islice(scenarios(plan), most + 1))
    except TooMuchToExplore:
        return None
    if len(found) > most:
        return None
    made: list[Way] = []
    for scenario in found:
        first: dict[int, int] = {}
        for index in sorted((*scenario.tasks, *(index for index, _ in scenario.verdicts))):
            first.setdefault(plan.places[index].same, index)
        made.append(Way(tuple(first.values()), scenario.verdicts))
    return tuple(made)


def below(plan: Plan) -> tuple[frozenset[int], ...]:
    """For each place, the places that its branches lead to, however far on."""
    found: list[frozenset[int]] = [frozenset()] * len(plan.places)
    for place in reversed(plan.places):
        leads = set(place.leads)
        found[place.index] = frozenset(leads).union(*(found[lead] for lead in leads))
    return tuple(found)
