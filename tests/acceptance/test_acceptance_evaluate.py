"""Acceptance 20 to 22, as `evaluate` and `assert_test` keep them."""

from __future__ import annotations

import pytest

from arbitree import assert_test, evaluate
from arbitree.evaluate import AsyncConfig
from arbitree.test_case import LLMTestCase
from tests.evaluate.metrics import SILENT, Judge, cases, polite, warm


def test_acceptance_20_what_a_judge_raises_comes_out_of_measure_and_is_recorded_by_run_and_evaluate() -> None:
    calls: list[str] = []

    def judge(prompt: str) -> str:
        calls.append(prompt)
        raise TypeError("its own mistake")

    metric, [case] = polite("Polite", judge), cases("please")
    with pytest.raises(TypeError, match="its own mistake"):
        metric.measure(case)
    assert len(calls) == 1

    assert isinstance(metric.run(case).exception, TypeError)
    [data] = evaluate([case], [metric], display_config=SILENT).test_results[0].metrics_data
    with pytest.raises(AssertionError, match="TypeError: its own mistake"):
        assert_test(case, [metric])

    assert isinstance(data.exception, TypeError) and data.standing == "undecided"
    assert len(calls) == 4


def test_acceptance_21_two_hundred_questions_of_two_metrics_are_never_more_than_eight_at_once() -> None:
    judge = Judge(turns=3)
    outputs = [f"reply {number}, please" for number in range(100)]

    evaluate(
        cases(*outputs),
        [polite("A", judge), warm("B", judge)],
        display_config=SILENT,
        async_config=AsyncConfig(max_concurrent=8),
    )

    assert judge.calls == 200 and 1 < judge.most <= 8


def test_acceptance_22_one_bad_case_in_ten_thousand_is_counted_apart_and_ends_no_evaluation() -> None:
    class Inline:
        inline = True

        def __call__(self, prompt: str) -> str:
            if "number 7777," in prompt:
                raise ValueError("this one")
            return '{"verdict": true, "reason": "So it is."}'

    test_cases = [LLMTestCase(input="x", actual_output=f"number {number}, please") for number in range(10_000)]

    found = evaluate(test_cases, [polite("A", Inline())], display_config=SILENT)

    assert (found.count("passed"), found.count("undecided"), found.count("failed")) == (9_999, 1, 0)
    assert found.test_results[7777].standing == "undecided"
