"""Metrics as leaves where a rubric file names them."""

from __future__ import annotations

import pytest

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.errors import JudgeError, RubricFileError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import DeepAcyclicGraph, MetricNode
from arbitree.runner.digests import fields_shown
from arbitree.testing import ScriptedJudge
from tests.metrics.leaves import FINE, Length

FILE = """\
arbitree: 1
name: with a metric
threshold: 0.5
nodes:
  fine:
    ask: Is it fine?
    shows: [actual_output]
    yes: length
    no: 0
  length:
    metric: tests.metrics.leaves:Length
    label: How long
"""


def test_a_file_names_a_metric_of_a_module_that_is_allowed() -> None:
    rubric = Rubric.loads(FILE, allow=["tests.metrics"])
    assert rubric.dump() == Rubric.loads(rubric.dump(), allow=["tests.metrics"]).dump()
    assert "metric: tests.metrics.leaves:Length" in rubric.dump()
    result = rubric.run([FINE], judge=ScriptedJudge({"fine": True}))[0]
    assert (result.score, result.trace[-1].kind) == (0.25, "metric")


def test_a_file_names_no_metric_of_any_other_module() -> None:
    with pytest.raises(RubricFileError, match="may name only metrics of modules that are allowed") as caught:
        Rubric.loads(FILE)
    assert "--allow tests.metrics.leaves" in str(caught.value)


@pytest.mark.parametrize("path", ["length", "a b:c", "os:", ":x", "3"])
def test_a_metric_is_named_by_module_and_name(path: str) -> None:
    with pytest.raises(RubricFileError, match="module:name"):
        Rubric.loads(FILE.replace("tests.metrics.leaves:Length", f'"{path}"'))


@pytest.mark.parametrize(("name", "says"), [("Missing", 'has no "Missing"'), ("FINE", "dict, which cannot measure")])
def test_a_metric_that_is_not_there_is_said_before_anything_is_asked(name: str, says: str) -> None:
    rubric = Rubric.loads(FILE.replace(":Length", f":{name}"), allow=["tests.metrics"])
    judge = ScriptedJudge({"fine": True})
    with pytest.raises(JudgeError, match=says):
        rubric.run([FINE], judge=judge)
    assert judge.nodes == []


def test_a_metric_made_in_python_is_in_no_file_unless_one_can_find_it() -> None:
    with pytest.raises(RubricFileError, match="an object made in Python"):
        Rubric(graph=DeepAcyclicGraph([MetricNode(Length())]).to_graph()).dump()
    path = "tests.metrics.leaves:Length"
    graph = DeepAcyclicGraph([MetricNode(Length(), path)]).to_graph()
    assert path in Rubric(graph=graph).dump()
    assert DAGMetric("m", graph, None, allow=["tests.metrics"], include_reason=False).run(FINE).score == 0.25


def test_what_a_result_depends_on_is_the_whole_case_where_a_metric_is_given_it() -> None:
    case = Case(id="a", fields=FINE)
    whole = compile_plan(Rubric.loads(FILE, allow=["tests.metrics"]).graph)
    assert fields_shown(whole, case) == {"actual_output": "fine", "input": "Hi", "tone": "warm"}
    some = compile_plan(Rubric.loads(FILE + "    shows: [actual_output, input]\n", allow=["tests.metrics"]).graph)
    assert fields_shown(some, case) == {"actual_output": "fine", "input": "Hi"}
