"""What a graph can hold and a rubric file cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbitree.core.graph import Graph
from arbitree.core.kinds.base import Json
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.metric import Metric
from arbitree.core.validate import problems_of
from arbitree.errors import Problem
from arbitree.wire.readers import looks_numeric

_MAX_META_DEPTH = 100


def unsayable(graph: Graph) -> list[Problem]:
    """The problems that keep a graph out of a file."""
    problems = []
    for node in graph.nodes:
        if not node.name.strip() or node.name == "not_applicable" or looks_numeric(node.name):
            problems.append(_problem(node.name, "has a name that a branch could not tell from a score", "rename it"))
        if isinstance(node, Choose) and len(dict(node.options)) < len(node.options):
            problems.append(_problem(node.name, "has one option twice", "keep one of them"))
        if isinstance(node, Metric) and ":" not in node.metric:
            mend = "name it where a file can find it: MetricNode(metric, path='module:name')"
            problems.append(_problem(node.name, f'is the metric "{node.metric}", an object made in Python', mend))
        if _depth_of(node.meta) > _MAX_META_DEPTH:
            problems.append(_problem(node.name, f"nests its `meta` deeper than {_MAX_META_DEPTH} levels", "flatten it"))
    return problems


def refused_in_files(graph: Graph) -> list[Problem]:
    """What is a warning in Python and a mistake in a file: written, it could not be read back without an error."""
    warned = {problem for problem in problems_of(graph) if problem.level == "warning"}
    if not warned:
        return []
    return [
        problem
        for problem in problems_of(graph, in_file=True)
        if problem.level == "error" and replace(problem, level="warning") in warned
    ]


def _problem(node: str, what: str, mend: str) -> Problem:
    return Problem(code="G220", what=f'"{node}" {what}, so no file can hold it', mend=mend, node=node)


def _depth_of(meta: Mapping[str, Json]) -> int:
    depth, level = 0, [value for value in meta.values() if isinstance(value, dict | list)]
    while level:
        depth += 1
        inner = (value.values() if isinstance(value, dict) else value for value in level)
        level = [item for values in inner for item in values if isinstance(item, dict | list)]
    return depth


def not_unicode(text: str) -> Problem | None:
    """The problem of a text that holds half a character and cannot be written, if it does."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        around = text[max(0, error.start - 20) : error.start]
        what = f"the rubric holds half a character (U+{ord(text[error.start]):04X}) after {around!r}"
        return Problem(code="G220", what=f"{what}, which no file can hold", mend="remove it from that text")
    return None
