"""Large graphs: they build in under a second, and ask each node once."""

from __future__ import annotations

import sys
import time

from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import DeepAcyclicGraph, TaskNode
from tests.metrics.test_dag_graph import ask, task


class Agreeing:
    """Says yes to everything, at once."""

    inline = True

    def __init__(self) -> None:
        self.calls = 0

    def generate(self, prompt: str) -> str:
        self.calls += 1
        return '{"output": "text"}' if "'output'" in prompt else '{"reason": "so", "verdict": true}'


def chain(length: int) -> DeepAcyclicGraph:
    node = ask("c0")
    for number in range(1, length):
        node = ask(f"c{number}", yes=node)
    return DeepAcyclicGraph([node])


def lattice(rows: int) -> DeepAcyclicGraph:
    row = [task(f"0-{column}") for column in range(2)]
    roots = row
    for number in range(1, rows):
        new = [
            TaskNode(instructions=f"Sum up {number}-{column}.", output_label=f"{number}-{column}") for column in "ab"
        ]
        for above in row:
            for below in new:
                above.add_node(below)
        row = new
    last = ask("Done?")
    for above in row:
        above.add_node(last)
    return DeepAcyclicGraph(roots)


def test_a_chain_of_5000_builds_in_under_a_second_and_asks_5000_questions() -> None:
    began = time.process_time()
    graph = chain(5_000)
    assert time.process_time() - began < 1
    judge = Agreeing()
    metric = DAGMetric("chain", graph, judge, include_reason="path")
    assert (metric.measure({"input": "q", "actual_output": "a"}), judge.calls) == (1.0, 5_000)
    assert len(metric.path) == 5_000
    assert metric.reason is not None
    assert metric.reason.endswith("and 4970 more.")


def test_a_lattice_of_40_by_2_tasks_builds_in_under_a_second_and_asks_81_questions() -> None:
    began = time.process_time()
    graph = lattice(40)
    assert time.process_time() - began < 1
    judge = Agreeing()
    metric = DAGMetric("lattice", graph, judge, include_reason=False)
    assert (metric.measure({"input": "q", "actual_output": "a"}), judge.calls) == (1.0, 81)


def test_neither_depends_on_how_deep_python_may_recurse() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        graph = chain(1_000)
        assert DeepAcyclicGraph.from_graph(graph.to_graph()).start_node.name == "c999"
        assert DAGMetric("chain", graph, Agreeing(), include_reason="path").measure({"actual_output": "a"}) == 1.0
    finally:
        sys.setrecursionlimit(limit)
