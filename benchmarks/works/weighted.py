"""Weighted: a real grading tree of PaperBench (OpenAI, MIT licence: tests/data/paperbench), 174 weighted leaves."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

from benchmarks.works.base import Asks, Work

TREE: Final = Path(__file__).parents[2] / "tests" / "data" / "paperbench" / "all-in-one.expected_result.json.gz"


def work() -> Work:
    """The work: each leaf a yes/no question about the case, answered as the experts graded it."""
    tree = json.loads(gzip.decompress(TREE.read_bytes()))
    asks: dict[str, Asks] = {}
    nodes: dict[str, Any] = {}
    grades: dict[str, bool] = {}
    shares: dict[str, float] = {}
    todo: list[tuple[str, dict[str, Any], float]] = [("n", tree, 1.0)]
    while todo:
        name, task, share = todo.pop()
        below = [(f"{name}_{number}", one) for number, one in enumerate(task["sub_tasks"], 1)]
        if below:
            nodes[name] = {"weigh": {inner: one["weight"] for inner, one in below}, "by": "mean"}
            whole = sum(one["weight"] for _, one in below)
            todo += [(inner, one, share * one["weight"] / whole) for inner, one in reversed(below)]
        else:
            asks[name] = Asks(words=f"{task['requirements']} [node {name}]")
            nodes[name] = {"ask": asks[name].words}
            grades[name], shares[name] = task["score"] == 1, share
    names = tuple(asks)
    return Work(
        name="weighted",
        rubric=json.dumps(
            {"arbitree": 1, "name": "Weighted", "defaults": {"shows": ["actual_output"]}, "nodes": nodes}
        ),
        asks=asks,
        judgements=names,
        is_chain=False,
        answer=lambda node, case: grades[node],
        score=lambda verdicts: sum(shares[name] for name, yes in zip(names, verdicts, strict=True) if yes),
    )
