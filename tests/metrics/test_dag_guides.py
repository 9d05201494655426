"""The single-turn graphs of DeepEval's page on its DAG metric and of its guide, which score as told there."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree import evaluate
from arbitree.errors import GraphError
from arbitree.evaluate import DisplayConfig
from arbitree.metrics import BaseMetric, DAGMetric, GEval
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode, TaskNode
from arbitree.test_case import LLMTestCase, SingleTurnParams
from arbitree.testing import ScriptedJudge

OUTPUT = [SingleTurnParams.ACTUAL_OUTPUT]
BOTH = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]
CASE = LLMTestCase(input="Which city is the seat of the government?", actual_output="It is Paris.")


def scored(dag: DeepAcyclicGraph, script: dict[str, Any], case: LLMTestCase = CASE) -> tuple[float | None, list[str]]:
    """The score, and the nodes that were asked in order."""
    judge = ScriptedJudge(script)
    metric = DAGMetric(name="m", dag=dag, model=judge, include_reason=False)
    return metric.measure(case), list(judge.nodes)


@pytest.mark.parametrize(("right", "score"), [(True, 1.0), (False, 0.0)])
def test_usage_one_question_evaluated(right: bool, score: float) -> None:
    correctness = BinaryJudgementNode(criteria="Does the output answer the input?", evaluation_params=BOTH, name="c")
    correctness.add_verdict(verdict=True, score=10)
    correctness.add_verdict(verdict=False, score=0)
    dag = DeepAcyclicGraph(root_nodes=[correctness])
    metric = DAGMetric(name="Correctness", dag=dag, model=ScriptedJudge({"c": right}), include_reason=False)
    found = evaluate(test_cases=[CASE], metrics=[metric], display_config=DisplayConfig(print_results=False))
    (data,) = found.test_results[0].metrics_data
    assert (data.score, data.success) == (score, right)


def headings(*, with_one_wrong: bool) -> DeepAcyclicGraph:
    """Headings are extracted, all must be there, and their order is classified: a shared node with two parents."""
    extract = TaskNode(
        instructions="List each heading of `actual_output`.",
        output_label="Headings of the summary",
        evaluation_params=OUTPUT,
        label="Extraction",
        name="extract",
    )
    there = BinaryJudgementNode(criteria="Are an intro, a body and a conclusion among the headings?", name="there")
    order = NonBinaryJudgementNode(criteria="Do the headings stand as intro, body, conclusion?", name="order")
    assert extract.add_node(there) is there
    extract.add_node(order)
    there.add_verdict(verdict=False, score=0)
    there.add_verdict(verdict=True, then=order)
    order.add_verdict(verdict="Yes", score=10)
    if with_one_wrong:
        order.add_verdict(verdict="Two are out of order", score=4)
    order.add_verdict(verdict="All out of order", score=2)
    return DeepAcyclicGraph(root_nodes=[extract])


@pytest.mark.parametrize(
    ("there", "order", "score"),
    [
        (True, "Yes", 1.0),
        (True, "Two are out of order", 0.4),
        (True, "All out of order", 0.2),
        (False, "Yes", 0.0),
    ],
)
def test_walkthrough_of_a_summary_with_a_shared_node(there: bool, order: str, score: float) -> None:
    script = {"extract": "Intro, Body, Conclusion", "there": there, "order": order}
    asked = ["extract", "there", "order"] if there else ["extract", "there"]
    assert scored(headings(with_one_wrong=True), script) == (score, asked)


def test_shared_nodes_and_multiple_parents() -> None:
    script = {"extract": "Intro", "there": True, "order": "All out of order"}
    assert scored(headings(with_one_wrong=False), script)[0] == 0.2


@pytest.mark.parametrize(("violates", "score"), [(True, 0.0), (False, 1.0)])
def test_binary_gate(violates: bool, score: float) -> None:
    policy = BinaryJudgementNode(criteria="Is the policy on refunds broken?", evaluation_params=OUTPUT, name="policy")
    policy.add_verdict(verdict=True, score=0)
    policy.add_verdict(verdict=False, score=10)
    assert scored(DeepAcyclicGraph(root_nodes=[policy]), {"policy": violates}) == (score, ["policy"])


@pytest.mark.parametrize(
    ("promises", "quality", "score"),
    [
        (True, "Helpful and clear", 0.0),
        (False, "Helpful and clear", 1.0),
        (False, "Helpful but unclear", 0.6),
        (False, "Dismissive", 0.2),
    ],
)
def test_a_gate_before_a_classification_of_support_replies(promises: bool, quality: str, score: float) -> None:
    gate = BinaryJudgementNode(criteria="Is more promised than the policy?", evaluation_params=OUTPUT, name="gate")
    graded = NonBinaryJudgementNode(criteria="How good is the reply?", evaluation_params=OUTPUT, name="graded")
    gate.add_verdict(verdict=True, score=0)
    gate.add_verdict(verdict=False, then=graded)
    for verdict, points in (("Helpful and clear", 10), ("Helpful but unclear", 6), ("Dismissive", 2)):
        graded.add_verdict(verdict=verdict, score=points)
    found, asked = scored(DeepAcyclicGraph(root_nodes=[gate]), {"gate": promises, "graded": quality})
    assert (found, asked) == (score, ["gate"] if promises else ["gate", "graded"])


@pytest.mark.parametrize(("verdict", "score"), [("Excellent", 1.0), ("Acceptable", 0.6), ("Poor", 0.2)])
def test_several_stages_over_one_extraction(verdict: str, score: float) -> None:
    extract = TaskNode("List the fields of the reply.", "Fields", evaluation_params=OUTPUT, name="extract")
    required = BinaryJudgementNode(criteria="Are all required fields there?", name="required")
    quality = NonBinaryJudgementNode(criteria="How good is the reply?", name="quality")
    extract.add_node(required)
    extract.add_node(quality)
    required.add_verdict(verdict=False, score=0)
    required.add_verdict(verdict=True, then=quality)
    for one, points in (("Excellent", 10), ("Acceptable", 6), ("Poor", 2)):
        quality.add_verdict(verdict=one, score=points)
    script = {"extract": "name, date", "required": True, "quality": verdict}
    assert scored(DeepAcyclicGraph(root_nodes=[extract]), script)[0] == score


def test_a_verdict_continues_into_a_geval_whose_score_and_reason_are_adopted() -> None:
    quality = GEval(
        name="Writing",
        evaluation_steps=["Read the reply.", "See whether it is clear and well written."],
        evaluation_params=OUTPUT,
    )
    gate = BinaryJudgementNode(criteria="Is it an answer?", evaluation_params=OUTPUT, name="gate")
    gate.add_verdict(verdict=False, score=0)
    gate.add_verdict(verdict=True, then=quality)
    metric = DAGMetric("m", DeepAcyclicGraph([gate]), _grader, include_reason=False)
    result = metric.run(CASE)
    assert (result.score, result.trace[-1].reason) == (0.7, "clear enough")


def _grader(prompt: str) -> dict[str, object]:
    if "'score'" in prompt:
        return {"score": 7, "reason": "clear enough"}
    return {"verdict": True, "reason": "it is"}


def test_a_verdict_continues_into_any_other_metric() -> None:
    class Short(BaseMetric):
        async def a_measure(self, test_case: Any) -> float:
            self.score = 1.0 if len(test_case.actual_output) < 20 else 0.3
            self.reason = "by its length"
            return self.score

    gate = BinaryJudgementNode(criteria="Is it an answer?", evaluation_params=OUTPUT, name="gate")
    gate.add_verdict(verdict=False, score=0)
    gate.add_verdict(verdict=True, then=Short())
    assert scored(DeepAcyclicGraph([gate]), {"gate": True}) == (1.0, ["gate"])
    assert scored(DeepAcyclicGraph([gate]), {"gate": False}) == (0.0, ["gate"])


def test_what_the_page_says_is_refused_is_refused() -> None:
    with pytest.raises(ValueError, match="either a 'score' or a 'child', but not both"):
        BinaryJudgementNode(criteria="Is it?").add_verdict(verdict=True, score=1, then=BinaryJudgementNode("Is it?"))
    with pytest.raises(ValueError, match="must have either a 'score' or a 'child'"):
        BinaryJudgementNode(criteria="Is it?").add_verdict(verdict=True)
    twice = NonBinaryJudgementNode(criteria="Which?", evaluation_params=OUTPUT)
    twice.add_verdict(verdict="a", score=1)
    twice.add_verdict(verdict="a", score=2)
    with pytest.raises(GraphError, match="Duplicate verdict found: a"):
        DeepAcyclicGraph([twice])
    for node in (BinaryJudgementNode("Is it?"), NonBinaryJudgementNode("Which?")):
        with pytest.raises(GraphError, match="must have"):
            DeepAcyclicGraph([node])
    task = TaskNode("List.", "List", evaluation_params=OUTPUT)
    other = BinaryJudgementNode("Is it?", evaluation_params=OUTPUT)
    other.add_verdict(True, score=1)
    other.add_verdict(False, then=task)
    task.add_node(other)
    with pytest.raises(GraphError, match="Cycle detected in DAG graph"):
        DeepAcyclicGraph([other])


def test_several_roots_are_tasks_and_a_judgement_is_the_only_root() -> None:
    first = TaskNode("List the claims.", "Claims", evaluation_params=OUTPUT, name="first")
    second = TaskNode("List the questions.", "Questions", evaluation_params=[SingleTurnParams.INPUT], name="second")
    met = BinaryJudgementNode("Does each question have a claim?", name="met")
    first.add_node(met)
    second.add_node(met)
    met.add_verdict(True, score=10)
    met.add_verdict(False, score=4)
    dag = DeepAcyclicGraph(root_nodes=[first, second])
    assert scored(dag, {"first": "a", "second": "b", "met": False})[0] == 0.4
    other = BinaryJudgementNode("Is it?", evaluation_params=OUTPUT)
    other.add_verdict(True, score=1)
    other.add_verdict(False, score=0)
    with pytest.raises(ValueError, match="more than one root node when a BinaryJudgementNode"):
        DeepAcyclicGraph(root_nodes=[other, met])
