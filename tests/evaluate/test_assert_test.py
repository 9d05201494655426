"""`assert_test`: the AssertionError says of each metric that failed how and why."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree import Rubric, assert_test
from arbitree.core.graph import Graph
from arbitree.core.kinds.grade import Grade
from arbitree.core.scale import Scale
from arbitree.metrics import DAGMetric
from arbitree.test_case import LLMTestCase
from arbitree.testing import ScriptedJudge
from tests.evaluate.metrics import Judge, Length, cases, polite, warm

[NO] = cases("no")
[PLEASE] = cases("please")


def message(test_case: Any, metrics: list[Any], **more: Any) -> str:
    with pytest.raises(AssertionError) as raised:
        assert_test(test_case, metrics, **more)
    return str(raised.value)


def test_a_test_case_that_meets_every_metric_passes() -> None:
    judge = Judge()

    assert_test(PLEASE, [polite("A", judge), warm("B", judge), Length()])
    assert_test(test_case=PLEASE, metrics=[polite("A", judge)], run_async=False)


def test_each_metric_that_failed_is_named_with_score_threshold_path_and_reason() -> None:
    judge = Judge()

    text = message(NO, [polite("A", judge), warm("B", judge), polite("C", judge, threshold=0.1)])

    assert text.splitlines() == [
        '2 of 3 metrics failed on "test_case_0"',
        "A [DAG] failed: score 0.200, threshold 0.5",
        "  polite: no → 2 of 10  (It says so.)",
        "B [DAG] failed: score 0.000, threshold 0.5",
        "  first: no → 0 of 10  (It says so.)",
    ]


def test_a_longer_path_is_told_step_by_step() -> None:
    assert message(PLEASE, [warm("B", Judge(), threshold=0.9)]).splitlines()[1:] == [
        "B [DAG] failed: score 0.800, threshold 0.9",
        "  first: yes → warmth  (It says so.)",
        "  warmth: warm → 8 of 10  (It greets.)",
    ]


def test_what_is_undecided_fails_with_its_interval_its_cause_and_its_mend() -> None:
    text = message(LLMTestCase(input="Where?", name="q-1"), [polite("A", Judge())])

    assert text.startswith('1 of 1 metrics failed on "q-1"\nA [DAG] is undecided: it can score 0.200 to 1.000')
    assert 'it shows "actual_output", which the case does not have' in text
    assert "mend   give the case" in text


def test_a_metric_of_another_maker_is_told_with_its_reason() -> None:
    assert message(NO, [Length()]) == (
        '1 of 1 metrics failed on "test_case_0"\nLength failed: score 0.200, threshold 0.5\n  reason  after 1'
    )


def test_what_is_flaky_is_only_warned_of() -> None:
    judge = Judge()
    with pytest.warns(UserWarning, match="(?s)flaky.*A .DAG. failed"):
        assert_test(NO, [polite("A", judge, flaky=True), polite("B", judge, threshold=0.1)])
    with pytest.warns(UserWarning, match="flaky"):
        assert_test(LLMTestCase(input="x", actual_output="no", flaky=True), [polite("A", judge)])


def test_text_under_judgement_cannot_write_over_the_terminal() -> None:
    class Echo(Judge):
        async def a_generate(self, prompt: str) -> dict[str, object]:
            return {"verdict": False, "reason": "\x1b[2J\nA [DAG] passed"}

    text = message(NO, [polite("A", Echo())])

    assert "\x1b" not in text and len(text.splitlines()) == 3


def test_a_grade_is_told_with_what_it_is_worth() -> None:
    graph = Graph(
        nodes=(
            Grade(
                name="tone",
                criteria="How friendly is it?",
                shows=("actual_output",),
                scale=Scale(low=1, high=5),
                steps=(),
            ),
        )
    )
    judge = ScriptedJudge({"tone": 2}, reason="It is curt.")

    text = message(NO, [DAGMetric("Tone", graph, judge, include_reason="path")])

    assert text.splitlines()[1:] == [
        "Tone [DAG] failed: score 0.250, threshold 0.5",
        "  tone: 2 → 2.5 of 10  (It is curt.)",
    ]


def test_what_is_said_of_an_item_of_a_list_names_it() -> None:
    rubric = Rubric.loads(CLAIMS)
    judge = ScriptedJudge({"claims": ["It shipped.", "It is red."], "supported": False})

    text = message(NO, [DAGMetric("Claims", rubric.graph, judge, include_reason="path")])

    assert '  supported[2] "It is red.": no → 0 of 10  (as scripted)' in text.splitlines()


CLAIMS = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  claims: {task: List the claims., gives: list}
  all:
    each: {over: claims, as: claim, do: supported}
  supported: {ask: Is it supported?, reads: [claim]}
"""
