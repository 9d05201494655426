"""Which task edges carry control, in the core graph that builders are lowered to and in what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree.core.records import Result
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, TaskNode, WeighNode
from arbitree.testing import ScriptedJudge

CASE = {"input": "q", "actual_output": "the answer"}


class World:
    """Nodes by name, wired in one line each."""

    def __init__(self) -> None:
        self.nodes: dict[str, Any] = {}

    def tasks(self, *names: str) -> None:
        for name in names:
            self.nodes[name] = TaskNode(
                instructions=f"Do {name}.", output_label=f"Text of {name}", evaluation_params=["input"], name=name
            )

    def asks(self, *names: str) -> None:
        for name in names:
            self.nodes[name] = BinaryJudgementNode(f"{name}?", evaluation_params=["actual_output"], name=name)

    def ends(self, name: str, yes: int | str, no: int | str) -> None:
        for verdict, end in ((True, yes), (False, no)):
            if isinstance(end, int):
                self.nodes[name].add_verdict(verdict, score=end)
            else:
                self.nodes[name].add_verdict(verdict, then=self.nodes[end])

    def feeds(self, task: str, *readers: str) -> None:
        for reader in readers:
            self.nodes[task].add_node(self.nodes[reader])

    def graph(self, *roots: str) -> DeepAcyclicGraph:
        return DeepAcyclicGraph([self.nodes[root] for root in roots])

    def play(self, *roots: str, **answers: bool) -> tuple[Result, ScriptedJudge]:
        texts = {name: f"<{name}>" for name, node in self.nodes.items() if isinstance(node, TaskNode)}
        judge = ScriptedJudge({**texts, **answers})
        return DAGMetric("m", self.graph(*roots), judge, include_reason=False).run(CASE), judge


def thens(graph: DeepAcyclicGraph) -> dict[str, str | None]:
    return {node.name: node.then for node in graph.to_graph().nodes if hasattr(node, "then")}


@pytest.mark.parametrize(
    ("answers", "score", "asked"),
    [
        ({"A": True, "S": True}, 1.0, ["A", "S"]),
        ({"A": False, "B": True, "S": True}, 1.0, ["A", "B", "S"]),
        ({"A": False, "B": False}, 0.0, ["A", "B"]),
    ],
)
def test_two_judgements_join_in_a_third(answers: dict[str, bool], score: float, asked: list[str]) -> None:
    world = World()
    world.asks("A", "B", "S")
    world.ends("A", yes="S", no="B")
    world.ends("B", yes="S", no=0)
    world.ends("S", yes=10, no=0)
    result, judge = world.play("A", **answers)
    assert (result.score, judge.nodes) == (score, asked)


def test_a_judgement_is_reached_straight_and_through_a_task() -> None:
    world = World()
    world.tasks("T")
    world.asks("A", "S")
    world.ends("A", yes="S", no="T")
    world.ends("S", yes=10, no=0)
    world.feeds("T", "S")
    straight, judge = world.play("A", A=True, S=True)
    assert (straight.score, judge.nodes) == (1.0, ["A", "S"])
    assert "Text of T" not in judge.asked[1].prompt
    through, judge = world.play("A", A=False, S=True)
    assert (through.score, judge.nodes) == (1.0, ["A", "T", "S"])
    assert "Text of T:\n<T>" in judge.asked[2].prompt
    assert thens(world.graph("A")) == {"T": "S"}


def test_a_task_brings_text_to_a_second_gate_and_never_opens_it() -> None:
    world = World()
    world.tasks("T")
    world.asks("J1", "J2", "J3")
    world.feeds("T", "J1", "J2")
    world.ends("J1", yes="J2", no="J3")
    world.ends("J3", yes="J2", no=0)
    world.ends("J2", yes=10, no=0)
    opened, judge = world.play("T", J1=False, J3=True, J2=True)
    assert (opened.score, judge.nodes) == (1.0, ["T", "J1", "J3", "J2"])
    assert "<T>" in judge.asked[3].prompt
    shut, judge = world.play("T", J1=False, J3=False)
    assert (shut.score, judge.nodes) == (0.0, ["T", "J1", "J3"])


def test_below_a_verdict_the_later_reader_is_reached_through_the_earlier() -> None:
    world = World()
    world.tasks("T")
    world.asks("A", "J1", "J2")
    world.ends("A", yes=10, no="T")
    world.feeds("T", "J2", "J1")
    world.ends("J1", yes="J2", no=0)
    world.ends("J2", yes=8, no=2)
    assert thens(world.graph("A")) == {"T": "J1"}
    result, judge = world.play("A", A=False, J1=True, J2=True)
    assert (result.score, judge.nodes) == (0.8, ["A", "T", "J1", "J2"])


def test_a_task_that_feeds_a_task_leaves_control_to_the_last_of_them() -> None:
    world = World()
    world.tasks("T1", "T2")
    world.asks("A", "S")
    world.ends("A", yes=10, no="T1")
    world.feeds("T1", "T2", "S")
    world.feeds("T2", "S")
    world.ends("S", yes=9, no=1)
    assert thens(world.graph("A")) == {"T1": "S", "T2": None}
    result, judge = world.play("A", A=False, S=True)
    assert (result.score, judge.nodes) == (0.9, ["A", "T1", "T2", "S"])


def test_tasks_of_equal_standing_join() -> None:
    world = World()
    world.tasks("T1", "T2", "T3")
    world.asks("A", "S")
    world.ends("A", yes=10, no="T1")
    world.feeds("T1", "T2", "T3")
    world.feeds("T2", "S")
    world.feeds("T3", "S")
    world.ends("S", yes=9, no=1)
    assert thens(world.graph("A")) == {"T1": "S", "T2": None, "T3": None}
    result, judge = world.play("A", A=False, S=False)
    assert (result.score, sorted(judge.nodes)) == (0.1, ["A", "S", "T1", "T2", "T3"])


def test_control_passes_from_one_task_that_is_led_to_on_to_another() -> None:
    world = World()
    world.tasks("V", "W")
    world.asks("A", "S")
    world.ends("A", yes="V", no="W")
    world.feeds("V", "W")
    world.feeds("W", "S")
    world.ends("S", yes=7, no=3)
    assert thens(world.graph("A")) == {"V": "W", "W": "S"}
    result, judge = world.play("A", A=True, S=True)
    assert (result.score, judge.nodes) == (0.7, ["A", "V", "W", "S"])
    result, judge = world.play("A", A=False, S=True)
    assert (result.score, judge.nodes) == (0.7, ["A", "W", "S"])


def test_a_task_that_no_needed_node_reads_is_never_asked() -> None:
    world = World()
    world.tasks("T")
    world.asks("A", "S")
    world.ends("A", yes="S", no=4)
    world.feeds("T", "S")
    world.ends("S", yes=10, no=0)
    result, judge = world.play("A", A=False)
    assert (result.score, judge.nodes) == (0.4, ["A"])


def test_parts_of_a_weighing_are_reached_from_it_in_any_order_of_declaration() -> None:
    scores = []
    for parts in (("D1", "S"), ("S", "D1")):
        world = World()
        world.tasks("T")
        world.asks("D1", "D2", "S")
        world.feeds("T", "D1", "S")
        world.ends("D1", yes="D2", no=0)
        world.ends("D2", yes=10, no=0)
        world.ends("S", yes=5, no=0)
        world.nodes["W"] = WeighNode(name="W")
        for part in parts:
            world.nodes["W"].add_part(world.nodes[part])
        result, judge = world.play("W", D1=True, D2=True, S=True)
        scores.append(result.score)
        assert judge.nodes.count("T") == 1
    assert scores == [0.75, 0.75]


def test_a_branch_that_leads_to_a_task_with_its_own_way_on_takes_it() -> None:
    world = World()
    world.tasks("T")
    world.asks("A", "S", "Later")
    world.nodes["T"].then = world.nodes["S"]
    world.ends("A", yes=10, no="T")
    world.ends("S", yes="Later", no=1)
    world.ends("Later", yes=6, no=2)
    world.feeds("T", "Later")
    result, judge = world.play("A", A=False, S=True, Later=True)
    assert (result.score, judge.nodes) == (0.6, ["A", "S", "T", "Later"])


def test_a_task_below_a_branch_is_not_asked_for_a_reader_that_is_reached_without_it() -> None:
    world = World()
    world.tasks("V", "T")
    world.asks("A", "S")
    world.ends("A", yes="V", no="S")
    world.ends("S", yes=10, no=0)
    world.feeds("V", "T")
    world.feeds("T", "S")
    assert thens(world.graph("A")) == {"V": "T", "T": "S"}
    _, judge = world.play("A", A=True, S=True)
    assert judge.nodes == ["A", "V", "T", "S"]
    _, judge = world.play("A", A=False, S=True)
    assert judge.nodes == ["A", "S"]
    assert "Text of T" not in judge.asked[1].prompt


def test_several_tasks_below_a_branch_are_passed_one_after_the_other() -> None:
    world = World()
    world.tasks("V", "T1", "T2")
    world.asks("A", "S")
    world.ends("A", yes="V", no="S")
    world.ends("S", yes=10, no=0)
    world.feeds("V", "T1", "T2")
    world.feeds("T1", "S")
    world.feeds("T2", "S")
    assert thens(world.graph("A")) == {"V": "T1", "T1": "T2", "T2": "S"}
    _, judge = world.play("A", A=True, S=True)
    assert sorted(judge.nodes) == ["A", "S", "T1", "T2", "V"]
