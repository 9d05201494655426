"""Random rubrics with grades in them: what holds of every rubric holds of these."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, begin, conclude, finish
from arbitree.core.graph import Graph
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Result
from arbitree.core.worth import Worth
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.unsayable import refused_in_files

GRAPHS = graphs(grades=True)


def _played(plan: Plan, case: Case, judge: Script, limits: Limits) -> tuple[Result, list[Result]]:
    """The end, and every result on the way, with all questions that are asked answered together."""
    answers: dict[str, Answer] = {}
    told: list[Result] = []
    while True:
        result, questions = conclude(plan, case, answers, limits)
        told.append(result)
        if not questions:
            return result, told
        answers.update({question.key: judge(question) for question in questions})


@given(GRAPHS, cases(), scripts(), st.integers(0, 99), st.sampled_from(("full", "decide")))
@settings(max_examples=60)
def test_the_order_of_answers_makes_no_difference(
    graph: Graph, case: Case, judge: Script, seed: int, mode: str
) -> None:
    plan, drawn = compile_plan(graph), random.Random(seed)
    limits = Limits(mode="full" if mode == "full" else "decide")
    walk = begin(plan, case, limits)
    while walk.open:
        key = drawn.choice(sorted(walk.open))
        walk.take(key, judge(walk.open[key]))
        walk.advance()

    assert finish(walk, limits) == _played(plan, case, judge, limits)[0]


@given(GRAPHS, cases(), scripts(trouble=1))
@settings(max_examples=60)
def test_every_interval_on_the_way_holds_the_score(graph: Graph, case: Case, judge: Script) -> None:
    plan = compile_plan(graph)
    end, way = _played(plan, case, judge, Limits())

    for result in way:
        assert result.interval is None or end.interval is None or _holds(result.interval, end.interval)


@given(GRAPHS, cases(), scripts(trouble=0), st.sampled_from((0.0, 0.3, 0.5, 0.75, 1.0)))
@settings(max_examples=60)
def test_what_is_decided_is_what_all_answers_come_to(graph: Graph, case: Case, judge: Script, bar: float) -> None:
    plan = compile_plan(graph)

    whole, _ = _played(plan, case, judge, Limits(threshold=bar))
    decided, _ = _played(plan, case, judge, Limits(mode="decide", threshold=bar))

    assert decided.passed == whole.passed
    assert decided.usage.calls <= whole.usage.calls
    assert decided.interval is None or whole.interval is None or _holds(decided.interval, whole.interval)


@given(GRAPHS)
@settings(max_examples=60)
def test_a_rubric_with_grades_is_read_back_as_it_was_written(graph: Graph) -> None:
    if refused_in_files(graph):
        return
    text = dump_rubric(graph)

    assert dump_rubric(load_rubric(text).graph) == text
    assert load_rubric(text).graph == graph


@given(GRAPHS)
@settings(max_examples=30)
def test_what_is_expected_before_the_first_answer_is_a_whole_interval(graph: Graph) -> None:
    plan = compile_plan(graph)

    assert plan.outlook is not None
    for place in plan.places:
        if place.graded:
            assert plan.outlook.worths[place.index] == Worth(0.0, 1.0, False)


def _holds(outer: tuple[float, float], inner: tuple[float, float]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
