"""Cascades as rubrics say them: in files, in Python, in results and estimates; and what makes no sense."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbitree import Rubric
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.errors import GraphError
from arbitree.executors.score import score_case
from arbitree.judges import RecordedJudge, record, write_rows
from arbitree.judges.loop import run_sync
from arbitree.metrics.dag import NonBinaryJudgementNode, TaskNode
from arbitree.runner.estimate import estimated
from arbitree.runner.settings import Settings
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.results import result_dict, result_from_dict
from tests.oracle.cascading import CASE, SHOWS, UNSURE, attempts, choosing, played, said


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"judge": "a"}, "a cascade and a judge"),
        ({"judges": ("a", "b")}, "a cascade and a jury"),
        ({"cascade": ("a",)}, '"a" alone'),
        ({"cascade": ("a", "b", "a")}, 'names "a" twice'),
        ({"sure": 1.5}, "no probability"),
        ({"cascade": (), "sure": 0.8}, "no second judge"),
        ({"shuffle": -1}, "the seed -1"),
    ],
)
def test_cascades_that_make_no_sense_are_refused(own: dict[str, object], problem: str) -> None:
    with pytest.raises(GraphError, match=problem):
        compile_plan(choosing(**own))


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"cascade": ("a", "b"), "judge": "c"}, "a judge and a cascade"),
        ({"cascade": ("a", "a")}, "twice"),
        ({"sure": -0.1}, "no probability"),
        ({"shuffle": -1}, "the seed -1"),
    ],
)
def test_defaults_that_make_no_sense_are_refused(own: dict[str, object], problem: str) -> None:
    with pytest.raises(GraphError, match=problem):
        compile_plan(Graph(nodes=(Ask(name="n", criteria="?"),), defaults=replace(SHOWS, **own)))  # type: ignore[arg-type]


def test_a_rubric_file_holds_a_cascade_and_gives_it_back() -> None:
    text = """
arbitree: 1
defaults: {shows: [actual_output], judge: [cheap, strong], sure: 0.8, shuffle: 3}
nodes:
  kind: {ask: Is it kind?, yes: tone, no: 0}
  tone: {choose: How?, judge: [small, large], sure: 0.7, votes: 2, shuffle: false, options: {A: 10, B: 0}}
"""
    graph = load_rubric(text).graph
    tone = graph.nodes[1]
    assert isinstance(tone, Choose)

    assert (graph.defaults.cascade, graph.defaults.sure, graph.defaults.shuffle) == (("cheap", "strong"), 0.8, 3)
    assert (tone.cascade, tone.sure, tone.shuffle) == (("small", "large"), 0.7, 0)
    assert load_rubric(dump_rubric(graph)).graph == graph


def test_a_cascade_in_python_is_that_of_a_file() -> None:
    graph = choosing(sure=0.7, votes=2, shuffle=1)
    dag = Rubric(graph=graph).to_dag()
    node = NonBinaryJudgementNode(criteria="How?", judge=["cheap", "strong"], sure=0.7, votes=2, shuffle=True)

    assert dag.to_graph().nodes[0] == graph.nodes[0]
    assert (node.cascade, node.sole_judge) == (("cheap", "strong"), None)


def test_a_task_in_python_takes_one_judge() -> None:
    with pytest.raises(GraphError, match="no probability"):
        TaskNode("List.", "Facts", judge=["cheap", "strong"])


def test_a_cascade_is_kept_with_a_result() -> None:
    result, _ = played(choosing(votes=2, shuffle=1), {"cheap": said("good", UNSURE), "strong": said("bad")})

    assert any(one.order for one in attempts(result))
    assert result_from_dict(result_dict(result)) == result


def test_what_a_cascade_answered_can_be_replayed(tmp_path: Path) -> None:
    plan = compile_plan(choosing(votes=2))
    result, _ = played(choosing(votes=2), {"cheap": said("good", UNSURE), "strong": said("bad")})
    write_rows(str(tmp_path / "answers.jsonl"), record([result]))
    replayed = RecordedJudge.load(str(tmp_path / "answers.jsonl")).bind(plan, [CASE])
    again = run_sync(score_case(plan, CASE, {"judge": replayed}))

    assert again.trace == result.trace


@pytest.mark.parametrize(("votes", "calls"), [(1, (1, 2)), (3, (2, 6))])
def test_what_a_cascade_takes_is_told_before_as_a_range(votes: int, calls: tuple[int, int]) -> None:
    plan = compile_plan(choosing(votes=votes))

    assert estimated(plan, [CASE], {"cheap": None, "strong": None}, settings=Settings()).calls == calls
