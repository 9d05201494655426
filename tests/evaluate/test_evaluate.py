"""`evaluate`: every test case by every metric, whatever befalls one of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import arbitree
from arbitree import evaluate
from arbitree.errors import CaseError, JudgeError, UsageError
from arbitree.evaluate import AsyncConfig, DisplayConfig, ErrorConfig, TestRunResultDisplay
from arbitree.metrics import BaseMetric, DAGMetric
from arbitree.metrics.dag import NOT_APPLICABLE, BinaryJudgementNode, DeepAcyclicGraph
from arbitree.test_case import LLMTestCase
from arbitree.testing import ScriptedJudge
from tests.evaluate.metrics import SILENT, Judge, Length, cases, polite, warm


def test_results_come_in_the_order_of_test_cases_and_metrics() -> None:
    judge = Judge()

    found = evaluate(cases("please", "no"), [polite("A", judge), warm("B", judge)], display_config=SILENT)

    table = [[(data.name, data.score, data.success) for data in one.metrics_data] for one in found.test_results]
    assert table == [
        [("A [DAG]", 1.0, True), ("B [DAG]", 0.8, True)],
        [("A [DAG]", 0.2, False), ("B [DAG]", 0.0, False)],
    ]
    assert [(one.name, one.success, one.index) for one in found.test_results] == [
        ("test_case_0", True, 0),
        ("test_case_1", False, 1),
    ]
    assert (found.confident_link, found.test_results[0].input) == (None, "Where is it?")


def test_a_judge_that_raises_is_written_down_on_that_test_case_alone() -> None:
    judge = Judge()

    found = evaluate(cases("please", "boom", "please!"), [polite("A", judge)], display_config=SILENT)

    first, broken, last = (one.metrics_data[0] for one in found.test_results)
    assert (first.score, last.score, broken.score) == (1.0, 1.0, None)
    assert broken.standing == "undecided" and "TypeError: the judge broke" in (broken.error or "")
    assert isinstance(broken.exception, TypeError)
    assert (found.count("passed"), found.count("undecided"), found.count("failed")) == (2, 1, 0)


def test_without_ignore_errors_what_a_judge_raises_comes_out_as_it_is() -> None:
    with pytest.raises(TypeError, match="the judge broke"):
        evaluate(
            cases("boom"), [polite("A", Judge())], display_config=SILENT, error_config=ErrorConfig(ignore_errors=False)
        )


def test_a_missing_field_is_undecided_or_left_out() -> None:
    metrics = [polite("A", Judge())]

    [kept] = evaluate(cases(None), metrics, display_config=SILENT).test_results
    [left] = evaluate(
        cases(None), metrics, display_config=SILENT, error_config=ErrorConfig(skip_on_missing_params=True)
    ).test_results

    assert (kept.success, kept.standing) == (False, "undecided")
    assert (left.success, left.standing, left.metrics_data[0].skipped) == (None, "not_applicable", True)


def test_what_does_not_apply_counts_neither_as_passed_nor_failed() -> None:
    node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"], name="polite")
    node.add_verdict(True, score=10)
    node.add_verdict(False, then=NOT_APPLICABLE)
    metric = DAGMetric("A", DeepAcyclicGraph([node]), Judge(), include_reason=False)

    found = evaluate(cases("no"), [metric], display_config=SILENT)

    assert found.test_results[0].success is None
    assert (found.count("not_applicable"), found.count("passed"), found.count("failed")) == (1, 0, 0)


def test_metrics_stay_as_they_were() -> None:
    metric, own = polite("A", Judge()), Length()

    evaluate(cases("please", "no"), [metric, own], display_config=SILENT)

    assert (metric.score, metric.success, metric.reason, metric.result) == (None, None, None, None)
    assert (own.score, own.reason, own.seen) == (None, None, [])


def test_nothing_of_one_test_case_is_left_for_the_next() -> None:
    found = evaluate(cases("please", "please wait"), [Length()], display_config=SILENT)

    assert [one.metrics_data[0].reason for one in found.test_results] == ["after 1", "after 1"]
    assert [one.metrics_data[0].score for one in found.test_results] == [0.6, 1.0]


def test_a_metric_that_raises_or_sets_no_score_is_undecided() -> None:
    class Raises(BaseMetric):
        async def a_measure(self, test_case: Any) -> float:
            raise ValueError("no idea")

    class Silent(BaseMetric):
        def measure(self, test_case: Any) -> float:
            return 1.0

    class Wrong(BaseMetric):
        def measure(self, test_case: Any) -> float:
            self.score = float("nan")
            return self.score

    [found] = evaluate(cases("x"), [Raises(), Silent(), Wrong(), Length(0.0)], display_config=SILENT).test_results

    errors = [data.error for data in found.metrics_data]
    assert errors == [
        "ValueError: no idea",
        "the metric set no score",
        "the metric set the score nan, which is no number",
        None,
    ]


def test_a_score_without_a_threshold_decides_nothing() -> None:
    [found] = evaluate(cases("please"), [polite("A", Judge(), threshold=None)], display_config=SILENT).test_results

    assert (found.success, found.standing, found.metrics_data[0].score) == (None, "scored", 1.0)


def test_a_flaky_metric_decides_nothing() -> None:
    judge = Judge()
    metrics = [polite("A", judge, flaky=True), polite("B", judge, threshold=0.1)]

    [found] = evaluate(cases("no"), metrics, display_config=SILENT).test_results

    assert (found.success, [data.success for data in found.metrics_data]) == (True, [False, True])


def test_a_judge_that_fails_on_everything_is_not_asked_for_every_test_case() -> None:
    judge = Judge(fails_on="polite")

    found = evaluate(
        cases(*(f"reply {n}" for n in range(200))),
        [polite("A", judge)],
        display_config=SILENT,
        async_config=AsyncConfig(max_concurrent=2),
    )

    assert judge.calls < 10
    assert found.count("undecided") == 200
    assert "all failed alike" in (found.test_results[-1].metrics_data[0].error or "")


def test_measuring_one_after_the_other_gives_the_same() -> None:
    judge = Judge()
    metrics = [polite("A", judge), warm("B", judge), Length()]

    together = evaluate(cases("please", "no", "boom"), metrics, display_config=SILENT)
    apart = evaluate(
        cases("please", "no", "boom"), metrics, display_config=SILENT, async_config=AsyncConfig(run_async=False)
    )

    assert together.test_results == apart.test_results
    assert judge.most > 1


def test_measurements_begin_no_closer_than_the_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def at_once(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr("arbitree.evaluate.measurements.asyncio.sleep", at_once)
    evaluate(cases("a", "b", "c"), [Length()], display_config=SILENT, async_config=AsyncConfig(throttle_value=5))

    assert sorted(round(seconds) for seconds in waited if seconds) == [5, 10]


def test_everything_wrong_is_said_before_the_first_question() -> None:
    judge = Judge()
    with pytest.raises(CaseError) as cases_error:
        evaluate([LLMTestCase(input="x"), 17, "text"], [polite("A", judge)])
    with pytest.raises(UsageError) as metrics_error:
        evaluate(cases("x"), [polite("A", judge), object(), Length])
    with pytest.raises(JudgeError) as judge_error:
        evaluate(cases("x"), [polite("A", None), warm("B", None)])
    with pytest.raises(CaseError, match="no test case"):
        evaluate([], [polite("A", judge)])
    with pytest.raises(UsageError, match="no metric"):
        evaluate(cases("x"), [])

    assert [problem.where[:12] for problem in cases_error.value.problems] == ["test case 1;", "test case 2;"]
    assert [problem.where for problem in metrics_error.value.problems] == ["metrics[1]", "metrics[2]"]
    assert len(judge_error.value.problems) == 2
    assert judge.calls == 0


def test_metrics_and_test_cases_may_come_one_by_one() -> None:
    judge = Judge()

    found = evaluate(iter(cases("please", "no")), iter([polite("A", judge), warm("B", judge)]), display_config=SILENT)

    assert [len(one.metrics_data) for one in found.test_results] == [2, 2]


def test_metrics_that_ask_ahead_come_to_the_same() -> None:
    outputs = ("please", "no", "boom")

    frugal = evaluate(cases(*outputs), [warm("B", Judge())], display_config=SILENT)
    eager = evaluate(cases(*outputs), [warm("B", Judge(), schedule="eager")], display_config=SILENT)

    assert eager.test_results == frugal.test_results


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        AsyncConfig(max_concurrent=0)
    with pytest.raises(ValueError, match="at least 0"):
        AsyncConfig(throttle_value=-1)


def test_evaluate_works_inside_a_running_loop() -> None:
    async def inside() -> float | None:
        return (
            evaluate(cases("please"), [polite("A", Judge())], display_config=SILENT)
            .test_results[0]
            .metrics_data[0]
            .score
        )

    assert asyncio.run(inside()) == 1.0


def test_the_package_can_be_called_and_imported_from() -> None:
    judge = ScriptedJudge({"polite": True})

    assert arbitree.evaluate is evaluate
    assert evaluate(cases("x"), [polite("A", judge)], display_config=SILENT).test_results[0].success is True
    assert vars(arbitree.evaluate)["AsyncConfig"] is AsyncConfig


def test_the_report_shows_each_metric_and_what_was_shared(capsys: pytest.CaptureFixture[str]) -> None:
    judge = Judge()

    evaluate(cases("please", "no", None), [polite("A", judge), warm("B", judge)], identifier="Nightly")
    out, err = capsys.readouterr()

    assert out.startswith("Evaluation: Nightly\n")
    assert "test_case_0  A [DAG]           1.000  pass    The score is 1.0" in out
    assert "test_case_2  A [DAG]  0.200 to 1.000  open" in out
    assert "test cases  3: 1 passed, 1 failed, 1 undecided" in out
    assert "3 made, 2 saved" in out and "2 equal questions asked once" in out
    assert "3 of 3 cases" in err


def test_a_report_may_show_what_failed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    display = DisplayConfig(show_indicator=False, display_option=TestRunResultDisplay.FAILING)

    evaluate(cases("please", "no"), [polite("A", Judge())], display_config=display)
    out = capsys.readouterr().out

    assert "test_case_1" in out and "test_case_0" not in out and "2: 1 passed, 1 failed" in out


def test_results_are_written_where_that_is_asked_for(tmp_path: Path) -> None:
    display = DisplayConfig(print_results=False, show_indicator=False, results_folder=str(tmp_path / "results"))

    evaluate(cases("no"), [polite("A", Judge())], display_config=display, hyperparameters={"model": "m-1"})
    document = json.loads((tmp_path / "results" / "test_run.json").read_text(encoding="utf-8"))

    assert document["hyperparameters"] == {"model": "m-1"}
    assert document["counts"]["failed"] == 1
    assert document["test_results"][0]["metrics_data"][0]["path"] == [["polite", False]]
