"""Random graphs as plain data, with scripts of answers: what both engines are built from.

A spec is `{"roots": [...], "nodes": [[kind, ends], ...]}`. A task ("t") lists the nodes that read it; a yes/no node
("b") its ends for False and True; a choosing node ("c") the ends of its options. An end is "=7" (a score), ">3"
(a node) or "*7" (a metric that sets 0.7). A script holds one number per node: the end that its judgement takes.
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]
Script: TypeAlias = list[int]


def random_spec(seed: int) -> Spec:
    """A graph of 3 to 10 nodes: one or two roots, joins, tasks that feed tasks, tasks that verdicts lead to.

    Three of four are tame: what a task feeds besides one node comes after that node, as people draw them.
    """
    draw = random.Random(seed)
    tame = draw.random() < 0.75
    size = draw.randint(3, 10)
    roots = 2 if draw.random() < 0.4 else 1
    kinds = ["t" if roots == 2 or draw.random() < 0.6 else "b"] + (["t"] if roots == 2 else [])
    kinds += [draw.choice("ttbbbc") for _ in range(size - roots - 1)] + ["b"]
    ends: list[list[Any]] = [[] if kind == "t" else [None] * (2 if kind == "b" else 3) for kind in kinds]
    for node in range(roots, size):
        _lead_to(node, draw, kinds, ends, tame)
    for node in reversed(range(size)):
        later = list(range(max(node + 1, roots), size))
        if kinds[node] == "t":
            ends[node] = ends[node] or [draw.choice(later)]
            below = sorted(_below(ends[node][0], ends)) if tame else later
            more = [other for other in below if other not in ends[node]]
            draw.shuffle(more)
            ends[node] += more[: max(0, draw.choice([1, 1, 2, 2, 3]) - len(ends[node]))]
            draw.shuffle(ends[node])
        else:
            for branch, end in enumerate(ends[node]):
                if end is None:
                    leads = bool(later) and draw.random() < 0.35
                    ends[node][branch] = f">{draw.choice(later)}" if leads else f"={draw.randint(0, 10)}"
    return {"roots": list(range(roots)), "nodes": [list(pair) for pair in zip(kinds, ends, strict=True)]}


def with_metrics(spec: Spec, seed: int) -> Spec:
    """The same graph, where some of the scores are those of metrics."""
    draw = random.Random(seed)
    nodes = [
        [kind, [f"*{end[1:]}" if str(end)[0] == "=" and draw.random() < 0.4 else end for end in ends]]
        for kind, ends in spec["nodes"]
    ]
    return {**spec, "nodes": nodes}


def _lead_to(node: int, draw: random.Random, kinds: list[str], ends: list[list[Any]], tame: bool) -> None:
    """Gives a node one source among the earlier ones that still has room."""
    room = {other: not ends[other] if tame and kinds[other] == "t" else None in ends[other] for other in range(node)}
    free = [other for other in range(node) if room[other] or (kinds[other] == "t" and not tame)]
    source = draw.choice(free or list(range(node)))
    if kinds[source] == "t":
        ends[source].append(node)
    else:
        open_ends = [branch for branch, end in enumerate(ends[source]) if end is None]
        ends[source][draw.choice(open_ends or list(range(len(ends[source]))))] = f">{node}"


def _below(node: int, ends: list[list[Any]]) -> set[int]:
    """Every node that hangs from a node."""
    found: set[int] = set()
    todo = [node]
    while todo:
        for end in ends[todo.pop()]:
            other = end if isinstance(end, int) else int(end[1:]) if str(end)[0] == ">" else None
            if other is not None and other not in found:
                found.add(other)
                todo.append(other)
    return found


def random_script(spec: Spec, seed: int) -> Script:
    """An answer for every node."""
    draw = random.Random(seed)
    return [0 if kind == "t" else draw.randrange(len(ends)) for kind, ends in spec["nodes"]]


def all_scripts(spec: Spec, limit: int = 2_000) -> list[Script]:
    """Every script there is, as far as there are no more than `limit`; else that many random ones."""
    counts = [1 if kind == "t" else len(ends) for kind, ends in spec["nodes"]]
    total = 1
    for count in counts:
        total *= count
    if total > limit:
        return [random_script(spec, seed) for seed in range(limit)]
    scripts: list[Script] = [[]]
    for count in counts:
        scripts = [[*script, taken] for script in scripts for taken in range(count)]
    return scripts


def label_of(option: int) -> str:
    """The label of an option of a choosing node."""
    return f"option {'ABCDEFGH'[option]}"
