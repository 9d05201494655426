"""The steps of a grade are written once for a metric, however many cases it measures, and by whichever way."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from arbitree.errors import UndecidedWarning
from arbitree.metrics import DAGMetric, GEval
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph

CASES = [{"input": "When?", "actual_output": f"At {hour}, please."} for hour in range(9, 12)]


class Judge:
    """Writes steps, readable from the so-many-th reply on, and grades; remembers which it was asked for."""

    def __init__(self, *, unreadable: int = 0) -> None:
        self.asked: list[str] = []
        self._unreadable = unreadable

    async def a_generate(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return self.generate(prompt)

    def generate(self, prompt: str) -> str:
        kind = "score" if "'score'" in prompt else "steps" if "'output'" in prompt else "verdict"
        self.asked.append(kind)
        if kind != "steps":
            return json.dumps({"reason": "r", "score": 8, "verdict": True})
        self._unreadable -= 1
        return "no" if self._unreadable >= 0 else json.dumps({"output": ["Look.", "Weigh."]})


def _tree(judge: Any) -> DAGMetric:
    timed = BinaryJudgementNode(criteria="Is there a time?", evaluation_params=["actual_output"])
    timed.add_verdict(True, then=GEval("Tone", ["actual_output"], "Is it kind?"))
    timed.add_verdict(False, score=0)
    return DAGMetric("Tree", DeepAcyclicGraph([timed]), judge, include_reason=False)


@pytest.mark.parametrize("async_mode", [True, False])
def test_a_metric_has_its_steps_written_once_for_all_cases(async_mode: bool) -> None:
    judge = Judge()
    metric = GEval("Tone", ["actual_output"], "Is it kind?", model=judge, async_mode=async_mode)
    assert [metric.measure(case) for case in CASES] == [0.8, 0.8, 0.8]
    assert judge.asked == ["steps", "score", "score", "score"]
    assert metric.evaluation_steps == ["Look.", "Weigh."]


def test_a_tree_has_the_steps_of_its_leaf_written_once() -> None:
    judge = Judge()
    metric = _tree(judge)
    assert [metric.measure(case) for case in CASES] == [0.8, 0.8, 0.8]
    assert judge.asked.count("steps") == 1


def test_cases_that_are_measured_at_once_share_the_steps_that_are_on_their_way() -> None:
    judge = Judge()
    metric = _tree(judge)

    async def at_once() -> list[float | None]:
        return [result.score for result in await asyncio.gather(*(metric.arun(case) for case in CASES * 5))]

    assert asyncio.run(at_once()) == [0.8] * 15
    assert judge.asked.count("steps") == 1


def test_steps_that_could_not_be_read_are_asked_for_anew_by_the_next_case() -> None:
    judge = Judge(unreadable=3)
    metric = GEval("Tone", ["actual_output"], "Is it kind?", model=judge)
    with pytest.warns(UndecidedWarning):
        assert metric.measure(CASES[0]) is None
    assert [metric.measure(case) for case in CASES[1:]] == [0.8, 0.8]
    assert judge.asked == ["steps"] * 4 + ["score"] * 2


def test_a_trace_is_the_same_whether_the_steps_were_written_before_or_not() -> None:
    used, new = (GEval("Tone", ["actual_output"], "Is it kind?", model=Judge()) for _ in range(2))
    used.measure(CASES[0])
    assert used.run(CASES[1]) == new.run(CASES[1])
