"""Compiles a graph into a plan, once; every mistake of the graph is raised before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbitree.core.flow import control_edges, fields_of, language_of, sources, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.task import Task
from arbitree.core.layout import TooManyPlaces, Unfolding
from arbitree.core.placing import Maker
from arbitree.core.plan import Plan
from arbitree.core.prompts.overrides import worded
from arbitree.core.ranking import outlook_of
from arbitree.core.records import Style
from arbitree.core.recurring import alike, gathering, recurring, sameness
from arbitree.core.steps import with_steps
from arbitree.core.validate import problems_of, too_many_places
from arbitree.errors import GraphError


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
    written, graph = graph, with_steps(graph, _seen(graph))
    begin = graph.start if graph.start is not None else sources(graph, control_edges(graph))[0]
    try:
        unfolding = Unfolding(graph, begin)
    except TooManyPlaces:
        raise GraphError(too_many_places(graph)) from None
    order = unfolding.order()
    number = {old: new for new, old in enumerate(order)}
    maker = Maker(graph, unfolding.spots, number, styles or {}, style)
    places = sameness(tuple(maker.place(old) for old in order))
    start = number[unfolding.start]
    again = recurring(places, start)
    plan = Plan(
        graph=written,
        places=places,
        start=start,
        fields=maker.fields,
        turns=maker.turns,
        headings=maker.headings,
        texts=maker.texts,
        tasks=tuple(place.index for place in places if isinstance(place.node, Task)),
        alike=alike(places),
        recurring=again,
        verdicts={place.same: tuple(place.branches) for place in places if place.branches and place.same in set(again)},
        gathered=gathering(places, start, again),
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
