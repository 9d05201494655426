"""Plays specs through our engine and says how each outcome stands to DeepEval's."""

from __future__ import annotations

import json
import os
import subprocess
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from arbitree.errors import GraphError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import DeepAcyclicGraph
from arbitree.testing import ScriptedJudge
from tests.metrics.differential.plainly import build
from tests.metrics.differential.specs import Script, Spec, label_of

PYTHON = "ARBITREE_DEEPEVAL_PYTHON"
"""The environment variable that names a Python in which DeepEval 4.3.1 is installed."""

WORKER = Path(__file__).with_name("deepeval_worker.py")
RECORDED = Path(__file__).with_name("recorded.jsonl")

Standing: TypeAlias = Literal["same", "scored where it reaches nothing", "refused", "different"]
"""How a run of ours stands to DeepEval's run of the same graph with the same answers."""


class Played(NamedTuple):
    """What one run came to."""

    score: float | None
    leaves: int
    calls: tuple[int, ...]
    """The nodes that were asked, tasks too, in order of asking."""


def deepeval(asked: Iterable[tuple[Spec, list[Script]]]) -> Iterator[list[Played] | str]:
    """What DeepEval makes of each graph: its runs, or the words in which it refuses the graph."""
    lines = "".join(json.dumps({"spec": spec, "scripts": scripts}) + "\n" for spec, scripts in asked)
    done = subprocess.run([os.environ[PYTHON], WORKER], input=lines, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        yield answer["refused"] if "refused" in answer else [_played(run) for run in answer["runs"]]


def _played(run: dict[str, Any]) -> Played:
    assert "failed" not in run, run
    return Played(run["score"], run["leaves"], tuple(run["calls"]))


def built(spec: Spec) -> DeepAcyclicGraph | None:
    """Our graph of a spec; None where we refuse it because more than one node could start."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return build(spec)
        except GraphError as error:
            assert {problem.code for problem in error.problems} == {"G107"}, error
            return None


class Ours:
    """A graph with a judge that answers by script."""

    def __init__(self, spec: Spec, graph: DeepAcyclicGraph) -> None:
        self._spec, self._graph = spec, graph

    def play(self, script: Script) -> Played:
        """What our engine makes of one script."""
        judge = ScriptedJudge({f"n{n}": self._answer(n, script) for n in range(len(self._spec["nodes"]))})
        result = DAGMetric("m", self._graph, judge, include_reason=False).run({"input": "q", "actual_output": "a"})
        assert result.status == "scored", result
        return Played(result.score, len(result.leaves), tuple(int(name[1:]) for name in judge.nodes))

    def _answer(self, node: int, script: Script) -> bool | str:
        kind = self._spec["nodes"][node][0]
        if kind == "t":
            return f"text of {node}"
        return bool(script[node]) if kind == "b" else label_of(script[node])


def standing(spec: Spec, ours: Played | None, theirs: Played) -> Standing:
    """How our run stands to theirs."""
    if ours is None:
        return "refused"
    if theirs.leaves == 0:
        return "scored where it reaches nothing"
    fewer = set(ours.calls) <= set(theirs.calls) and len(ours.calls) <= len(theirs.calls)
    if theirs.leaves == 1 and ours.score == theirs.score and fewer and _path(spec, ours) == _path(spec, theirs):
        return "same"
    return "different"


def _path(spec: Spec, played: Played) -> set[int]:
    return {node for node in played.calls if spec["nodes"][node][0] != "t"}
