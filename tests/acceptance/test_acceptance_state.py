"""What the list of acceptance asks of the state that a run leaves, by its numbers: none."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.records import Result
from arbitree.errors import UndecidedWarning
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.test_case import LLMTestCase, SingleTurnParams
from arbitree.testing import ScriptedJudge, in_turn, raw
from tests.acceptance.ways import ran

YES_NO = Graph(nodes=(Ask(name="A", criteria="A?"),), defaults=Defaults(shows=("actual_output",)))
EXPECTED = Graph(
    nodes=(
        Ask(name="A", criteria="A?", shows=("actual_output",), yes="E", no=0),
        Ask(name="E", criteria="E?", shows=("actual_output", "expected_output")),
    )
)


def test_acceptance_15_one_plan_leaves_nothing_of_a_case_to_the_next() -> None:
    plan = compile_plan(YES_NO, style="plain")
    valid = raw('{"verdict": true}')
    first = ran(plan, {"A": valid}).result
    garbage = ran(plan, {"A": raw("no JSON at all")}).result
    last = ran(plan, {"A": valid}).result

    assert (garbage.status, garbage.score) == ("undecided", None)
    assert garbage.error
    assert first == last
    assert (first.score, first.error) == (1.0, "")


def test_acceptance_15_one_metric_object_leaves_nothing_of_a_case_to_the_next() -> None:
    judge = ScriptedJudge({"polite": in_turn(True, raw("no JSON"), raw("none"), raw("still none"), True)})
    metric = DAGMetric("Polite", _polite(), judge, include_reason=False)
    first, first_result = metric.measure(LLMTestCase(input="1", actual_output="Please.")), metric.result
    with pytest.warns(UndecidedWarning):
        second = metric.measure(LLMTestCase(input="2", actual_output="Go away."))
    garbage = (second, metric.score, metric.success, bool(metric.error))
    third = metric.measure(LLMTestCase(input="3", actual_output="Thanks."))

    assert (first, garbage, third) == (1.0, (None, None, False, True), 1.0)
    assert (metric.error, metric.success) == (None, True)
    assert first_result is not None
    assert first_result.score == 1.0


def test_acceptance_16_one_metric_object_scores_fifty_cases_at_once_and_mixes_none_up() -> None:
    def judge(prompt: str) -> str:
        number = re.findall(r"reply-(\d+)", prompt)[-1]
        return f'{{"verdict": {"true" if int(number) % 2 else "false"}, "reason": "It is reply-{number}."}}'

    metric = DAGMetric("Polite", _polite(), judge, include_reason=False)
    given = [LLMTestCase(input="?", actual_output=f"This is reply-{number}.") for number in range(50)]

    async def overlapping() -> list[Result]:
        return await asyncio.gather(*map(metric.arun, given))

    with ThreadPoolExecutor(8) as pool:
        results = [asyncio.run(overlapping()), list(pool.map(metric.run, given))]
    for found in results:
        assert [result.score for result in found] == [float(number % 2) for number in range(50)]
        for number, result in enumerate(found):
            assert set(re.findall(r"reply-\d+", str(result))) == {f"reply-{number}"}


def _polite() -> DeepAcyclicGraph:
    params = [SingleTurnParams.ACTUAL_OUTPUT]
    polite = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=params, name="polite")
    polite.add_verdict(True, score=10)
    polite.add_verdict(False, score=0)
    return DeepAcyclicGraph(root_nodes=[polite])


def case(**fields: str | None) -> Case:
    return Case(id="q-1", fields=fields)


def test_acceptance_18_a_missing_field_touches_only_the_way_that_shows_it() -> None:
    run = ran(EXPECTED, {"A": False}, case(actual_output="Yes."))

    assert (run.result.score, run.result.causes) == (0.0, ())


def test_acceptance_18_a_missing_field_that_is_needed_leaves_the_case_undecided() -> None:
    for style in ("plain", "messages"):
        run = ran(EXPECTED, {"A": True}, case(actual_output="Yes."), style=style)  # type: ignore[arg-type]

        assert (run.result.status, run.result.interval) == ("undecided", (0.0, 1.0))
        assert [(cause.kind, cause.node) for cause in run.result.causes] == [("missing_field", "E")]
        assert run.nodes == ["A"]
        assert "None" not in "".join(question.prompt for question in run.asked)


def test_acceptance_18_none_and_null_are_shown_to_no_judge_where_a_missing_field_is_asked_about() -> None:
    graph = Graph(nodes=(Ask(name="E", criteria="E?", shows=("actual_output", "expected_output"), on_missing="ask"),))
    run = ran(graph, {"E": True}, case(actual_output="Yes.", expected_output=None))

    assert run.result.score == 1.0
    assert "[nothing was given here]" in run.prompt("E")
    assert "None" not in run.prompt("E")
    assert "null" not in run.prompt("E")


def test_acceptance_18_an_empty_field_is_undecided_or_judged_with_a_marker() -> None:
    empty, blank = case(actual_output=""), case(actual_output=" \n")
    asked = Graph(nodes=(Ask(name="A", criteria="A?", on_empty="ask"),), defaults=YES_NO.defaults)

    assert [cause.kind for cause in ran(YES_NO, {"A": True}, empty).result.causes] == ["empty_field"]
    assert [cause.kind for cause in ran(YES_NO, {"A": True}, blank).result.causes] == ["blank_field"]
    assert "[this is empty: no text at all]" in ran(asked, {"A": True}, empty).prompt("A")
    assert "[this is blank: white space only]" in ran(asked, {"A": True}, blank).prompt("A")


def test_acceptance_18_a_check_sees_an_empty_field() -> None:
    graph = Graph(nodes=(Check(name="C", tests=(("lacks", "refund"),), of=("actual_output",)),))
    run = ran(graph, {}, case(actual_output=""))

    assert (run.result.score, run.calls) == (1.0, 0)


def test_acceptance_18_a_policy_says_what_becomes_of_a_gap() -> None:
    for policy, status, score in (
        (NOT_APPLICABLE, "not_applicable", None),
        (4.0, "scored", 0.4),
        ("undecided", "undecided", None),
    ):
        graph = Graph(nodes=(Ask(name="E", criteria="E?", shows=("expected_output",), on_missing=policy),))  # type: ignore[arg-type]
        run = ran(graph, {}, case(actual_output="Yes."))

        assert (run.result.status, run.result.score, run.calls) == (status, score, 0)
