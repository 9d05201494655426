"""Settings that make no sense are refused, all together, before anything is asked."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from arbitree.errors import ExplanationWarning, UsageError
from arbitree.metrics import DAGMetric
from tests.metrics.graphs import CASE, gate, metric_of


@pytest.mark.parametrize(
    ("setting", "value"),
    [("mode", "fast"), ("threshold", "0.5"), ("threshold", True), ("concurrency", 0), ("concurrency", "many")],
)
def test_a_setting_that_makes_no_sense_is_refused_by_name(setting: str, value: object) -> None:
    settings: dict[str, Any] = {setting: value}
    with pytest.raises(UsageError, match=rf"^{setting} is {value!r}") as caught:
        DAGMetric("m", gate(), lambda prompt: "", **settings)

    assert all(problem.mend for problem in caught.value.problems)


def test_all_settings_that_make_no_sense_are_named_together() -> None:
    wrong: dict[str, Any] = {"mode": "fast", "threshold": "half", "concurrency": -1, "include_reason": "why"}
    with pytest.raises(UsageError) as caught:
        DAGMetric("m", gate(), lambda prompt: "", **wrong)

    assert len(caught.value.problems) == 4


@pytest.mark.parametrize("deadline", [0, -1, float("nan"), "soon", True])
def test_a_deadline_that_leaves_no_time_is_refused(deadline: Any) -> None:
    with pytest.raises(UsageError, match="leaves no time to ask"):
        metric_of({}).run(CASE, deadline=deadline)


class Leaving:
    """A judge whose code ends the program."""

    async def a_generate(self, prompt: str) -> str:
        raise SystemExit(3)


def test_a_judge_that_leaves_the_program_is_recorded_on_the_case_and_ends_no_loop() -> None:
    result = DAGMetric("m", gate(), Leaving()).run(CASE)
    assert (result.status, type(result.exception)) == ("undecided", SystemExit)

    with pytest.raises(SystemExit):
        asyncio.run(DAGMetric("m", gate(), Leaving()).a_measure(CASE))


def test_a_blank_explanation_is_no_explanation() -> None:
    def judge(prompt: str) -> str:
        return json.dumps({"reason": " "} if "'verdict'" not in prompt else {"verdict": False})

    metric = DAGMetric("m", gate(), judge)
    with pytest.warns(ExplanationWarning, match="its reason is blank"):
        assert metric.measure(CASE) == 0.2
    assert metric.reason is not None and metric.reason.startswith("The score is 0.2")
