"""What the list of acceptance asks of graphs, by its numbers."""

from __future__ import annotations

import time

import pytest

from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, begin, finish
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.plan import Plan
from arbitree.core.records import Reply, Result
from arbitree.core.validate import problems_of
from arbitree.errors import GraphError
from tests.acceptance.ways import OUT, ran

SHOWS = Defaults(shows=("actual_output",))
JOIN = Graph(
    nodes=(
        Ask(name="A", criteria="A?", yes="S", no="B"),
        Ask(name="B", criteria="B?", yes="S", no=0),
        Choose(name="S", criteria="S?", options=(("Yes", 10), ("No", 0))),
    ),
    defaults=SHOWS,
)


@pytest.mark.parametrize(
    ("script", "score", "calls"),
    [
        ({"A": True, "S": "Yes"}, 1.0, 2),
        ({"A": False, "B": True, "S": "Yes"}, 1.0, 3),
        ({"A": False, "B": False}, 0.0, 2),
    ],
)
def test_acceptance_1_two_judgements_join_in_one(script: dict[str, bool | str], score: float, calls: int) -> None:
    run = ran(JOIN, script)

    assert (run.result.score, run.calls) == (score, calls)


THROUGH_A_TASK = Graph(
    nodes=(
        Ask(name="A", criteria="A?", yes="S", no="T"),
        Task(name="T", label="What it promises", instructions="List the promises.", then="S"),
        Ask(name="S", criteria="S?", reads=("T",)),
    ),
    defaults=SHOWS,
)


def test_acceptance_2_a_node_reached_directly_does_not_see_the_task() -> None:
    run = ran(THROUGH_A_TASK, {"A": True, "S": True})

    assert (run.result.score, run.nodes) == (1.0, ["A", "S"])
    assert "What it promises" not in run.prompt("S")


def test_acceptance_2_a_node_reached_through_a_task_sees_its_text() -> None:
    run = ran(THROUGH_A_TASK, {"A": False, "T": "Free returns.", "S": True})

    assert (run.result.score, run.nodes) == (1.0, ["A", "T", "S"])
    assert "What it promises:\nFree returns.\n" in run.prompt("S")


SECOND_GATE = Graph(
    nodes=(
        Task(name="T", label="Facts", instructions="List the facts."),
        Ask(name="J1", criteria="J1?", reads=("T",), yes="J2", no="J3"),
        Ask(name="J3", criteria="J3?", yes="J2", no=0),
        Ask(name="J2", criteria="J2?", reads=("T",)),
    ),
    defaults=SHOWS,
)


def test_acceptance_3_a_second_gate_leads_to_the_same_node_and_its_task() -> None:
    run = ran(SECOND_GATE, {"T": "30 days", "J1": False, "J3": True, "J2": True})

    assert run.result.score == 1.0
    assert "Facts:\n30 days\n" in run.prompt("J2")


def test_acceptance_3_where_both_gates_close_the_node_behind_them_is_not_asked() -> None:
    run = ran(SECOND_GATE, {"T": "30 days", "J1": False, "J3": False})

    assert (run.result.score, run.nodes) == (0.0, ["T", "J1", "J3"])


TWO_WAYS = (
    Task(name="T", instructions="List the facts."),
    Ask(name="D1", criteria="D1?", reads=("T",), yes="D2", no=0),
    Ask(name="D2", criteria="D2?"),
    Ask(name="S", criteria="S?", reads=("T",), yes=5, no=0),
)


def test_acceptance_4_two_judgements_that_could_both_end_are_refused_by_name() -> None:
    with pytest.raises(GraphError) as refused:
        compile_plan(Graph(nodes=TWO_WAYS, defaults=SHOWS))

    [problem] = refused.value.problems
    assert problem.code == "G107"
    assert '"D1" and "S"' in problem.where
    assert "weigh" in problem.mend


@pytest.mark.parametrize("parts", [("D1", "S"), ("S", "D1")])
def test_acceptance_4_a_weigh_joins_them_in_either_order(parts: tuple[str, str]) -> None:
    joined = Weigh(name="all", parts=tuple(Part(node=name) for name in parts))
    run = ran(
        Graph(nodes=(*TWO_WAYS, joined), defaults=SHOWS),
        {"T": "30 days", "D1": True, "D2": False, "S": True},
    )

    assert (run.result.score, run.calls) == (0.25, 4)


def choose(*options: str, to: Target = 10) -> Choose:
    return Choose(name="A", criteria="A?", options=tuple((option, to) for option in options))


@pytest.mark.parametrize(
    ("nodes", "code", "named"),
    [
        ((Task(name="T", instructions="List."),), "G101", '"T"'),
        ((choose("Yes", "yes "),), "G105", "'Yes' and 'yes '"),
        ((choose("Yes", ""),), "G105", "''"),
        ((), "G101", "no nodes"),
        ((Ask(name="A", criteria="A?", yes="B"), Ask(name="B", criteria="B?", no="A")), "G103", "A -> B -> A"),
        ((Ask(name="A", criteria="A?", yes="nowhere"),), "G102", '"nowhere"'),
    ],
)
def test_acceptance_5_a_graph_without_a_way_to_score_is_refused(
    nodes: tuple[Ask | Choose | Task, ...], code: str, named: str
) -> None:
    with pytest.raises(GraphError) as refused:
        compile_plan(Graph(nodes=nodes, defaults=SHOWS))

    assert any(problem.code == code and named in problem.what for problem in refused.value.problems)


def test_acceptance_5_all_mistakes_are_told_together() -> None:
    nodes = (choose("Yes", "yes "), Ask(name="B", criteria=" ", yes=15, no="nowhere"))

    with pytest.raises(GraphError) as refused:
        compile_plan(Graph(nodes=nodes, defaults=SHOWS))

    assert {"G102", "G105", "G106", "G121"} <= {problem.code for problem in refused.value.problems}


def test_acceptance_5_a_judgement_that_sees_nothing_is_a_warning_here_and_an_error_in_a_file() -> None:
    graph = Graph(nodes=(Ask(name="A", criteria="A?"),))

    assert [(problem.code, problem.level) for problem in problems_of(graph)] == [("G110", "warning")]
    assert [problem.level for problem in problems_of(graph, in_file=True)] == ["error"]


def test_acceptance_6_a_chain_of_5000_judgements_takes_5000_calls_and_no_time() -> None:
    chain = tuple(Ask(name=f"n{n}", criteria=f"{n}?", yes=f"n{n + 1}" if n < 4_999 else 10) for n in range(5_000))
    began = time.process_time()
    plan = compile_plan(Graph(nodes=chain, defaults=SHOWS))
    built = time.process_time() - began

    assert built < 5.0  # about 0.2 s where nothing else runs; quadratic work would take minutes
    modes: tuple[Mode, ...] = ("full", "decide")
    for mode in modes:
        result, calls = played(plan, Limits(mode=mode))
        assert (result.score, calls) == (1.0, 5_000)


def test_acceptance_6_a_lattice_of_tasks_asks_each_of_them_once() -> None:
    rows = range(1, 40)
    lattice = [Task(name=f"t0{side}", instructions=f"0{side}") for side in "ab"]
    lattice += [
        Task(name=f"t{row}{side}", instructions=f"{row}{side}", reads=(f"t{row - 1}a", f"t{row - 1}b"))
        for row in rows
        for side in "ab"
    ]
    graph = Graph(nodes=(*lattice, Ask(name="end", criteria="end?", reads=("t39a", "t39b"))), defaults=SHOWS)

    run = ran(graph, {**{task.name: "text" for task in lattice}, "end": True})

    assert (run.result.score, run.calls) == (1.0, 81)


@pytest.mark.parametrize("score", [15, -3, float("nan"), "7", True])
def test_acceptance_7_a_leaf_score_that_is_none_is_refused(score: object) -> None:
    graph = Graph(nodes=(Ask(name="A", criteria="A?", yes=score, no=0),), defaults=SHOWS)  # type: ignore[arg-type]

    with pytest.raises(GraphError) as refused:
        compile_plan(graph)

    assert all(problem.node == "A" for problem in refused.value.problems)


def played(plan: Plan, limits: Limits) -> tuple[Result, int]:
    """The result where every question is answered yes, and how many there were."""
    walk, calls = begin(plan, OUT, limits), 0
    while walk.open:
        for question in walk.questions:
            walk.take(question.key, Reply(text='{"verdict": true}'))
            calls += 1
        walk.advance()
    return finish(walk, limits), calls
