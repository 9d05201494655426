"""Every way that a case can go through a plan, one by one, as long as there are few enough to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbitree.core.hull import along
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Branch, Place, Plan
from arbitree.core.records import Verdict
from arbitree.core.verdicts import fewest
from arbitree.core.worth import NOTHING, Worth, combine


@dataclass(frozen=True, kw_only=True, slots=True)
class Scenario:
    """One set of verdicts that carries a case to its end."""

    verdicts: tuple[tuple[int, Verdict], ...]
    """Each judging place that was reached, and its verdict; in plan order."""
    tasks: tuple[int, ...]
    """The tasks that were read, in plan order."""
    worth: Worth
    """A point, or not applicable."""
    least_calls: int
    """Judge calls when every vote agrees. Asking again after an unreadable reply is not counted."""
    most_calls: int
    """Judge calls when all votes are needed."""


@dataclass(frozen=True)
class _State:
    todo: tuple[int, ...]
    told: tuple[tuple[int, Verdict], ...]
    """Verdicts by `same` number."""
    reached: frozenset[int]


class TooMuchToExplore(Exception):
    """Looking further would take longer than it is worth."""


def scenarios(plan: Plan, *, budget: int = 1_000_000) -> Iterator[Scenario]:
    """Every scenario of a plan, yes before no and options as declared.

    Fields are taken to be there, and a check to hold or not as it may.

    Args:
        plan: the compiled rubric.
        budget: how many steps to take in all; a step looks at one place or carries one verdict along.

    Raises:
        TooMuchToExplore: the budget is used up and there are scenarios left.
    """
    stack = [_State((plan.start,), (), frozenset())]
    while stack:
        state = stack.pop()
        budget -= len(state.told) + len(state.reached) + 1
        if budget < 0:
            raise TooMuchToExplore
        todo, told, reached = list(state.todo), dict(state.told), set(state.reached)
        fork: Place | None = None
        while todo:
            index = todo.pop()
            if index in reached:
                continue
            place = plan.places[index]
            if place.branches and place.same not in told:
                fork = place
                todo.append(index)
                break
            reached.add(index)
            todo.extend(reversed(place.parts))
            if place.branches:
                todo.extend(_onward(place.branches[told[place.same]]))
        if fork is None:
            yield _scenario(plan, reached, told)
            continue
        rest = tuple(todo)
        for verdict in reversed(tuple(fork.branches)):
            stack.append(_State(rest, (*told.items(), (fork.same, verdict)), frozenset(reached)))


def tasks_read(plan: Plan, places: set[int]) -> set[int]:
    """The tasks that these places read, and the tasks that those read."""
    found: set[int] = set()
    todo = [read for index in sorted(places) for read in plan.places[index].reads]
    while todo:
        task = todo.pop()
        if task not in found:
            found.add(task)
            todo.extend(plan.places[task].reads)
    return found


def calls_of(place: Place) -> tuple[int, int]:
    """The least and the most judge calls that a place makes by itself."""
    if place.parts or isinstance(place.node, (Check, Each, Item)):
        return 0, 0
    return fewest(place), place.votes * place.stages


def _onward(branch: Branch) -> list[int]:
    return [branch.place] if branch.place >= 0 else []


def _scenario(plan: Plan, reached: set[int], told: dict[int, Verdict]) -> Scenario:
    worths: list[Worth] = [NOTHING] * len(plan.places)
    order = sorted(reached)
    verdicts: list[tuple[int, Verdict]] = []
    for index in reversed(order):
        place = plan.places[index]
        if isinstance(place.node, Weigh):
            worths[index] = combine(place.node, [worths[part] for part in place.parts])
        else:
            verdicts.append((index, told[place.same]))
            worths[index] = along(place.branches[told[place.same]], worths)
    tasks = tuple(sorted(tasks_read(plan, reached)))
    asked = {place.same: place for place in (plan.places[index] for index in (*order, *tasks))}
    counts = [calls_of(place) for place in asked.values()]
    return Scenario(
        verdicts=tuple(reversed(verdicts)),
        tasks=tasks,
        worth=worths[plan.start],
        least_calls=sum(least for least, _ in counts),
        most_calls=sum(most for _, most in counts),
    )
