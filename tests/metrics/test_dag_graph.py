"""Graphs when they are built: every mistake together, names that stay, warnings, sizes."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from arbitree.core.kinds.task import Task
from arbitree.errors import GraphError, GraphWarning
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    CheckNode,
    DeepAcyclicGraph,
    NonBinaryJudgementNode,
    TaskNode,
    WeighNode,
)

OUT = ["actual_output"]


def ask(criteria: str, *, yes: Any = 10, no: Any = 0, **more: Any) -> BinaryJudgementNode:
    node = BinaryJudgementNode(criteria=criteria, evaluation_params=OUT, **more)
    for verdict, end in ((True, yes), (False, no)):
        score, then = (end, None) if isinstance(end, int) else (None, end)
        node.add_verdict(verdict, score=score, then=then)
    return node


def task(label: str, *readers: Any) -> TaskNode:
    node = TaskNode(instructions=f"Extract: {label}", output_label=label, evaluation_params=OUT)
    for reader in readers:
        node.add_node(reader)
    return node


def refused(*roots: Any) -> GraphError:
    with pytest.raises(GraphError) as caught:
        DeepAcyclicGraph(root_nodes=list(roots))
    return caught.value


def test_all_mistakes_are_told_together_and_each_names_its_node() -> None:
    choose = NonBinaryJudgementNode(criteria="Which tone?", evaluation_params=OUT)
    for option in ("Yes", "yes ", ""):
        choose.add_verdict(option, score=1)
    half = BinaryJudgementNode(criteria="Is it whole?", evaluation_params=OUT)
    half.add_verdict(True, then=choose)
    loop = BinaryJudgementNode(criteria="Round?", evaluation_params=OUT)
    loop.add_verdict(True, then=loop)
    loop.add_verdict(False, then=half)
    found = refused(loop)
    assert {(problem.code, problem.node) for problem in found.problems} >= {
        ("G103", "round"),
        ("G104", "is-it-whole"),
        ("G105", "which-tone"),
    }
    text = str(found)
    assert "Cycle detected in DAG graph." in text
    assert "'Yes' and 'yes '" in text
    assert all(problem.mend for problem in found.problems)


def test_a_yes_no_node_with_one_verdict_says_which_is_missing() -> None:
    node = BinaryJudgementNode(criteria="Is it so?", evaluation_params=OUT)
    node.add_verdict(True, score=10)
    error = refused(node)
    assert str(error).startswith("BinaryJudgementNode must have exactly 2 children.")
    assert "verdict=False" in error.problems[0].mend


def test_two_true_verdicts_are_refused() -> None:
    node = BinaryJudgementNode(criteria="Is it so?", evaluation_params=OUT)
    node.add_verdict(True, score=10)
    node.add_verdict(True, score=5)
    assert str(refused(node)).startswith("BinaryJudgementNode must have one True and one False VerdictNode child.")


def test_the_same_option_twice_is_refused() -> None:
    node = NonBinaryJudgementNode(criteria="Which?", evaluation_params=OUT)
    node.add_verdict("A", score=1)
    node.add_verdict("A", score=2)
    assert str(refused(node)).startswith("Duplicate verdict found: A in children of NonBinaryJudgementNode.")


def test_a_node_without_options_is_refused() -> None:
    node = NonBinaryJudgementNode(criteria="Which?", evaluation_params=OUT)
    assert str(refused(node)).startswith("NonBinaryJudgementNode must have at least one child.")


def test_a_cycle_is_refused_and_names_the_way_round() -> None:
    first = BinaryJudgementNode(criteria="First?", evaluation_params=OUT)
    second = ask("Second?", yes=first)
    first.add_verdict(True, then=second)
    first.add_verdict(False, score=0)
    error = refused(first)
    assert str(error).startswith("Cycle detected in DAG graph.")
    assert {"first", "second"} <= set(error.problems[0].what.replace("->", " ").split())


def test_tasks_that_read_each_other_are_a_cycle() -> None:
    one, other = task("one"), task("other")
    one.add_node(other)
    other.add_node(one)
    assert "Cycle detected" in str(refused(one))


def test_a_graph_of_tasks_cannot_score() -> None:
    assert [problem.code for problem in refused(task("facts")).problems] == ["G101"]


@pytest.mark.parametrize("roots", [[], None, 3])
def test_a_graph_needs_roots(roots: Any) -> None:
    with pytest.raises(GraphError, match=r"root"):
        DeepAcyclicGraph(root_nodes=roots)


def test_two_that_could_start_are_refused_naming_both_and_offering_a_weighing() -> None:
    facts = task("facts", ask("D1", yes=ask("D2")), ask("S", yes=5))
    (problem,) = refused(facts).problems
    assert (problem.code, '"D1"' in problem.where, '"S"' in problem.where) == ("G107", True, True)
    assert "WeighNode" in problem.mend


def test_two_judging_roots_are_refused_in_the_words_of_the_reference() -> None:
    error = refused(ask("One?"), ask("Other?"))
    assert str(error).startswith("You cannot provide more than one root node when a BinaryJudgementNode")


def test_a_root_that_another_root_leads_to_is_refused() -> None:
    judged = ask("One?")
    error = refused(task("facts", judged), judged)
    assert str(error).startswith("You cannot declare a node as a root node when it is also reachable")


def test_joined_by_a_weighing_the_same_two_are_one_graph() -> None:
    first, second = ask("D1"), ask("S", yes=5)
    task("facts", first, second)
    both = WeighNode(by="mean")
    both.add_part(first)
    both.add_part(second, weight=3)
    graph = DeepAcyclicGraph(root_nodes=[both]).to_graph()
    assert [node.name for node in graph.nodes] == ["weigh", "facts", "d1", "s"]


def test_a_task_that_a_verdict_leads_to_needs_a_judgement_after_it() -> None:
    (problem,) = refused(ask("Is it so?", no=task("facts"))).problems
    assert (problem.code, problem.node) == ("G111", "facts")


def test_control_that_could_go_two_ways_below_a_task_is_refused() -> None:
    (problem,) = refused(ask("Is it so?", no=task("facts", ask("One?"), ask("Other?")))).problems
    assert (problem.code, problem.node) == ("G107", "facts")
    assert "One?" in problem.where
    assert "Other?" in problem.where


def test_a_judgement_that_sees_nothing_builds_with_a_warning() -> None:
    node = BinaryJudgementNode(criteria="Is the sky blue?")
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)
    with pytest.warns(GraphWarning, match="neither shows nor reads") as caught:
        DeepAcyclicGraph(root_nodes=[node])
    assert caught[0].filename == __file__


def test_a_check_with_an_unknown_test_is_refused() -> None:
    with pytest.raises(GraphError, match="contians"):
        CheckNode(of="actual_output", contians="refund")


def test_names_come_from_name_then_label_then_the_first_words() -> None:
    last = ask("Does it say who pays for the way back and when?", label="Who pays")
    graph = DeepAcyclicGraph([task("Return facts", ask("Is there a limit?", name="Window 1", yes=last))]).to_graph()
    assert [node.name for node in graph.nodes] == ["return-facts", "Window 1", "who-pays"]


def test_names_that_meet_are_numbered_in_walk_order() -> None:
    graph = DeepAcyclicGraph([task("Input", ask("So?", yes=ask("So?", yes=ask("So?", name="so-2"))))]).to_graph()
    assert [node.name for node in graph.nodes] == ["task-input", "so", "so-3", "so-2"]


def test_names_keep_letters_of_every_script_and_need_none() -> None:
    graph = DeepAcyclicGraph([ask("退款在30天内?", yes=ask("???", yes=ask("2 days?")))]).to_graph()
    assert [node.name for node in graph.nodes] == ["退款在30天内", "ask", "ask-2-days"]


def test_one_name_given_twice_is_refused() -> None:
    assert "G116" in [problem.code for problem in refused(ask("A?", name="x", yes=ask("B?", name="x"))).problems]


def test_the_words_of_a_task_are_read_in_the_order_of_joining() -> None:
    judged = ask("Is it so?")
    first, second = task("first", judged), task("second", judged)
    graph = DeepAcyclicGraph([second, first]).to_graph()
    assert graph.node("is-it-so").reads == ("first", "second")  # type: ignore[union-attr]


def test_a_task_that_hangs_from_no_root_is_found_through_its_reader() -> None:
    judged = ask("Is it so?")
    task("facts", judged)
    graph = DeepAcyclicGraph([judged]).to_graph()
    assert [node.name for node in graph.nodes] == ["facts", "is-it-so"]


def test_a_verdict_can_lead_to_a_graph() -> None:
    inner = DeepAcyclicGraph([task("facts", ask("Inner?"))])
    graph = DeepAcyclicGraph([ask("Outer?", yes=inner)]).to_graph()
    assert [node.name for node in graph.nodes] == ["outer", "facts", "inner"]
    assert graph.node("outer").yes == "inner"  # type: ignore[union-attr]


def test_nodes_changed_after_building_leave_the_graph_as_it_was() -> None:
    judged = ask("Is it so?")
    graph = DeepAcyclicGraph([judged])
    judged.criteria = "Is it otherwise?"
    assert graph.to_graph().nodes[0].criteria == "Is it so?"  # type: ignore[union-attr]


def test_building_warns_of_nothing_when_nothing_is_odd() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DeepAcyclicGraph([task("facts", ask("Is it so?"))])


def test_a_graph_read_from_elsewhere_comes_back_as_it_was() -> None:
    whole = DeepAcyclicGraph([task("facts", ask("Window?", yes=ask("Details?"), no=task("more", ask("Rescue?"))))])
    graph = whole.to_graph(name="Return reply", threshold=0.7)
    again = DeepAcyclicGraph.from_graph(graph)
    assert again.to_graph() == graph
    assert DeepAcyclicGraph(again.root_nodes).to_graph(name="Return reply", threshold=0.7) == graph
    assert [task.then for task in graph.nodes if isinstance(task, Task)] == [None, "rescue"]
