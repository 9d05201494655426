"""A function that a check cannot call is told before the first case, wherever the rubric comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitree import Rubric
from arbitree.errors import JudgeError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import CheckNode, DeepAcyclicGraph

FUNCTIONS = """
def of_nothing(): return True
def of_two(text, other): return True
def of_a_name(text, *, must): return True
def of_more(text, other=3, *rest, **more): return True
class Made:
    def __init__(self, text): pass
no_function = 3
"""

FAULTS = {
    "of_nothing": "is called with the text alone, and takes ()",
    "of_two": "is called with the text alone, and takes (text, other)",
    "of_a_name": "is called with the text alone, and takes (text, *, must)",
    "nowhere": "is not there: module 'edge_functions' has no attribute 'nowhere'",
    "no_function": "is no function but int",
}


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "edge_functions.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def rubric(name: str) -> Rubric:
    node = f'{{check: {{call: "edge_functions:{name}"}}, of: actual_output}}'
    return Rubric.loads(f"{{arbitree: 1, nodes: {{mine: {node}}}}}", "yaml", allow=["edge_functions"])


@pytest.mark.parametrize("name", FAULTS)
def test_a_function_that_cannot_be_called_with_the_text_is_told_by_check_and_refused_by_run(name: str) -> None:
    said = f'"edge_functions:{name}" {FAULTS[name]}'

    [warning] = rubric(name).check().warnings
    with pytest.raises(JudgeError) as refused:
        rubric(name).run([{"actual_output": "x"}])

    assert (warning.code, warning.level, warning.what) == ("J110", "warning", said)
    assert warning.where == f'node "mine", `call: "edge_functions:{name}"`'
    assert [problem.what for problem in refused.value.problems] == [said]


@pytest.mark.parametrize("name", ["of_more", "Made"])
def test_a_function_that_can_be_called_with_the_text_is_not_told(name: str) -> None:
    assert rubric(name).check().warnings == ()


@pytest.mark.parametrize("name", FAULTS)
def test_a_metric_whose_check_cannot_be_run_is_refused_when_it_is_made(name: str) -> None:
    node = CheckNode(of="actual_output", call=f"edge_functions:{name}")

    with pytest.raises(JudgeError) as refused:
        DAGMetric(name="Mine", dag=DeepAcyclicGraph(root_nodes=[node]), allow=["edge_functions"])

    assert FAULTS[name] in str(refused.value)


def test_a_metric_whose_check_calls_a_module_that_is_not_allowed_is_refused_when_it_is_made() -> None:
    node = CheckNode(of="actual_output", call="edge_functions:of_more")

    with pytest.raises(JudgeError, match='the module "edge_functions" is not allowed'):
        DAGMetric(name="Mine", dag=DeepAcyclicGraph(root_nodes=[node]))
