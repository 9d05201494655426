"""What a rubric can do: calls, scores, depth, and which fields are needed on which way. Nothing is asked."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

from arbitree.checks.scenarios import Scenario, TooMuchToExplore, calls_of, scenarios, tasks_read
from arbitree.core.hull import along
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Plan
from arbitree.core.records import Verdict
from arbitree.core.turns import column_of
from arbitree.core.worth import NOTHING, Worth, combine, union

MOST_SCENARIOS = 5_000
"""How many scenarios are looked at one by one; past that, bounds are given and said to be bounds."""


@dataclass(frozen=True, kw_only=True)
class FieldNeed:
    """A field of the case, and who needs it."""

    field: str
    nodes: tuple[str, ...]
    """The nodes that show it, in plan order."""
    always: bool
    """Whether every case needs it."""
    way: tuple[str, ...]
    """The first way on which it is needed, as `node=verdict` hops; empty when the start needs it."""


@dataclass(frozen=True, kw_only=True)
class AbsentRead:
    """A task that a node reads, and a way to the node that does not come through it."""

    node: str
    task: str
    way: tuple[str, ...]
    alone: bool
    """Whether the node sees nothing else either on that way."""


@dataclass(frozen=True, kw_only=True)
class ListNeed:
    """A list that the rubric goes over."""

    node: str
    over: str
    limit: int
    """How many items are looked at, at most."""
    calls: int
    """The most judge calls that one item takes."""


@dataclass(frozen=True, kw_only=True)
class Exploration:
    """What a rubric can do."""

    start: str
    nodes: int
    places: int
    longest: tuple[str, ...]
    """The judging nodes of a longest way, from the start."""
    complete: bool
    """Whether every scenario was looked at; when not, calls are bounds and scores are an interval."""
    scenarios: int
    """How many were looked at."""
    least_calls: int
    most_calls: int
    graded: bool
    """Whether a score can come from a grade, and so lie anywhere between the two that it is looked at with."""
    scores: tuple[float, ...]
    """The reachable scores 0..1, ascending; empty when not complete, or where grades make them countless."""
    low: float | None
    """The least reachable score; None when a case can only be not applicable."""
    high: float | None
    may_lack: bool
    """Whether a case can turn out not applicable."""
    can_pass: bool
    can_fail: bool
    fields: tuple[FieldNeed, ...]
    absent_reads: tuple[AbsentRead, ...]
    lists: tuple[ListNeed, ...] = ()
    """The lists that it goes over, in plan order."""


def explore(plan: Plan, *, most: int = MOST_SCENARIOS) -> Exploration:
    """What the rubric of a plan can do.

    Args:
        plan: the compiled rubric.
        most: how many scenarios to look at one by one.
    """
    if plan.lists is not None:
        return _with_lists(plan)
    return _explored(plan, most)


def _explored(plan: Plan, most: int) -> Exploration:
    seen, complete = _looked_at(plan, most)
    graded = any(place.graded for place in plan.places)
    listed = complete and not graded
    worth = union(scenario.worth for scenario in seen) if listed else static_worths(plan)[plan.start]
    least, most_calls = _calls(plan, seen) if complete else call_bounds(plan)
    scores = sorted({scenario.worth.low for scenario in seen if not scenario.worth.lacks})
    threshold = plan.graph.threshold
    ways = _ways(plan)
    return Exploration(
        start=plan.places[plan.start].name,
        nodes=len(plan.graph.nodes),
        places=len(plan.places),
        longest=_longest(plan),
        complete=complete,
        scenarios=len(seen),
        least_calls=least,
        most_calls=most_calls,
        graded=graded,
        scores=tuple(scores) if listed else (),
        low=None if worth.lacks else worth.low,
        high=None if worth.lacks else worth.high,
        may_lack=worth.may_lack,
        can_pass=not worth.lacks and worth.high >= threshold,
        can_fail=not worth.lacks and worth.low < threshold,
        fields=_field_needs(plan, ways, seen if complete else None),
        absent_reads=tuple(
            AbsentRead(
                node=place.name, task=task, way=ways.get(place.index, ()), alone=not place.reads and not place.fields
            )
            for place in plan.places
            for task in place.absent_reads
        ),
    )


def _with_lists(plan: Plan) -> Exploration:
    """What a rubric that goes over lists can do: bounds, for lists have any number of items."""
    whole = plan.whole
    one = _explored(whole, 0)
    worth = static_worths(plan)[plan.start]
    graph = plan.graph
    threshold = graph.threshold
    each_of = {each.item: each for each in graph.eaches}
    items = {place.index: tuple(whole.places[item].name for item in place.items) for place in whole.places}
    by_same = {
        place.same: calls_of(place)[1] * math.prod(each_of[item].limit for item in items[place.index])
        for place in whole.places
    }
    return replace(
        one,
        places=len(whole.places),
        least_calls=call_bounds(plan)[0],
        most_calls=sum(by_same.values()),
        low=None if worth.lacks else worth.low,
        high=None if worth.lacks else worth.high,
        may_lack=worth.may_lack,
        can_pass=not worth.lacks and worth.high >= threshold,
        can_fail=not worth.lacks and worth.low < threshold,
        lists=tuple(
            ListNeed(
                node=each.name,
                over=each.over,
                limit=each.limit,
                calls=sum(calls_of(place)[1] for place in whole.places if each.item in items[place.index]),
            )
            for each in graph.eaches
        ),
    )


def _looked_at(plan: Plan, most: int) -> tuple[list[Scenario], bool]:
    """The first scenarios, and whether they are all."""
    seen: list[Scenario] = []
    try:
        seen.extend(itertools.islice(scenarios(plan), most + 1))
    except TooMuchToExplore:
        return seen, False
    return seen[:most], len(seen) <= most


def static_worths(plan: Plan) -> list[Worth]:
    """What each place can score before anything is known; sound, and exact where no question recurs."""
    found: list[Worth] = [NOTHING] * len(plan.places)
    for place in reversed(plan.places):
        if isinstance(place.node, Weigh):
            found[place.index] = combine(place.node, [found[part] for part in place.parts])
        elif place.branches:
            found[place.index] = union(along(branch, found) for branch in place.branches.values())
    return found


def call_bounds(plan: Plan) -> tuple[int, int]:
    """Bounds of the number of calls that hold whatever is shared: no case makes fewer, none makes more."""
    least: list[int] = [0] * len(plan.places)
    most: list[int] = [0] * len(plan.places)
    for place in reversed(plan.places):
        low, high = calls_of(place)
        ends = [(least[b.place], most[b.place]) if b.place >= 0 else (0, 0) for b in place.branches.values()]
        if place.parts:
            least[place.index] = max(least[part] for part in place.parts)
            most[place.index] = sum(most[part] for part in place.parts)
        elif ends:
            least[place.index] = low + min(end for end, _ in ends)
            most[place.index] = high + max(end for _, end in ends)
    by_same = {place.same: calls_of(place)[1] for place in plan.places}
    tasks = sum(place.kind == "task" for place in plan.places)
    first = len(tasks_read(plan, {plan.start}))
    return least[plan.start] + first, min(most[plan.start] + tasks, sum(by_same.values()))


def _calls(plan: Plan, seen: list[Scenario]) -> tuple[int, int]:
    return min(scenario.least_calls for scenario in seen), max(scenario.most_calls for scenario in seen)


def _longest(plan: Plan) -> tuple[str, ...]:
    """The judging nodes of a way with the most of them; of equals, the first in plan order."""
    length = [0] * len(plan.places)
    onward = [-1] * len(plan.places)
    for place in reversed(plan.places):
        leads = place.leads
        if leads:
            onward[place.index] = max(leads, key=lambda lead: length[lead])
        length[place.index] = bool(place.branches) + (length[onward[place.index]] if leads else 0)
    names: list[str] = []
    index = plan.start
    while index >= 0:
        if plan.places[index].branches:
            names.append(plan.places[index].name)
        index = onward[index]
    return tuple(names)


def _ways(plan: Plan) -> dict[int, tuple[str, ...]]:
    """For each place that control can come to: the hops of a first way there."""
    came: dict[int, tuple[int, Verdict | None]] = {plan.start: (-1, None)}
    for place in plan.places:
        if place.index not in came:
            continue
        for part in place.parts:
            came.setdefault(part, (place.index, None))
        for verdict, branch in place.branches.items():
            if branch.place >= 0:
                came.setdefault(branch.place, (place.index, verdict))
    ways: dict[int, tuple[str, ...]] = {}
    for index in sorted(came):
        source, taken = came[index]
        before = ways.get(source, ())
        hop = () if taken is None else (f"{plan.places[source].name}={spoken(taken)}",)
        ways[index] = (*before, *hop) if len(before) < 50 else before
    return ways


def spoken(verdict: Verdict) -> str:
    """A verdict as a rubric file writes it.

    >>> spoken(True), spoken("Both")
    ('yes', 'Both')
    """
    return verdict if isinstance(verdict, str) else "yes" if verdict else "no"


def _field_needs(plan: Plan, ways: dict[int, tuple[str, ...]], seen: list[Scenario] | None) -> tuple[FieldNeed, ...]:
    readers: dict[int, list[int]] = {}
    for index in ways:
        for task in tasks_read(plan, {index}):
            readers.setdefault(task, []).append(index)
    needs: list[FieldNeed] = []
    for name in plan.fields:
        places = [place for place in plan.places if name in map(column_of, place.fields)]
        if not places:
            continue
        indices = {place.index for place in places}
        needed_at = sorted({at for index in indices for at in ([index] if index in ways else readers.get(index, []))})
        always = seen is not None and all(
            indices & ({index for index, _ in scenario.verdicts} | set(scenario.tasks)) for scenario in seen
        )
        nodes = tuple(dict.fromkeys(place.name for place in places))
        way = ways[needed_at[0]] if needed_at else ()
        needs.append(FieldNeed(field=name, nodes=nodes, always=always or not way, way=way))
    return tuple(needs)
