"""DAGMetric: what measuring gives back and sets, for every way a case can end."""

from __future__ import annotations

import asyncio
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from arbitree.core.records import Hop
from arbitree.errors import (
    CaseError,
    ExplanationWarning,
    GraphError,
    UndecidedError,
    UndecidedWarning,
    UsageError,
)
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import (
    NOT_APPLICABLE,
    BinaryJudgementNode,
    DeepAcyclicGraph,
    WeighNode,
)
from arbitree.test_case import LLMTestCase
from arbitree.testing import ScriptedJudge, in_turn, raw
from tests.metrics.graphs import CASE, gate, metric_of


def test_measuring_gives_the_score_and_sets_what_the_reference_sets() -> None:
    metric = metric_of({"window": True, "details": "Only one"})
    assert metric.measure(CASE) == 0.6
    assert (metric.score, metric.success, metric.reason, metric.error, metric.skipped) == (0.6, True, None, None, False)
    assert metric.path == (Hop("window", True), Hop("details", "Only one"))
    assert metric.is_successful() is True
    assert metric.score_breakdown == {"window": 0.6, "details": 0.6}
    assert metric.evaluation_model == "scripted"
    assert metric.__name__ == "Return reply [DAG]"


def test_measuring_awaited_comes_to_the_same() -> None:
    metric = metric_of({"window": True, "details": "Both"})
    assert asyncio.run(metric.a_measure(CASE)) == 1.0
    assert metric.success is True


def test_a_run_gives_a_record_and_sets_nothing() -> None:
    metric = metric_of({"window": False})
    result = metric.run(CASE)
    assert (result.score, result.status, result.passed, result.case) == (0.0, "scored", False, "q-1")
    assert result.leaf is not None
    assert (result.leaf.node, result.leaf.verdict, result.leaf.score) == ("window", False, 0.0)
    assert (metric.score, metric.success, metric.result) == (None, None, None)
    assert asyncio.run(metric.arun(CASE)) == result


def test_strict_mode_sets_the_threshold_and_leaves_the_score() -> None:
    metric = metric_of({"window": True, "details": "Only one"}, strict_mode=True)
    assert (metric.measure(CASE), metric.threshold, metric.success) == (0.6, 1.0, False)


def test_without_a_threshold_there_is_a_score_and_no_success() -> None:
    metric = metric_of({"window": True, "details": "Both"}, threshold=None)
    assert (metric.measure(CASE), metric.success, metric.is_successful()) == (1.0, None, None)


def test_a_threshold_of_5_is_refused_and_asks_whether_a_half_is_meant() -> None:
    with pytest.raises(GraphError, match=r"did you mean 0\.5"):
        metric_of({}, threshold=5)


def test_an_explanation_is_one_more_call_and_its_reason_is_kept() -> None:
    judge = ScriptedJudge({"fine": True, "(explanation)": "Because it is fine."})
    metric = DAGMetric("m", gate(), judge)
    assert (metric.measure(CASE), metric.reason, judge.nodes) == (1.0, "Because it is fine.", ["fine", "(explanation)"])
    assert metric.run(CASE).usage.calls == 2


def test_the_path_is_retold_at_no_call() -> None:
    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": False}, reason="It is rude."), include_reason="path")
    metric.measure(CASE)
    assert metric.reason == 'The score is 0.2: "fine" is False (It is rude.), worth 2 of 10.'


@pytest.mark.parametrize("explanation", [raw("It is what it is."), RuntimeError("down"), raw("")])
def test_an_explanation_that_fails_never_costs_the_score(explanation: Any) -> None:
    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": True, "(explanation)": explanation}))
    with pytest.warns(ExplanationWarning, match="no explanation") as caught:
        assert metric.measure(CASE) == 1.0
    assert (metric.success, metric.error) == (True, None)
    assert metric.reason is not None
    assert '"fine" is True' in metric.reason
    assert caught[0].filename == __file__
    assert [warning.kind for warning in metric.run(CASE).warnings] == ["no_explanation"]


def test_no_such_way_to_a_reason_is_refused() -> None:
    with pytest.raises(UsageError, match="include_reason"):
        metric_of({}, include_reason="short")


def test_an_undecided_case_gives_none_and_says_what_where_and_how_to_mend() -> None:
    metric = metric_of({"window": True, "details": in_turn("Maybe", "Perhaps", "Some")})
    with pytest.warns(UndecidedWarning, match="details") as caught:
        assert metric.measure(CASE) is None
    assert (metric.score, metric.success, metric.skipped) == (None, False, False)
    assert metric.is_successful() is False
    assert metric.error == metric.reason
    assert metric.error is not None
    assert "unknown_option" in metric.error
    assert "mend" in metric.error
    assert caught[0].filename == __file__


def test_an_undecided_case_raises_where_that_is_asked_for_and_sets_the_attributes_first() -> None:
    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": True}), include_reason=False, raise_undecided=True)
    with pytest.raises(UndecidedError, match="missing_field"):
        metric.measure(LLMTestCase(input="q"))
    assert metric.success is False


def test_a_missing_field_matters_only_when_a_needed_node_shows_it() -> None:
    expected = BinaryJudgementNode(criteria="As expected?", evaluation_params=["expected_output"], name="expected")
    expected.add_verdict(True, score=10)
    expected.add_verdict(False, score=0)
    first = BinaryJudgementNode(criteria="Any answer?", evaluation_params=["actual_output"], name="first")
    first.add_verdict(True, then=expected)
    first.add_verdict(False, score=0)
    judge = ScriptedJudge({"first": lambda question: "yes" in question.prompt})
    metric = DAGMetric("m", DeepAcyclicGraph([first]), judge, include_reason=False)
    assert metric.measure(LLMTestCase(input="q", actual_output="no")) == 0.0
    with pytest.warns(UndecidedWarning, match="expected_output"):
        assert metric.measure(LLMTestCase(input="q", actual_output="yes")) is None
    assert judge.nodes == ["first", "first"]
    assert not any("None" in question.prompt for question in judge.asked)


def test_a_case_that_the_rubric_does_not_apply_to_is_skipped() -> None:
    node = BinaryJudgementNode(criteria="Is it about returns?", evaluation_params=["input"], name="returns")
    node.add_verdict(True, score=10)
    node.add_verdict(False, then=NOT_APPLICABLE)
    metric = DAGMetric("m", DeepAcyclicGraph([node]), ScriptedJudge({"returns": False}), include_reason="path")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert metric.measure(CASE) is None
    assert (metric.score, metric.success, metric.skipped, metric.error) == (None, None, True, None)
    assert metric.is_successful() is None
    assert metric.reason is not None
    assert metric.reason.startswith("The rubric does not apply")


def test_a_decided_case_has_no_score_and_a_success() -> None:
    both = WeighNode(by="mean")
    for name in ("a", "b"):
        node = BinaryJudgementNode(criteria=name, evaluation_params=["input"], name=name)
        node.add_verdict(True, score=10)
        node.add_verdict(False, score=0)
        both.add_part(node, weight=9 if name == "a" else 1)
    judge = ScriptedJudge({"a": True, "b": True})
    metric = DAGMetric("m", DeepAcyclicGraph([both]), judge, mode="decide", include_reason="path")
    assert (metric.measure(CASE), metric.success, metric.error) == (None, True, None)
    assert metric.is_successful() is True
    assert judge.nodes == ["a"]
    assert (
        metric.reason
        == 'The score is between 0.9 and 1, so the case passes at 0.5: "a" is True (as scripted), worth 10 of 10.'
    )


def test_nothing_is_left_over_from_the_case_before() -> None:
    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": in_turn(True, *[raw("garbage")] * 3, True)}))
    metric.include_reason = "path"
    assert metric.measure(CASE) == 1.0
    first = metric.result
    with pytest.warns(UndecidedWarning):
        assert metric.measure(CASE) is None
    assert metric.measure(CASE) == 1.0
    assert (metric.error, metric.success) == (None, True)
    assert first is not None
    assert (first.score, first.error) == (1.0, "")


def test_what_is_no_test_case_is_refused() -> None:
    with pytest.raises(CaseError, match="LLMTestCase"):
        metric_of({}).measure("just text")


def test_an_object_that_looks_like_a_test_case_is_measured() -> None:
    case = SimpleNamespace(input="q", actual_output="You have 30 days.")
    assert metric_of({"window": False}).measure(case) == 0.0


def test_a_metric_needs_a_graph() -> None:
    with pytest.raises(GraphError, match="DAGMetric needs a graph"):
        DAGMetric("m", [gate()], ScriptedJudge({}))  # type: ignore[arg-type]
