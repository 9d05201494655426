"""What the list of acceptance asks of explanations, of long runs and of checks, by its numbers."""

from __future__ import annotations

import json

import pytest

from arbitree import Rubric
from arbitree.errors import ExplanationWarning
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.test_case import LLMTestCase, SingleTurnParams

YES = json.dumps({"reason": "it does", "verdict": True})


def test_acceptance_14_an_explanation_in_prose_leaves_the_score_and_is_retold_from_the_path() -> None:
    node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(verdict=True, score=10)
    node.add_verdict(verdict=False, score=0)

    def judge(prompt: str) -> str:
        return YES if "'verdict'" in prompt else "Well, I would say that it went rather nicely."

    metric = DAGMetric(name="Polite", dag=DeepAcyclicGraph(root_nodes=[node]), model=judge)
    with pytest.warns(ExplanationWarning):
        score = metric.measure(LLMTestCase(input="Hello?", actual_output="Good morning."))

    assert (score, metric.success) == (1.0, True)
    assert "it does" in str(metric.reason)


TWO_ROLES = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  polite: {ask: Is it polite?, yes: right, no: 0}
  right: {ask: Is it right?, judge: strict}
"""


@pytest.mark.parametrize(("text", "score", "kinds"), [("rude", 0.0, []), ("kind", None, ["unauthorised"])])
def test_acceptance_19_a_node_without_a_judge_uses_the_rubrics_and_only_a_judge_that_is_asked_needs_its_key(
    text: str, score: float | None, kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    [result] = Rubric.loads(TWO_ROLES).run(
        [{"id": "1", "actual_output": text}],
        judge=lambda prompt: json.dumps({"reason": "read", "verdict": "kind" in prompt}),
        judges={"strict": "openai:gpt-4.1-mini"},
    )

    assert (result.score, [cause.kind for cause in result.causes]) == (score, kinds)
    assert result.usage.calls == len(result.path) == 1


def test_acceptance_22_one_bad_case_in_ten_thousand_is_counted_apart_and_ends_no_run() -> None:
    rubric = Rubric.loads(
        "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n  polite: {ask: Is it polite?}\n", format="yaml"
    )

    def judge(prompt: str) -> str:
        if "case 7000 " in prompt:
            raise TypeError("this one cannot be judged")
        return YES

    judge.inline = True  # type: ignore[attr-defined]
    results = rubric.run([{"actual_output": f"case {number} "} for number in range(10_000)], judge=judge)

    undecided = [number for number, result in enumerate(results) if result.status != "scored"]
    assert (len(results), undecided) == (10_000, [7000])
    assert results[7000].causes[0].kind == "judge_error"
    assert "this one cannot be judged" in results[7000].error


def test_acceptance_27_a_check_that_fails_costs_no_call() -> None:
    nodes = "  cited: {check: {contains: '['}, of: actual_output, yes: good, no: 0}\n  good: {ask: A good source?}\n"
    rubric = Rubric.loads(f"arbitree: 1\ndefaults: {{shows: [actual_output]}}\nnodes:\n{nodes}", format="yaml")

    def judge(prompt: str) -> str:
        raise AssertionError("nobody is to be asked")

    [result] = rubric.run([{"actual_output": "no source"}], judge=judge)

    assert (result.score, result.usage.calls) == (0.0, 0)
