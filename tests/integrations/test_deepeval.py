"""Metrics, graphs, test cases and models of ours and of DeepEval's, side by side. Run by `make deepeval`."""
# ruff: noqa: E402

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("deepeval")
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.loopback]

import deepeval.metrics.conversational_dag as theirs_talk
import deepeval.metrics.dag as theirs
from deepeval import assert_test, evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import BaseConversationalMetric, BaseMetric
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import ConversationalTestCase, LLMTestCase, MultiTurnParams, SingleTurnParams, Turn

import arbitree.metrics
from arbitree.integrations.deepeval import from_deepeval, graph_to_deepeval, to_deepeval
from arbitree.metrics import ConversationalDAGMetric, DAGMetric
from arbitree.metrics.conversational_dag import ConversationalBinaryJudgementNode
from arbitree.metrics.dag import NOT_APPLICABLE, BinaryJudgementNode, DeepAcyclicGraph
from tests.metrics.graphs import gate, reply_graph


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """DeepEval writes files where it is run."""
    monkeypatch.chdir(tmp_path)
    yield


class Judge(DeepEvalBaseLLM):
    """A model written for DeepEval: whatever says please is fine."""

    def load_model(self) -> Any:
        return self

    def get_model_name(self) -> str:
        return "pleaser"

    def generate(self, prompt: str, schema: Any = None) -> Any:
        if "boom" in prompt:
            raise TypeError("boom")
        return schema(verdict="please" in prompt, reason="as it is said")

    async def a_generate(self, prompt: str, schema: Any = None) -> Any:
        await asyncio.sleep(0)
        return self.generate(prompt, schema)


def manners(**more: Any) -> DAGMetric:
    return DAGMetric("Manners", gate(), Judge(), **{"include_reason": "path", **more})


def outcomes(metric: Any, cases: list[Any], *, run_async: bool) -> dict[str, Any]:
    """What DeepEval reports of each test case, by its output or its last turn."""
    done = evaluate(
        cases,
        [metric],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
        cache_config=CacheConfig(write_cache=False),
    )
    return {result.name: (result, (result.metrics_data or [None])[0]) for result in done.test_results}


@pytest.mark.parametrize("run_async", [True, False])
def test_a_metric_is_evaluated_by_deepeval_and_one_bad_case_stops_no_other(run_async: bool) -> None:
    said = {"yes": "Wait, please.", "no": "Wait.", "broken": "boom", "empty": ""}
    cases = [LLMTestCase(name=name, input="Hi", actual_output=text) for name, text in said.items()]
    found = outcomes(to_deepeval(manners()), cases, run_async=run_async)
    assert {name: (data.score, data.success) for name, (_, data) in found.items()} == {
        "yes": (1.0, True),
        "no": (0.2, False),
        "broken": (None, False),
        "empty": (None, False),
    }
    yes, broken, empty = (found[name][1] for name in ("yes", "broken", "empty"))
    assert (yes.name, yes.evaluation_model, yes.threshold) == ("Manners [DAG]", "pleaser", 0.5)
    assert "as it is said" in yes.reason
    assert "TypeError: boom" in broken.error
    assert "empty_field" in empty.error
    assert found["yes"][0].success is True


def test_assert_test_passes_or_tells_why_not() -> None:
    assert_test(LLMTestCase(input="Hi", actual_output="Wait, please."), [to_deepeval(manners())])
    with pytest.raises(AssertionError, match=r"Manners \[DAG\] \(score: 0.2, threshold: 0.5.*as it is said"):
        assert_test(LLMTestCase(input="Hi", actual_output="Wait."), [to_deepeval(manners())])


def test_an_adapter_keeps_nothing_of_a_case_on_the_metric_inside() -> None:
    inside = manners()
    adapter = to_deepeval(inside)
    assert adapter.measure(LLMTestCase(input="Hi", actual_output="please")) == 1.0
    assert (adapter.score, adapter.is_successful(), adapter.score_breakdown) == (1.0, True, {"fine": 1.0})
    assert inside.score is None


def test_a_case_to_which_the_rubric_does_not_apply_is_left_out() -> None:
    asks = BinaryJudgementNode("Is it fine?", evaluation_params=["actual_output"], name="fine")
    asks.add_verdict(True, score=10)
    asks.add_verdict(False, then=NOT_APPLICABLE)
    metric = DAGMetric("Manners", DeepAcyclicGraph([asks]), Judge(), include_reason=False)
    found = outcomes(to_deepeval(metric), [LLMTestCase(name="no", input="Hi", actual_output="Go.")], run_async=True)
    assert found["no"][1] is None


def test_a_metric_of_the_users_own_is_evaluated_too() -> None:
    class Short(arbitree.metrics.BaseMetric):
        threshold = 0.5

        def measure(self, test_case: Any) -> float:
            self.score = 1.0 if len(test_case.actual_output) < 5 else 0.0
            return self.score

    found = outcomes(to_deepeval(Short()), [LLMTestCase(name="a", input="", actual_output="Go.")], run_async=True)
    assert (found["a"][1].score, found["a"][1].success, found["a"][1].name) == (1.0, True, "Short")


def test_a_metric_over_conversations_is_one_of_deepevals_over_conversations() -> None:
    node = ConversationalBinaryJudgementNode("Fine?", (), [MultiTurnParams.ROLE, MultiTurnParams.CONTENT], (-1, -1))
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=1)
    metric = ConversationalDAGMetric("Talk", DeepAcyclicGraph([node]), Judge(), include_reason=False)
    adapter = to_deepeval(metric)
    assert isinstance(adapter, BaseConversationalMetric)
    assert isinstance(to_deepeval(manners()), BaseMetric)
    turns = [Turn(role="user", content="Hi, please."), Turn(role="assistant", content="Wait.")]
    polite = [*turns[:1], Turn(role="assistant", content="Wait, please.")]
    cases = [ConversationalTestCase(name="no", turns=turns), ConversationalTestCase(name="yes", turns=polite)]
    found = outcomes(adapter, cases, run_async=True)
    assert {name: data.score for name, (_, data) in found.items()} == {"no": 0.1, "yes": 1.0}


def test_graphs_go_to_deepeval_and_come_back() -> None:
    graph = reply_graph()
    there = graph_to_deepeval(graph)
    assert isinstance(there, theirs.DeepAcyclicGraph)
    back = from_deepeval(there).to_graph()
    assert [type(node) for node in back.nodes] == [type(node) for node in graph.to_graph().nodes]
    assert there.to_dict().keys() == graph.to_dict().keys()
    # DeepEval draws new ids each time; all else is the same.
    assert _without_ids(there.to_dict()) == _without_ids(graph.to_dict())


def test_graphs_over_conversations_go_to_deepeval_and_come_back() -> None:
    task = theirs_talk.ConversationalTaskNode("List the wishes.", "Wishes", turn_window=(0, 1))
    task.evaluation_params = [MultiTurnParams.CONTENT]
    met = theirs_talk.ConversationalBinaryJudgementNode("Are they met?", evaluation_params=[MultiTurnParams.CONTENT])
    task.add_node(met)
    met.add_verdict(True, score=10)
    met.add_verdict(False, score=0)
    ours = from_deepeval(theirs.DeepAcyclicGraph([task]))
    assert ours.multiturn
    assert [str(one) for node in ours.to_graph().nodes for one in node.shows] == [  # type: ignore[union-attr]
        "turns 0 to 1 (content)",
        "turns (content)",
    ]
    assert _without_ids(graph_to_deepeval(ours).to_dict()) == _without_ids(ours.to_dict())


def test_nodes_show_the_members_of_deepevals_enumeration() -> None:
    node = BinaryJudgementNode("Fine?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)
    metric = DAGMetric("m", DeepAcyclicGraph([node]), Judge(), include_reason=False)
    assert metric.measure(LLMTestCase(input="Hi", actual_output="please")) == 1.0


def test_deepevals_metrics_are_evaluated_by_ours() -> None:
    node = theirs.BinaryJudgementNode("Fine?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=4)
    metric = deepeval_dag(theirs.DeepAcyclicGraph([node]))
    cases = [LLMTestCase(input="Hi", actual_output=text) for text in ("please", "go")]
    done = arbitree.evaluate(cases, [metric, manners()])
    scores = [[data.score for data in result.metrics_data] for result in done.test_results]
    assert scores == [[1.0, 1.0], [0.4, 0.2]]


def deepeval_dag(dag: Any) -> Any:
    from deepeval.metrics import DAGMetric as Theirs

    return Theirs(name="Theirs", dag=dag, model=Judge(), include_reason=False)


def _without_ids(document: dict[str, Any]) -> list[Any]:
    """The nodes in the order in which they are reached, each with the nodes below it in place of their ids."""
    nodes = document["nodes"]
    referred = {child for node in nodes.values() for child in node.get("children", ())}
    referred |= {node["child"]["ref"] for node in nodes.values() if "child" in node}

    def unfolded(id: str) -> Any:
        node = dict(nodes[id])
        if "children" in node:
            node["children"] = sorted(map(unfolded, node["children"]), key=repr)
        if "child" in node:
            node["child"] = unfolded(node["child"]["ref"])
        return sorted(node.items(), key=repr)

    return sorted((unfolded(id) for id in nodes if id not in referred), key=repr)
