"""A task that would have nothing to work on where control came another way is not asked; readers do without it."""

from __future__ import annotations

import pytest

from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.task import Task
from arbitree.core.records import Style
from arbitree.rubric import Rubric
from tests.acceptance.ways import ran

OUT = ("actual_output",)
BOTH: tuple[Style, ...] = ("plain", "messages")


def graph(*, shows: tuple[str, ...] = (), judges_show: tuple[str, ...] = OUT) -> Graph:
    """`s` reads `summary`, which reads `facts`, which only the way A=no comes through."""
    return Graph(
        nodes=(
            Ask(name="a", criteria="A?", shows=OUT, yes="s", no="facts"),
            Task(name="facts", instructions="List.", shows=OUT, then="s"),
            Task(name="summary", label="In short", instructions="Sum up.", shows=shows, reads=("facts",)),
            Ask(name="s", criteria="S?", shows=judges_show, reads=("summary",)),
        )
    )


@pytest.mark.parametrize("style", BOTH)
def test_a_task_whose_only_reads_are_absent_is_not_asked_and_not_shown(style: Style) -> None:
    run = ran(graph(), {"a": True, "s": True}, style=style)

    assert (run.result.score, run.nodes) == (1.0, ["a", "s"])
    assert "In short" not in run.prompt("s")


@pytest.mark.parametrize("style", BOTH)
def test_it_is_asked_where_what_it_reads_is_there(style: Style) -> None:
    run = ran(graph(), {"a": False, "facts": "30 days", "summary": "short", "s": True}, style=style)

    assert (run.result.score, run.nodes) == (1.0, ["a", "facts", "summary", "s"])
    assert "In short" in run.prompt("s")


def test_a_task_that_shows_something_is_asked_all_the_same() -> None:
    run = ran(graph(shows=OUT), {"a": True, "summary": "short", "s": True})

    assert run.nodes == ["a", "summary", "s"]


def test_a_task_that_control_passes_through_with_nothing_to_work_on_is_not_asked_either() -> None:
    nodes = (
        Ask(name="a", criteria="A?", shows=OUT, yes="second", no="first"),
        Task(name="first", label="First", instructions="List.", shows=OUT, then="b"),
        Ask(name="b", criteria="B?", shows=OUT, yes="second", no=0),
        Task(name="second", label="Second", instructions="Sum up.", shows=(), reads=("first",), then="s"),
        Ask(name="s", criteria="S?", shows=OUT, reads=("second",)),
    )

    assert ran(Graph(nodes=nodes), {"a": True, "s": True}).nodes == ["a", "s"]
    through = ran(Graph(nodes=nodes), {"a": False, "first": "x", "b": True, "second": "y", "s": True})
    assert through.nodes == ["a", "b", "first", "second", "s"]


def test_a_long_row_of_such_tasks_is_laid_out_without_recursion() -> None:
    row = [Task(name=f"t{n}", instructions="Go on.", shows=(), reads=(f"t{n - 1}",)) for n in range(1, 5_000)]
    nodes = (
        Ask(name="a", criteria="A?", shows=OUT, yes="s", no="t0"),
        Task(name="t0", instructions="Begin.", shows=OUT, then="s"),
        *row,
        Ask(name="s", criteria="S?", shows=OUT, reads=("t4999",)),
    )

    assert [place.name for place in compile_plan(Graph(nodes=nodes)).places].count("t4999") == 1


def test_check_lists_what_is_not_read_and_warns_of_a_judgement_that_sees_nothing_there() -> None:
    found = Rubric(graph=graph(judges_show=())).check()

    assert [(one.node, one.task, one.way) for one in found.exploration.absent_reads] == [("s", "summary", ("a=yes",))]
    [warning] = found.warnings
    assert (warning.code, warning.node) == ("G131", "s")
    assert warning.what == 'after a=yes, "s" sees nothing: what it reads is written on other ways only'
