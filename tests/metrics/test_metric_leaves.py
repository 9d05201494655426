"""Metrics as leaves of a graph: of the user's own, of ours, and where a rubric file names them."""

from __future__ import annotations

import asyncio
import math
import threading
import warnings
from typing import Any, ClassVar

import pytest

from arbitree.errors import GraphError, UndecidedWarning
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, MetricNode, VerdictNode, WeighNode
from arbitree.test_case import ConversationalTestCase, LLMTestCase, ToolCall, Turn
from arbitree.testing import ScriptedJudge
from tests.metrics.graphs import gate
from tests.metrics.leaves import FINE, Awaited, Length, gated


@pytest.mark.parametrize("async_mode", [True, False])
@pytest.mark.parametrize("kind", [Length, Awaited])
def test_the_score_the_reason_the_cost_and_the_tokens_of_a_leaf_are_adopted(kind: Any, async_mode: bool) -> None:
    metric = kind()
    result = gated(metric, async_mode=async_mode).run(LLMTestCase(input="Hi", actual_output="fine"))
    assert (result.status, result.score) == ("scored", 0.25)
    step = result.trace[-1]
    assert (step.kind, step.value, step.reason, step.to) == ("metric", 0.25, "4 letters, 1 seen", "= 2.5")
    assert '"cost": 0.25' in (step.attempts[0].reply or "")
    assert (result.usage.calls, result.usage.input_tokens, result.usage.output_tokens) == (2, 7, 3)
    assert [hop.verdict for hop in result.path] == [True, 0.25]


def test_measuring_gives_the_cost_of_the_leaf() -> None:
    metric = gated(Length())
    assert metric.measure(LLMTestCase(input="Hi", actual_output="fine")) == 0.25
    assert metric.evaluation_cost == 0.25


def test_a_leaf_that_no_verdict_takes_measures_nothing() -> None:
    metric = Length()
    assert gated(metric, fine=False).run(FINE).score == 0.0
    assert metric.seen == []


def test_each_case_is_measured_by_a_copy_and_nothing_is_left_on_the_metric() -> None:
    leaf = Awaited()
    metric = gated(leaf)

    async def several() -> list[Any]:
        cases = [LLMTestCase(input="Hi", actual_output="x" * size) for size in range(1, 9)]
        return await asyncio.gather(*map(metric.arun, cases))

    results = asyncio.run(several())
    assert [result.score for result in results] == pytest.approx([1 / size for size in range(1, 9)])
    assert all("1 seen" in result.trace[-1].reason for result in results)
    assert (leaf.score, leaf.seen) == (None, [])


def test_no_more_cases_are_measured_at_once_than_the_limit_lets() -> None:
    Awaited.most = 0
    metric = gated(Awaited(), concurrency=3)

    async def several() -> None:
        await asyncio.gather(*(metric.arun({"input": "Hi", "actual_output": "x" * size}) for size in range(1, 12)))

    asyncio.run(several())
    assert 1 < Awaited.most <= 3


@pytest.mark.parametrize(
    ("gives", "says"),
    [
        (math.nan, "nan, which is no number"),
        (1.7, "1.7, which is not from 0 to 1"),
        (-0.2, "-0.2, which is not from 0 to 1"),
        ("much", "'much', which is no number"),
        (math.inf, "inf, which is not from 0 to 1"),
    ],
)
def test_a_score_that_is_none_is_no_score_of_the_graph(gives: Any, says: str) -> None:
    result = gated(Length(gives=gives)).run(FINE)
    assert (result.status, result.score, result.interval) == ("undecided", None, (0.0, 1.0))
    assert says in result.error
    assert result.causes[0].node == "length"


def test_what_a_metric_raises_comes_out_of_measure_as_itself_after_one_call() -> None:
    class Broken(Length):
        calls = 0

        def measure(self, test_case: Any) -> float:
            Broken.calls += 1
            raise TypeError("as itself")

    with pytest.raises(TypeError, match="as itself"):
        gated(Broken()).measure(FINE)
    assert Broken.calls == 1
    result = gated(Broken()).run(FINE)
    assert (result.status, result.causes[0].kind) == ("undecided", "judge_error")
    assert "TypeError: as itself" in result.error


def test_a_metric_of_another_maker_is_shown_a_test_case_with_all_columns_and_calls() -> None:
    seen: list[Any] = []

    class Other:
        score = None

        def measure(self, test_case: Any) -> None:
            seen.append(test_case)
            self.score = 0.5

    case = LLMTestCase(
        input="Hi",
        actual_output="fine",
        retrieval_context=["a", "b"],
        tools_called=[ToolCall(name="look", input_parameters={"n": 1})],
        custom_column_key_values={"tone": "warm"},
    )
    assert gated(Other()).run(case).score == 0.5
    (shown,) = seen
    assert (shown.input, shown.actual_output, shown.retrieval_context) == ("Hi", "fine", ["a", "b"])
    assert shown.tools_called == [ToolCall(name="look", input_parameters={"n": 1})]
    assert shown.custom_column_key_values == {"tone": "warm"}


def test_a_metric_of_conversations_is_shown_the_conversation() -> None:
    class Turns(Length):
        def measure(self, test_case: Any) -> float:
            assert isinstance(test_case, ConversationalTestCase)
            self.score = len(test_case.turns) / 10
            return self.score

    turns = [Turn(role="user", content="Hi"), Turn(role="assistant", content="fine")]
    metric = DAGMetric("m", DeepAcyclicGraph([MetricNode(Turns())]), None, include_reason=False)
    assert metric.run(ConversationalTestCase(turns=turns)).score == 0.2


def test_a_metric_of_ours_is_a_leaf_with_its_own_judge_threshold_and_graph() -> None:
    inner = DAGMetric("Inner", gate(), lambda prompt: '{"verdict": false}', threshold=0.1, include_reason="path")
    result = gated(inner).run(FINE)
    assert result.score == inner.run(FINE).score == 0.2
    assert "worth 2 of 10" in result.trace[-1].reason
    assert inner.score is None


def test_a_nested_metric_that_is_undecided_leaves_the_graph_undecided_with_its_cause() -> None:
    inner = DAGMetric("Inner", gate(), lambda prompt: "no idea", include_reason=False)
    result = gated(inner).run(FINE)
    assert result.status == "undecided"
    assert '"fine" is undecided (unreadable)' in result.error


def test_a_leaf_bounds_the_score_until_it_is_known_and_decide_stops_before_it_where_it_cannot_matter() -> None:
    leaf = Length()
    both = WeighNode()
    both.add_part(gate().start_node, 9)
    both.add_part(MetricNode(leaf), 1)
    judge = ScriptedJudge({"fine": True})
    metric = DAGMetric("m", DeepAcyclicGraph([both]), judge, mode="decide", threshold=0.85, include_reason=False)
    result = metric.run(FINE)
    assert (result.status, result.passed, result.interval) == ("decided", True, (0.9, 1.0))
    assert metric.run({**FINE, "actual_output": ""}).status == "undecided"


def test_one_metric_in_two_leaves_measures_a_case_once() -> None:
    class Counting(Length):
        cases: ClassVar[list[Any]] = []

        def measure(self, test_case: Any) -> float:
            self.cases.append(test_case)
            self.score = 1.0
            return 1.0

    leaf = Counting()
    both = WeighNode()
    for name in ("first", "second"):
        asks = BinaryJudgementNode(criteria=f"Is {name} fine?", evaluation_params=["actual_output"], name=name)
        asks.add_verdict(True, then=leaf)
        asks.add_verdict(False, score=0)
        both.add_part(asks)
    judge = ScriptedJudge({"first": True, "second": True})
    result = DAGMetric("m", DeepAcyclicGraph([both]), judge, include_reason=False).run(FINE)
    assert (result.score, len(Counting.cases), result.usage.calls) == (1.0, 1, 3)


def test_the_older_way_of_naming_a_child_metric_works() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        node = BinaryJudgementNode(
            criteria="Is it fine?",
            evaluation_params=["actual_output"],
            children=[VerdictNode(verdict=True, child=Length()), VerdictNode(verdict=False, score=0)],
        )
    assert isinstance(node.children[0].child, Length)
    metric = DAGMetric("m", DeepAcyclicGraph([node]), lambda prompt: '{"verdict": true}', include_reason=False)
    assert metric.run(FINE).score == 0.25


def test_what_cannot_measure_is_no_leaf() -> None:
    node = BinaryJudgementNode(criteria="Is it fine?", evaluation_params=["actual_output"])
    for thing in (Length, object(), "length"):
        with pytest.raises(GraphError, match="A verdict cannot lead to"):
            node.add_verdict(True, then=thing)  # type: ignore[arg-type]
    with pytest.raises(GraphError, match="cannot measure"):
        MetricNode(object())


def test_a_case_that_lacks_what_a_leaf_shows_is_undecided_and_not_measured() -> None:
    leaf = Length()
    node = MetricNode(leaf, evaluation_params=["actual_output", "expected_output"])
    metric = DAGMetric("m", DeepAcyclicGraph([node]), None, include_reason=False)
    result = metric.run(FINE)
    assert (result.status, result.causes[0].kind) == ("undecided", "missing_field")
    with pytest.warns(UndecidedWarning, match="expected_output"):
        metric.measure(FINE)


def test_a_leaf_that_shows_some_fields_is_given_no_others() -> None:
    seen: list[Any] = []

    class Curious(Length):
        def measure(self, test_case: Any) -> float:
            seen.append(test_case)
            self.score = 1.0
            return 1.0

    node = MetricNode(Curious(), evaluation_params=["actual_output"])
    assert DAGMetric("m", DeepAcyclicGraph([node]), None, include_reason=False).run(FINE).score == 1.0
    assert (seen[0].actual_output, seen[0].input, seen[0].custom_column_key_values) == ("fine", "", None)


def test_measuring_is_done_in_a_thread_where_a_metric_blocks() -> None:
    class Where(Length):
        def measure(self, test_case: Any) -> float:
            self.score = 1.0
            self.reason = threading.current_thread().name
            return 1.0

    result = DAGMetric("m", DeepAcyclicGraph([MetricNode(Where())]), None, include_reason=False).run(FINE)
    assert result.trace[-1].reason.startswith("arbitree-metric")
