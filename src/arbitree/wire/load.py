"""A rubric file's text to its graph, or every mistake in it, in the order of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.prompts.overrides import OF_NONE
from arbitree.core.validate import problems_of
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.forms import FORMS
from arbitree.wire.head_forms import FileForm
from arbitree.wire.json_tree import read_json
from arbitree.wire.lower import lower_defaults, lower_node, lower_prompts
from arbitree.wire.places import Look, Places, located, place_of, places_of, problems_beside
from arbitree.wire.readers import looks_numeric
from arbitree.wire.rules import uncut, uncut_below
from arbitree.wire.translate import validated
from arbitree.wire.tree import Found, Mapped, Mark, Mistakes, Value, shown
from arbitree.wire.unfold import Flat, unfold
from arbitree.wire.yaml_tree import read_yaml

_JSON = re.compile(r'\s*\{\s*"')


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A rubric that was read from a file."""

    graph: Graph
    places: Places
    """Where each node and key is written; `located` puts problems found later in their place."""
    warnings: tuple[Problem, ...] = ()
    """What can be used and is seldom meant, with places."""


def problems_in_file(graph: Graph) -> Iterable[Problem]:
    """The problems of a graph that was read from a file."""
    return problems_of(graph, in_file=True)


def load_rubric(
    text: str, *, source: str = "rubric.yaml", allow: Sequence[str] = (), also: Look | None = problems_in_file
) -> Loaded:
    """The graph that a rubric file's text stands for, with the place of every node and key.

    Args:
        text: YAML 1.2 or JSON.
        source: The file's name, for messages; what ends in `.json` is read as JSON only.
        allow: Modules whose functions the file's checks may call, with the modules below them.
        also: Looks at the graph; what it finds is reported together with the file's mistakes.

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
    places = places_of(root, flat)
    warnings: list[Problem] = []
    if also is not None:
        found = list(problems_beside(graph, also, flat, mistakes) if mistakes else also(graph))
        for problem, placed in zip(found, located(found, places, source), strict=True):
            if placed.level == "warning":
                warnings.append(placed)
            else:
                mistakes.append(Found(at=place_of(problem, places), problem=placed))
    if mistakes:
        raise RubricFileError(mistakes.in_order())
    return Loaded(graph=graph, places=places, warnings=tuple(warnings))


def _tree(text: str, source: str, mistakes: Mistakes) -> Value:
    if source.lower().endswith(".json"):
        return read_json(text, mistakes)
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return read_yaml(text, mistakes)
    as_json, as_yaml = Mistakes(source), Mistakes(source)
    root = read_json(text, as_json)
    if any(found.problem.code == "G201" for found in as_json):
        root = read_yaml(text, as_yaml)
        if root is not None or not _JSON.match(text):
            as_json = as_yaml
    mistakes.extend(as_json)
    return root


def _graph(root: Mapped, mistakes: Mistakes, allow: Sequence[str]) -> tuple[Graph, list[Flat]]:
    uncut(root, mistakes)
    uncut_below("defaults", root.get("defaults"), mistakes)
    form, wrong = validated(FileForm, root, mistakes)
    if form is None:
        head = root.without(wrong | {"arbitree", "nodes"})
        head.put("arbitree", 1, root.at, root.at)
        head.put("nodes", None, root.at, root.at)
        form, _ = validated(FileForm, head, Mistakes(""))
        assert form is not None
    flat = _nodes(root, mistakes)
    nodes: tuple[AnyNode, ...] = tuple(lower_node(one, mistakes, allow) for one in flat)
    graph = Graph(
        name=form.name,
        nodes=nodes,
        threshold=form.threshold,
        start=form.start,
        defaults=lower_defaults(form.defaults),
        language=form.language,
        prompts=lower_prompts(root, mistakes) if "prompts" in root else OF_NONE,
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
    kinds = [kind for kind in FORMS if isinstance(nodes.get(kind), str)]
    if kinds:
        what = f"`nodes` holds the key `{kinds[0]}` itself and no names"
        mend = "write a name above it, and indent the node below the name"
        mistakes.add(nodes.key_at[kinds[0]], "G205", what, mend, key="nodes")
        return []
    for name in nodes:
        if not name.strip() or name == "not_applicable" or looks_numeric(name):
            what = f'"{name}" cannot be the name of a node: a branch to it could mean something else'
            mistakes.add(nodes.key_at[name], "G205", what, "give it a name that begins with a letter", node=name)
    return unfold(nodes, mistakes)


__all__ = ["Loaded", "Look", "Places", "load_rubric", "located"]
