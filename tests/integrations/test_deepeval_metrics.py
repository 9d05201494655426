"""DeepEval's own metrics in our `evaluate`, beside ours and over our test cases. Run by `make deepeval`."""
# ruff: noqa: E402
# pyright: reportMissingImports=false

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("deepeval")
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.loopback]

import deepeval.metrics.dag as theirs
from deepeval.metrics import BaseMetric, ExactMatchMetric, ToolCorrectnessMetric
from deepeval.metrics import DAGMetric as TheirDAGMetric
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import LLMTestCase as TheirTestCase
from deepeval.test_case import SingleTurnParams

from arbitree import evaluate
from arbitree.evaluate import AsyncConfig, ErrorConfig
from arbitree.test_case import LLMTestCase, ToolCall
from tests.evaluate.metrics import SILENT, polite


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DeepEval writes files where it is run."""
    monkeypatch.chdir(tmp_path)


class Judge(DeepEvalBaseLLM):
    """A model written for DeepEval."""

    def load_model(self) -> Any:
        return self

    def get_model_name(self) -> str:
        return "pleaser"

    def generate(self, prompt: str, schema: Any = None) -> Any:
        said = {"verdict": "please" in prompt, "reason": "as it is said"}
        return said if schema is None else schema(**said)

    async def a_generate(self, prompt: str, schema: Any = None) -> Any:
        return self.generate(prompt, schema)


def their_gate() -> TheirDAGMetric:
    node = theirs.BinaryJudgementNode(criteria="Polite?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=2)
    graph = theirs.DeepAcyclicGraph(root_nodes=[node])
    return TheirDAGMetric(name="Theirs", dag=graph, model=Judge(), include_reason=False)


OUTPUTS = ("please", "no", "please now", "not now")


@pytest.mark.parametrize("kind", [LLMTestCase, TheirTestCase])
@pytest.mark.parametrize("run_async", [True, False])
def test_their_metrics_measure_both_kinds_of_test_case_and_keep_cases_apart(kind: Any, run_async: bool) -> None:
    test_cases = [kind(input="Hi", actual_output=output, expected_output="please") for output in OUTPUTS]
    metrics = [their_gate(), polite("Ours", Judge()), ExactMatchMetric()]

    found = evaluate(test_cases, metrics, display_config=SILENT, async_config=AsyncConfig(run_async=run_async))

    scores = [[data.score for data in one.metrics_data] for one in found.test_results]
    assert scores == [[1.0, 1.0, 1.0], [0.2, 0.2, 0.0], [1.0, 1.0, 0.0], [0.2, 0.2, 0.0]]
    assert [data.name for data in found.test_results[0].metrics_data] == ["Theirs [DAG]", "Ours [DAG]", "Exact Match"]
    assert metrics[0].score is None and metrics[2].score is None


def test_what_their_metrics_lack_is_written_down_or_left_out() -> None:
    test_cases = [LLMTestCase(input="Hi"), LLMTestCase(input="Hi", actual_output="please")]
    errors = ErrorConfig(skip_on_missing_params=True)

    kept = evaluate(test_cases, [their_gate()], display_config=SILENT)
    left = evaluate(test_cases, [their_gate()], display_config=SILENT, error_config=errors)

    assert "MissingTestCaseParamsError" in (kept.test_results[0].metrics_data[0].error or "")
    assert [one.standing for one in kept.test_results] == ["undecided", "passed"]
    assert [one.standing for one in left.test_results] == ["not_applicable", "passed"]


def test_our_tool_calls_are_theirs_to_their_metrics() -> None:
    called = [ToolCall(name="lookup", input_parameters={"order": 1})]
    test_case = LLMTestCase(input="Hi", actual_output="x", tools_called=called, expected_tools=called)

    [found] = evaluate([test_case], [ToolCorrectnessMetric(model=Judge())], display_config=SILENT).test_results

    assert found.metrics_data[0].score == 1.0


def test_a_metric_of_a_users_own_after_theirs_keeps_nothing_of_a_case() -> None:
    class Seen(BaseMetric):
        def __init__(self, threshold: float = 0.5) -> None:
            self.threshold, self.seen = threshold, []

        async def a_measure(self, test_case: TheirTestCase, *_: Any, **__: Any) -> float:
            self.seen.append(test_case.actual_output)
            self.score = float(len(self.seen))
            self.success = True
            return self.score

        def is_successful(self) -> bool:
            return bool(self.success)

        @property
        def __name__(self) -> str:
            return "Seen"

    metric = Seen()
    found = evaluate(
        [LLMTestCase(input="a", actual_output=output) for output in OUTPUTS], [metric], display_config=SILENT
    )

    assert [one.metrics_data[0].score for one in found.test_results] == [1.0] * 4
    assert metric.seen == []
