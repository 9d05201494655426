"""A core graph walked plainly: the definition itself, recursive and without any engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.metrics import BaseMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode, TaskNode
from tests.metrics.differential.specs import Script, Spec, label_of


class Walked(NamedTuple):
    """What a graph comes to."""

    score: float | None
    calls: frozenset[str]
    """The nodes that were asked."""
    path: tuple[str, ...]
    """The judging nodes that were asked, in order."""


class Constant(BaseMetric):
    """A metric that sets one score, whatever it is shown."""

    def __init__(self, points: int) -> None:
        self.points = points

    def measure(self, test_case: Any) -> float:
        self.score = self.points / 10
        return self.score


def build(spec: Spec) -> DeepAcyclicGraph:
    """The graph of a spec, from our builders."""
    nodes: list[TaskNode | BinaryJudgementNode | NonBinaryJudgementNode] = []
    for number, (kind, _) in enumerate(spec["nodes"]):
        words, name = f"node {number}", f"n{number}"
        if kind == "t":
            nodes.append(TaskNode(words, f"L{number}", evaluation_params=["actual_output"], name=name))
        elif kind == "b":
            nodes.append(BinaryJudgementNode(words, evaluation_params=["actual_output"], name=name))
        else:
            nodes.append(NonBinaryJudgementNode(words, evaluation_params=["actual_output"], name=name))
    for node, (_, ends) in zip(nodes, spec["nodes"], strict=True):
        for number, end in enumerate(ends):
            if isinstance(node, TaskNode):
                node.add_node(nodes[end])
                continue
            score = int(end[1:]) if end[0] == "=" else None
            then = nodes[int(end[1:])] if end[0] == ">" else Constant(int(end[1:])) if end[0] == "*" else None
            if isinstance(node, BinaryJudgementNode):
                node.add_verdict(bool(number), score=score, then=then)
            else:
                node.add_verdict(label_of(number), score=score, then=then)
    return DeepAcyclicGraph(root_nodes=[nodes[root] for root in spec["roots"]])


def walk_plainly(graph: Graph, script: Script) -> Walked:
    """What the graph comes to when each node answers as scripted."""
    nodes = {node.name: node for node in graph.nodes}
    led_to = {end for node in graph.nodes for end in _ends(node) if isinstance(end, str)}
    start = next(node.name for node in graph.nodes if not isinstance(node, Task) and node.name not in led_to)
    path: list[str] = []
    calls: set[str] = set()
    passed: set[str] = set()

    def read(name: str) -> None:
        task = nodes[name]
        assert isinstance(task, Task)
        if task.then is None or name in passed:
            calls.add(name)
            for other in task.reads:
                read(other)

    def score(target: Target) -> float:
        if isinstance(target, float):
            return target / 10
        assert isinstance(target, str)
        node = nodes[target]
        if isinstance(node, Task):
            passed.add(target)
            assert node.then is not None
            return score(node.then)
        assert isinstance(node, (Ask, Choose))
        path.append(target)
        calls.add(target)
        for task in node.reads:
            read(task)
        taken = script[int(target[1:])]
        return score((node.no, node.yes)[taken] if isinstance(node, Ask) else node.options[taken][1])

    return Walked(score(start), frozenset(calls), tuple(path))


def _ends(node: object) -> list[Target]:
    if isinstance(node, Ask):
        return [node.yes, node.no]
    if isinstance(node, Choose):
        return [target for _, target in node.options]
    return [node.then] if isinstance(node, Task) and node.then is not None else []


def verdicts(path: tuple[str, ...], spec: Spec, script: Script) -> Mapping[str, str]:
    """The end that each node on a path took."""
    return {name: spec["nodes"][int(name[1:])][1][script[int(name[1:])]] for name in path}
