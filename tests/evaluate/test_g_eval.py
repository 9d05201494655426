"""Grades in one pass: steps are written once, and a leaf's own judge is a judge like any other."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arbitree import evaluate
from arbitree.metrics import DAGMetric, GEval
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.testing import ScriptedJudge
from tests.evaluate.metrics import SILENT, cases


class Judge:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    async def a_generate(self, prompt: str) -> dict[str, Any]:
        kind = "steps" if "Write the steps" in prompt else "gate" if "Is it long?" in prompt else "grade"
        self.asked[kind] += 1
        replies = {"steps": {"output": ["Look."]}, "gate": {"verdict": True}, "grade": {"score": 8}}
        return {"reason": "So it is.", **replies[kind]}


def tone(name: str, judge: Any, **more: Any) -> GEval:
    return GEval(name, ["actual_output"], criteria="How friendly is it?", model=judge, **more)


def test_steps_are_written_once_for_all_test_cases_and_metrics() -> None:
    judge = Judge()

    found = evaluate(cases("a", "b", "c"), [tone("Tone", judge), tone("Tone", judge)], display_config=SILENT)

    assert [[data.score for data in one.metrics_data] for one in found.test_results] == [[0.8, 0.8]] * 3
    assert judge.asked == {"steps": 1, "grade": 3}


def test_a_grade_gives_alone_what_it_gives_as_a_leaf() -> None:
    judge, gatekeeper = Judge(), Judge()
    gate = BinaryJudgementNode(criteria="Is it long?", evaluation_params=["actual_output"])
    gate.add_verdict(True, then=tone("Tone", judge))
    gate.add_verdict(False, score=0)
    tree = DAGMetric("Tree", DeepAcyclicGraph([gate]), gatekeeper, include_reason="path")

    found = evaluate(cases("a", "b"), [tree, tone("Tone", judge)], display_config=SILENT)

    assert [[data.score for data in one.metrics_data] for one in found.test_results] == [[0.8, 0.8]] * 2
    assert gatekeeper.asked == {"gate": 2}
    assert judge.asked["grade"] <= 4


def test_a_grade_that_is_no_number_is_undecided_and_counted_apart() -> None:
    judge = ScriptedJudge({"tone": "many"})
    metric = GEval("tone", ["actual_output"], evaluation_steps=["Look."], model=judge)

    found = evaluate(cases("a"), [metric], display_config=SILENT)

    assert found.count("undecided") == 1
