"""A rubric file's text to its graph, or every mistake in it, in the order of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.weigh import Weigh
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.forms import FORMS, DefaultsForm, FileForm
from arbitree.wire.json_tree import read_json
from arbitree.wire.lower import lower_defaults, lower_node
from arbitree.wire.readers import looks_numeric
from arbitree.wire.rules import uncut
from arbitree.wire.translate import validated
from arbitree.wire.tree import Found, Mapped, Mark, Mistakes, Value, shown
from arbitree.wire.unfold import Flat, unfold
from arbitree.wire.yaml_tree import read_yaml

Places: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""(node, key) -> (line, column). The key is empty for the node itself; the node is empty for keys of the file."""

FILE_KEYS: Mapping[str, str] = {
    "criteria": "",
    "instructions": "task",
    "parts": "weigh",
    "tests": "check",
    "k": "at_least",
}
"""What the graph calls a key, and how a file writes it; empty: the key that says the kind."""


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A rubric that was read from a file."""

    graph: Graph
    places: Places
    """Where each node and key is written."""
    warnings: tuple[Problem, ...] = ()
    """What `also` found that is no error, with places."""


def load_rubric(
    text: str,
    *,
    source: str = "rubric.yaml",
    allow: Sequence[str] = (),
    also: Callable[[Graph], Iterable[Problem]] | None = None,
) -> Loaded:
    """The graph that a rubric file's text stands for, with the place of every node and key.

    Args:
        text: YAML 1.2 or JSON.
        source: The file's name, for messages; `.json` is read as JSON only.
        allow: Modules whose functions the file may call.
        also: Looks at the graph (`core.plan.problems_of`); what it finds is reported together with the file's mistakes.

    Raises:
        RubricFileError: the file, or the graph in it, cannot be used; it carries every problem, in file order.

    >>> loaded = load_rubric("{arbitree: 1, defaults: {shows: [actual_output]}, nodes: {polite: {ask: Is it polite?}}}")
    >>> loaded.graph.nodes[0].name, loaded.places[("polite", "ask")]
    ('polite', Mark(line=1, column=68))
    """
    mistakes = Mistakes(source)
    root = _tree(text, source, mistakes)
    if not isinstance(root, Mapped):
        if not mistakes:
            what = "the file is empty" if root is None else f"the file is {shown(root)} and not a rubric"
            mistakes.add(Mark(1, 1), "G204", what, "begin it with `arbitree: 1`, then `nodes:`")
        raise RubricFileError(mistakes.in_order())
    graph, flat = _graph(root, mistakes, allow)
    places = _places(root, flat)
    _evidence(graph, places, mistakes)
    found = list(mistakes)
    warnings: list[Problem] = []
    for problem in _of_graph(graph, also, complete=not mistakes):
        placed = located((problem,), places, source)[0]
        if placed.level == "warning":
            warnings.append(placed)
        else:
            found.append(Found(at=_at(problem, places), problem=placed))
    if found:
        raise RubricFileError(tuple(item.problem for item in sorted(found, key=lambda item: item.at)))
    return Loaded(graph=graph, places=places, warnings=tuple(warnings))


def _tree(text: str, source: str, mistakes: Mistakes) -> Value:
    if source.lower().endswith(".json"):
        return read_json(text, mistakes)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        scratch = Mistakes(source)
        root = read_json(text, scratch)
        if not any(found.problem.code == "G201" for found in scratch):
            mistakes.extend(scratch)
            return root
    return read_yaml(text, mistakes)


def _graph(root: Mapped, mistakes: Mistakes, allow: Sequence[str]) -> tuple[Graph, list[Flat]]:
    uncut(root, mistakes)
    form, wrong = validated(FileForm, root, mistakes)
    if form is None:
        head = root.without(wrong | {"nodes"})
        for key in ("arbitree", "nodes"):
            head.put(key, 1 if key == "arbitree" else None, root.at, root.at)
        form, _ = validated(FileForm, head, Mistakes(""))
        assert form is not None
    flat = _nodes(root, mistakes)
    nodes: tuple[AnyNode, ...] = tuple(lower_node(one, mistakes, allow) for one in flat)
    defaults = lower_defaults(form.defaults if form is not None else DefaultsForm())
    graph = Graph(
        name=form.name,
        nodes=nodes,
        threshold=form.threshold,
        start=form.start,
        defaults=defaults,
        meta=form.meta,
    )
    return graph, flat


def _nodes(root: Mapped, mistakes: Mistakes) -> list[Flat]:
    if "nodes" not in root:
        return []
    nodes, at = root["nodes"], root.value_at["nodes"]
    if not isinstance(nodes, Mapped) or not nodes:
        empty = nodes is None or nodes == {} or nodes == []
        what = "`nodes` is empty" if empty else f"`nodes` is {shown(nodes)} and not a mapping of nodes by name"
        mend = "write each node below its name, as `polite: {ask: Is it polite?}`"
        mistakes.add(at, "G208" if empty else "G205", what, mend, key="nodes")
        return []
    for name in nodes:
        if not name.strip() or name == "not_applicable" or looks_numeric(name):
            what = f'"{name}" cannot be the name of a node: a branch to it could mean something else'
            mistakes.add(nodes.key_at[name], "G205", what, "give it a name that begins with a letter", node=name)
    if len(kinds := [kind for kind in FORMS if isinstance(nodes.get(kind), str)]) == 1:
        what = f"`nodes` holds the key `{kinds[0]}` itself and no names"
        mend = "write a name above it, and indent the node below the name"
        mistakes.add(nodes.key_at[kinds[0]], "G205", what, mend, key="nodes")
        return []
    return unfold(nodes, mistakes)


def _places(root: Mapped, flat: Sequence[Flat]) -> dict[tuple[str, str], tuple[int, int]]:
    places: dict[tuple[str, str], tuple[int, int]] = {("", ""): root.at}
    places.update({("", key): mark for key, mark in root.key_at.items()})
    for node in flat:
        places[(node.name, "")] = node.at
        if node.kind is not None:
            places[(node.name, "criteria")] = node.content.key_at[node.kind]
        for key, mark in node.content.key_at.items():
            places[(node.name, key)] = mark
            inner = node.content[key]
            if isinstance(inner, Mapped):
                places.update({(node.name, f"{key}.{name}"): at for name, at in inner.key_at.items()})
        places.update({(node.name, f"weigh.{number}"): part.at for number, part in enumerate(node.parts, 1)})
    return places


def _evidence(graph: Graph, places: Places, mistakes: Mistakes) -> None:
    """In a file a node that neither shows nor reads anything is a mistake: its judge could only guess."""
    noted = {found.problem.node for found in mistakes}
    if any(found.problem.key.startswith("defaults") for found in mistakes):
        return
    for node in graph.nodes:
        if isinstance(node, Weigh) or node.name in noted:
            continue
        shows = graph.defaults.shows if node.shows is None else node.shows
        if shows or node.reads or (isinstance(node, Check) and node.of):
            continue
        mistakes.add(
            Mark(*places[(node.name, "")]),
            "G217",
            f'"{node.name}" neither shows a field nor reads a task, so there is nothing to judge by',
            "add `shows: [actual_output]` or `reads: [TASK]`, or `shows` under `defaults:`",
            node=node.name,
        )


SURE = frozenset({"G101"})
"""Codes of the graph's problems that hold whatever else in the file is at fault."""


def _of_graph(graph: Graph, also: Callable[[Graph], Iterable[Problem]] | None, *, complete: bool) -> list[Problem]:
    if also is None or not graph.nodes:
        return []
    return [problem for problem in also(graph) if complete or problem.code in SURE]


def _at(problem: Problem, places: Places) -> Mark:
    key = problem.key
    head = key.partition(".")[0]
    for wanted in (key, FILE_KEYS.get(key, key), FILE_KEYS.get(head, head) or "criteria", ""):
        if (problem.node, wanted) in places:
            return Mark(*places[(problem.node, wanted)])
    return Mark(*places.get(("", head), (1, 1)))


def located(problems: Iterable[Problem], places: Places, source: str) -> tuple[Problem, ...]:
    """The problems with file, line and column before what they say of where they are."""
    placed = []
    for problem in problems:
        at = _at(problem, places)
        where = f"{source}:{at.line}:{at.column}" + (f"; {problem.where}" if problem.where else "")
        placed.append(replace(problem, where=where))
    return tuple(placed)


__all__ = ["Loaded", "Places", "load_rubric", "located"]
