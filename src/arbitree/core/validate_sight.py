"""The mistakes of what nodes see: nothing at all, texts that no way brings, and headings that mislead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbitree.core.flow import control_edges, fields_of, language_of, reached, reads_of, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.base import Asking
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.prompts.overrides import worded
from arbitree.core.prompts.texts import Texts
from arbitree.core.turns import Shown
from arbitree.errors import Problem


def unseeing(graph: Graph, in_file: bool) -> Iterator[Problem]:
    """Judgements that neither show nor read anything."""
    tasks = tasks_of(graph)
    for node in graph.nodes:
        if isinstance(node, (Weigh, Metric)) or reads_of(node, tasks) or fields_of(node, graph, tasks):
            continue
        if isinstance(node, Check):
            mend = "name a field or a task in `of`"
        else:
            mend = "name fields of the case in `shows`, or tasks in `reads`"
        yield Problem(
            code="G110",
            what=f'"{node.name}" neither shows nor reads anything, so its judge sees only the question',
            where=f'node "{node.name}"',
            mend=mend,
            level="error" if in_file or isinstance(node, Check) else "warning",
            node=node.name,
        )


def read_problems(graph: Graph) -> Iterator[Problem]:
    """Tasks that nobody reads, and reads of a task that no way to the reader comes through."""
    tasks = tasks_of(graph)
    edges = control_edges(graph)
    read_by_somebody = {read for node in graph.nodes for read in reads_of(node, tasks)}
    for name in tasks:
        if name not in read_by_somebody and not isinstance(tasks[name], Item):
            what = f'nobody reads the task "{name}", so it is never asked'
            mend = "name it in the `reads` of a node, or delete it"
            where = f'node "{name}"'
            yield Problem(code="G109", what=what, where=where, mend=mend, level="warning", node=name)
    ways = {name: reached(name, edges) for name, task in tasks.items() if task.then is not None}
    for node in graph.nodes:
        for read in reads_of(node, tasks):
            if read in ways and node.name not in ways[read] and not isinstance(node, Task):
                what = f'"{node.name}" reads "{read}", but no way to "{node.name}" comes through "{read}"'
                mend = f'lead to "{node.name}" from "{read}", or take `then` away from "{read}"'
                if isinstance(tasks[read], Item):
                    mend = "read it only below the `each` that goes over its list"
                where = f'node "{node.name}", reads'
                yield Problem(code="G112", what=what, where=where, mend=mend, node=node.name, key="reads")


def heading_problems(graph: Graph, in_file: bool) -> Iterator[Problem]:
    """Headings that break the layout of prompts, name a field that the text is not, or stand twice in one prompt."""
    tasks = tasks_of(graph)
    readers = [node for node in graph.nodes if not isinstance(node, (Weigh, Each, Check, Metric))]
    read = {name for node in readers for name in reads_of(node, tasks) if name in tasks}
    title_of = _titles(graph, readers)
    of_field = {_folded(title): name for (_, name), title in title_of.items()}
    for name in (name for name in tasks if name in read):
        yield from _breaking(tasks[name], in_file)
        field = of_field.get(_folded(tasks[name].title))
        if field is not None:
            title = next(title for (_, shown), title in title_of.items() if shown == field)
            yield _misleading(
                tasks[name], f'the task "{name}" stands under the heading of the field "{field}": "{title}"'
            )
    yield from _twice(graph, readers, tasks, title_of)


def _titles(graph: Graph, readers: Sequence[AnyNode]) -> dict[tuple[str, Shown], str]:
    """(node, field) -> the heading that the node shows the field under."""
    tasks = tasks_of(graph)
    texts: dict[str, Texts] = {}
    titles: dict[tuple[str, Shown], str] = {}
    for node in readers:
        if not isinstance(node, Asking):
            continue
        language = language_of(node, graph)
        wording = texts.setdefault(language, worded(language, graph.prompts))
        titles.update({(node.name, name): wording.heading(name) for name in fields_of(node, graph, tasks)})
    return titles


def _breaking(task: Task, in_file: bool) -> Iterator[Problem]:
    title = task.title
    how = "begins like the form of the reply, IMPORTANT" if title.strip().startswith("IMPORTANT") else ""
    how = "has a line break" if "\n" in title or "\r" in title else how
    if how:
        yield Problem(
            code="G129",
            what=f'the heading of "{task.name}" {how}: {title!r}',
            where=f'node "{task.name}", label',
            mend="write a `label` of one line that begins otherwise",
            level="error" if in_file else "warning",
            node=task.name,
            key="label",
        )


def _misleading(task: Task, what: str) -> Problem:
    mend = "give the task a `label` that nothing else has"
    where = f'node "{task.name}", label'
    return Problem(code="G130", what=what, where=where, mend=mend, level="warning", node=task.name, key="label")


def _twice(
    graph: Graph, readers: Sequence[AnyNode], tasks: Mapping[str, Task], title_of: Mapping[tuple[str, Shown], str]
) -> Iterator[Problem]:
    """Once for each heading under which a node sees two texts, with the first such node."""
    told: set[str] = set()
    for node in readers:
        seen: dict[str, str] = {}
        headings = [(tasks[name].title, f'the task "{name}"') for name in reads_of(node, tasks) if name in tasks]
        headings += [(title_of[node.name, name], f'the field "{name}"') for name in fields_of(node, graph, tasks)]
        for title, called in headings:
            other = seen.setdefault(_folded(title), called)
            if other == called or _folded(title) in told:
                continue
            told.add(_folded(title))
            if called.startswith("the field") and other.startswith("the task"):
                continue  # said of the task already, wherever it is read
            yield Problem(
                code="G130",
                what=f'"{node.name}" shows {other} and {called} under one heading: "{title}"',
                where=f'node "{node.name}"',
                mend="give each task a `label` of its own, or show one of them",
                level="warning",
                node=node.name,
            )


def _folded(title: str) -> str:
    return " ".join(title.casefold().split())
