"""PaperBench's rubric trees as rubrics: nested weights become nested weighings, and leaves become questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.readers import is_number
from arbitree.wire.tree import shown

_OURS: Final = frozenset({"requirements", "sub_tasks", "weight"})
_JUDGED: Final = frozenset({"score", "valid_score", "explanation", "judge_metadata"})
"""What a graded tree adds: replies, and no part of the rubric."""


class _Todo(NamedTuple):
    name: str
    task: Any
    path: str


def read_paperbench(
    tree: Mapping[str, Any],
    *,
    source: str = "rubric.json",
    name: str = "paper",
    shows: Sequence[str] = ("actual_output",),
    threshold: float = 0.5,
) -> Graph:
    """The rubric of a tree of `requirements`, `weight` and `sub_tasks`; ids and categories stay in `meta`.

    A graded tree (its `graded_task_tree`, or the tree itself) gives the same rubric; the grades are left out.

    Raises:
        RubricFileError: a node is not of the form; every such node is named.

    >>> leaf = {"id": "b", "requirements": "It runs.", "weight": 2, "sub_tasks": []}
    >>> graph = read_paperbench({"id": "a", "requirements": "All of it.", "weight": 1, "sub_tasks": [leaf]})
    >>> graph.nodes[0].parts, graph.nodes[1].criteria, graph.nodes[1].meta
    ((Part(node='paper.1', weight=2.0),), 'It runs.', {'id': 'b'})
    """
    root = tree.get("graded_task_tree", tree)
    problems: list[Problem] = []
    nodes: list[AnyNode] = []
    todo = [_Todo(name, root, "the tree")]
    while todo:
        now = todo.pop()
        wrong = _wrong(now.task)
        if wrong is None:
            below = list(enumerate(now.task.get("sub_tasks", []), 1))
            nodes.append(_node(now, below))
            todo += [_Todo(f"{now.name}.{number}", task, f"{now.path}, part {number}") for number, task in below[::-1]]
        else:
            mend = "write a mapping with requirements, a weight from 0 and sub_tasks"
            problems.append(Problem(code="G232", what=f"{now.path} {wrong}", where=source, mend=mend))
    if problems:
        raise RubricFileError(problems)
    return Graph(name=name, nodes=tuple(nodes), threshold=threshold, defaults=Defaults(shows=tuple(shows)))


def _node(now: _Todo, below: Sequence[tuple[int, Any]]) -> Weigh | Ask:
    words: str = now.task["requirements"]
    meta = {key: value for key, value in now.task.items() if key not in _OURS | _JUDGED and value is not None}
    if not below:
        return Ask(name=now.name, criteria=words, meta=meta)
    parts = tuple(Part(node=f"{now.name}.{number}", weight=_weight(task)) for number, task in below)
    return Weigh(name=now.name, label=words, parts=parts, meta=meta)


def _weight(task: object) -> float:
    """The weight of a part; one that is no number is told when the part itself is read."""
    weight = task.get("weight", 1) if isinstance(task, Mapping) else 1
    return float(weight) if is_number(weight) else 1.0


def _wrong(task: object) -> str | None:
    if not isinstance(task, Mapping):
        return f"is {shown(task)} and not a requirement"
    words, below, weight = task.get("requirements"), task.get("sub_tasks", []), task.get("weight", 1)
    if not isinstance(words, str) or not words.strip():
        return f"has {shown(words)} for its requirements"
    if not is_number(weight) or weight < 0:
        return f"has {shown(weight)} for its weight"
    return None if isinstance(below, list) else f"has {shown(below)} for its sub_tasks"
