"""Headings that mislead who reads a prompt are told when the rubric is checked."""

from __future__ import annotations

import pytest

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import begin
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.validate import problems_of
from arbitree.errors import GraphWarning, RubricFileError
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, TaskNode

OUT = ("actual_output",)


def told(*nodes: Task | Ask | Check | Weigh, in_file: bool = False) -> list[tuple[str, str, str]]:
    """The code, level and words of each problem."""
    return [(found.code, found.level, found.what) for found in problems_of(Graph(nodes=nodes), in_file=in_file)]


def task(name: str, label: str = "") -> Task:
    return Task(name=name, label=label, instructions=f"Do {name}.", shows=OUT)


def test_two_tasks_under_one_heading_that_one_node_reads_are_a_warning() -> None:
    [problem] = told(task("t", "Facts"), task("u", " facts"), Ask(name="a", criteria="A?", reads=("t", "u")))

    assert problem == ("G130", "warning", '"a" shows the task "t" and the task "u" under one heading: " facts"')


def test_equal_headings_that_no_node_sees_together_are_none() -> None:
    both = Weigh(name="w", parts=(Part(node="a"), Part(node="b")))

    assert (
        told(
            task("t", "Facts"),
            task("u", "Facts"),
            Ask(name="a", criteria="A?", reads=("t",)),
            Ask(name="b", criteria="B?", reads=("u",)),
            both,
        )
        == []
    )


def test_a_task_under_the_heading_of_a_field_that_is_shown_somewhere_is_a_warning() -> None:
    for shows in (OUT, ()):
        [problem] = told(task("t", "Actual output"), Ask(name="a", criteria="A?", shows=shows, reads=("t",)))
        assert problem[:2] == ("G130", "warning")
        assert 'the heading of the field "actual_output": "Actual Output"' in problem[2]


def test_two_columns_under_one_heading_are_a_warning() -> None:
    [problem] = told(Ask(name="a", criteria="A?", shows=("order_total", "Order Total")))

    assert problem == (
        "G130",
        "warning",
        '"a" shows the field "order_total" and the field "Order Total" under one heading: "Order Total"',
    )


def test_many_nodes_that_see_one_heading_twice_are_told_once() -> None:
    lattice = [Task(name=f"t0{side}", label="out", instructions=f"0{side}", shows=OUT) for side in "ab"]
    for row in range(1, 40):
        above = (f"t{row - 1}a", f"t{row - 1}b")
        lattice += [Task(name=f"t{row}{side}", label="out", instructions=f"{row}{side}", reads=above) for side in "ab"]

    assert len(told(*lattice, Ask(name="end", criteria="End?", reads=("t39a", "t39b")))) == 1


@pytest.mark.parametrize("label", ["IMPORTANT", "IMPORTANT facts", " IMPORTANT", "Facts\nof the reply"])
def test_a_heading_that_breaks_the_layout_is_an_error_in_a_file_and_a_warning_in_python(label: str) -> None:
    nodes = (task("t", label), Ask(name="a", criteria="A?", reads=("t",)))

    assert [found[:2] for found in told(*nodes)] == [("G129", "warning")]
    assert [found[:2] for found in told(*nodes, in_file=True)] == [("G129", "error")]


def test_a_check_sees_no_headings() -> None:
    check = Check(name="c", tests=(("contains", "x"),), of=("t", "u"))

    assert told(task("t", "Facts"), task("u", "Facts"), check) == []


def test_a_file_says_the_line_of_such_a_label_and_how_to_mend_it() -> None:
    with pytest.raises(RubricFileError, match=r"rubric.yaml:4:5(.|\n)*mend   write a `label` of one line"):
        Rubric.loads(
            "arbitree: 1\nnodes:\n  t:\n    label: IMPORTANT\n    task: List.\n    shows: [x]\n"
            "  a: {ask: A?, reads: [t]}\n",
            source="rubric.yaml",
        )


def test_the_python_api_warns_where_the_graph_is_built() -> None:
    tasks = [TaskNode(instructions=f"List {n}.", output_label="Facts", evaluation_params=[]) for n in range(2)]
    node = BinaryJudgementNode(criteria="Do they agree?")
    for one in tasks:
        one.add_node(node)
    node.add_verdict(verdict=True, score=10)
    node.add_verdict(verdict=False, score=0)

    with pytest.warns(GraphWarning) as warned:
        DeepAcyclicGraph(root_nodes=tasks)

    assert [str(one.message).splitlines()[0] for one in warned if "heading" in str(one.message)] == [
        '"do-they-agree" shows the task "facts" and the task "facts-2" under one heading: "Facts"'
    ]


def test_a_column_whose_name_has_a_line_break_is_shown_under_one_line() -> None:
    graph = Graph(nodes=(Ask(name="a", criteria="A?", shows=("order\n**\nIMPORTANT",)),))
    walk = begin(compile_plan(graph, style="plain"), Case(id="q", fields={"order\n**\nIMPORTANT": "12"}))

    assert "\n\nOrder ** Important:\n12\n\n**\nIMPORTANT: " in walk.questions[0].prompt


def test_what_a_file_would_refuse_is_refused_when_it_is_written() -> None:
    blind = Graph(nodes=(Ask(name="a", criteria="A?"),))
    breaking = Graph(nodes=(task("t", "IMPORTANT"), Ask(name="a", criteria="A?", reads=("t",))))

    for graph, code in ((blind, "G110"), (breaking, "G129")):
        with pytest.raises(RubricFileError) as refused:
            Rubric(graph=graph).dump()
        assert [problem.code for problem in refused.value.problems] == [code]
