"""Compiles a graph into a plan, once; every mistake of the graph is raised before."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from arbitree.core.flow import control_edges, fields_of, language_of, sources, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.items import Roll
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.task import Task
from arbitree.core.layout import Spot, TooManyPlaces, Unfolding
from arbitree.core.placing import Maker
from arbitree.core.plan import Lists, Place, Plan
from arbitree.core.prompts.overrides import worded
from arbitree.core.ranking import outlook_of
from arbitree.core.records import Style
from arbitree.core.recurring import alike, gathering, recurring, sameness
from arbitree.core.steps import with_steps
from arbitree.core.validate import problems_of, too_many_places
from arbitree.errors import GraphError

MOST_KEPT = 32
"""How many plans of a graph with lists are kept; one more is worked out anew."""


def compile_plan(graph: Graph, *, styles: Mapping[str, Style] | None = None, style: Style = "messages") -> Plan:
    """The plan of a graph, with prompts in each role's style.

    Args:
        graph: the rubric's graph.
        styles: the style of each role that differs from `style`.
        style: the style of every other role.

    Raises:
        GraphError: with every mistake of the graph.
    """
    mistakes = [problem for problem in problems_of(graph) if problem.level == "error"]
    if mistakes:
        raise GraphError(mistakes)
    return laid_out(graph, styles or {}, style, Unrolled(graph, styles or {}, style) if graph.eaches else None, {})


class Unrolled:
    """The plans of a graph by what is known of its lists: those asked for last are kept."""

    def __init__(self, graph: Graph, styles: Mapping[str, Style], style: Style) -> None:
        """Keep none yet.

        Args:
            graph: the rubric's graph.
            styles: the style of each role that differs from `style`.
            style: the style of every other role.
        """
        self._made = (graph, styles, style)
        self._kept: dict[Hashable, Plan] = {}

    def __call__(self, lists: Mapping[Hashable, Roll]) -> Plan:
        """The plan by what is known of lists, by the identity of the place of each `each`."""
        key = frozenset(lists.items())
        plan = self._kept.get(key)
        if plan is None:
            plan = laid_out(*self._made, self, lists)
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept), None), None)
            self._kept[key] = plan
        return plan


def laid_out(
    graph: Graph,
    styles: Mapping[str, Style],
    style: Style,
    unrolled: Unrolled | None,
    lists: Mapping[Hashable, Roll],
) -> Plan:
    """The plan of a graph without mistakes, by what is known of its lists."""
    written, graph = graph, with_steps(graph, _seen(graph))
    begin = graph.start if graph.start is not None else sources(graph, control_edges(graph))[0]
    try:
        unfolding = Unfolding(graph, begin, lists)
    except TooManyPlaces:
        raise GraphError(too_many_places(graph)) from None
    order = unfolding.order()
    number = {old: new for new, old in enumerate(order)}
    maker = Maker(graph, unfolding.spots, number, styles, style)
    places = sameness(tuple(maker.place(old) for old in order))
    start = number[unfolding.start]
    again = recurring(places, start)
    plan = Plan(
        graph=written,
        places=places,
        start=start,
        fields=maker.fields,
        headings=maker.headings,
        texts=maker.texts,
        turns=maker.turns,
        tasks=tuple(place.index for place in places if isinstance(place.node, Task)),
        alike=alike(places),
        recurring=again,
        verdicts={place.same: tuple(place.branches) for place in places if place.branches and place.same in set(again)},
        gathered=gathering(places, start, again),
        lists=None if unrolled is None else _lists(places, [unfolding.spots[old] for old in order], unrolled, lists),
    )
    return replace(plan, outlook=outlook_of(plan))


def _seen(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The headings of what each grade shows whose steps are to be written."""
    tasks = tasks_of(graph)
    seen: dict[str, tuple[str, ...]] = {}
    for node in graph.nodes:
        if isinstance(node, Grade) and node.writes_steps:
            texts = worded(language_of(node, graph), graph.prompts, node.prompts)
            titles = [tasks[read].title for read in node.reads if read in tasks]
            titles += [texts.heading(shown) for shown in fields_of(node, graph, tasks)]
            seen[node.name] = tuple(dict.fromkeys(titles))
    return seen


def _lists(places: Sequence[Place], spots: Sequence[Spot], unrolled: Unrolled, known: Mapping[Hashable, Roll]) -> Lists:
    return Lists(
        known=known,
        open=tuple(place.index for place in places if isinstance(place.node, Each)),
        identities=tuple(spot.identity for spot in spots),
        unrolled=unrolled,
    )
