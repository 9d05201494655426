"""Two real trees graded by experts: full mode gives every inner node its score, and decide asks few leaves."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, begin, finish
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.records import Reply, Result
from arbitree.wire.paperbench import read_paperbench

FOLDER = Path(__file__).parent.parent / "data" / "paperbench"
TREES = ("all-in-one", "semantic-self-consistency")
CASE = Case(id="paper", fields={"actual_output": "the repository"})


def graded(name: str) -> tuple[Graph, dict[str, float]]:
    """A tree as a rubric, and the experts' score of each node by the node's name."""
    tree = json.loads(gzip.decompress((FOLDER / f"{name}.expected_result.json.gz").read_bytes()))
    scores: dict[str, float] = {}
    todo: list[dict[str, Any]] = [tree.get("graded_task_tree", tree)]
    while todo:
        task = todo.pop()
        scores[task["id"]] = task["score"]
        todo.extend(task["sub_tasks"])
    graph = read_paperbench(tree)
    return graph, {node.name: scores[str(node.meta["id"])] for node in graph.nodes}


def played(graph: Graph, scores: dict[str, float], limits: Limits) -> Result:
    """The result with the experts' grades as the judge's verdicts."""
    walk = begin(compile_plan(graph), CASE, limits)
    while walk.open:
        for question in walk.questions:
            verdict = json.dumps({"reason": "graded", "verdict": scores[question.node] == 1})
            walk.take(question.key, Reply(text=verdict))
        walk.advance()
    return finish(walk, limits)


@pytest.mark.parametrize("name", TREES)
def test_full_mode_gives_every_inner_node_the_score_of_the_experts(name: str) -> None:
    graph, scores = graded(name)

    result = played(graph, scores, Limits())

    assert {step.node for step in result.trace} == set(scores)
    assert all(step.score == pytest.approx(scores[step.node], abs=1e-9) for step in result.trace)


def test_decide_settles_both_trees_with_at_most_fifty_of_their_leaves() -> None:
    asked = leaves = 0
    for name in TREES:
        graph, scores = graded(name)
        full, settled = (played(graph, scores, Limits(mode=mode, threshold=0.5)) for mode in ("full", "decide"))
        assert settled.passed == full.passed
        asked += settled.usage.calls
        leaves += sum(isinstance(node, Ask) for node in graph.nodes)

    assert leaves == 253
    assert asked <= 50


@pytest.mark.parametrize("threshold", [0.0, 0.25, 0.5, 0.7, 0.72, 0.9, 0.91, 1.0])
@pytest.mark.parametrize("name", TREES)
def test_decide_says_of_every_threshold_what_full_says(name: str, threshold: float) -> None:
    graph, scores = graded(name)
    full, settled = (played(graph, scores, Limits(mode=mode, threshold=threshold)) for mode in ("full", "decide"))

    assert settled.passed is full.passed
    assert settled.usage.calls <= full.usage.calls
    assert settled.interval is not None
    assert full.score is not None
    assert settled.interval[0] <= full.score <= settled.interval[1]
