"""Rubrics that go over lists, at random: nothing depends on who answers first, and both modes agree."""

from __future__ import annotations

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode
from arbitree.core.graph import Graph
from arbitree.core.records import Result
from arbitree.testing.script import Script
from arbitree.testing.strategies import scripts
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.results import result_dict, result_from_dict, trace_bytes
from tests.oracle.lists import cases_with_lists, graphs_over_lists, telling, written_out
from tests.oracle.play import fed, play, stages

MODES = st.sampled_from(("full", "decide"))


def standing(result: Result) -> tuple[object, ...]:
    return result.status, result.score, result.interval, result.passed


@settings(max_examples=60)
@given(graphs_over_lists(), cases_with_lists(), scripts(), MODES, st.integers(0, 99))
def test_answers_in_any_order_and_grouping_give_the_same_trace(
    graph: Graph, case: Case, script: Script, mode: Mode, seed: int
) -> None:
    plan, limits = compile_plan(graph), Limits(mode=mode)
    rng = random.Random(seed)
    first, answers = play(plan, case, script, limits)
    second, asked = fed(plan, case, script, limits, rng=rng)
    *_, (_, last) = stages(plan, case, script, limits, rng=rng)

    assert trace_bytes(first) == trace_bytes(second) == trace_bytes(last.result)
    assert {question.key for question in asked} == set(answers)
    assert first.usage == second.usage == last.result.usage
    assert result_from_dict(result_dict(first)) == first


@settings(max_examples=60)
@given(graphs_over_lists(), cases_with_lists(), scripts(trouble=0))
def test_decide_comes_to_the_side_that_full_comes_to_and_asks_no_more(graph: Graph, case: Case, script: Script) -> None:
    plan = compile_plan(graph)
    full, everything = play(plan, case, script)
    decided, asked = play(plan, case, script, Limits(mode="decide"))

    assert set(asked) <= set(everything)
    assert decided.passed == full.passed
    if decided.interval is not None and full.score is not None:
        assert decided.interval[0] <= full.score <= decided.interval[1]


@settings(max_examples=60)
@given(graphs_over_lists(), cases_with_lists(), scripts(), MODES, st.integers(0, 99))
def test_what_can_still_be_scored_only_narrows(graph: Graph, case: Case, script: Script, mode: Mode, seed: int) -> None:
    plan, low, high = compile_plan(graph), 0.0, 1.0
    for _, conclusion in stages(plan, case, script, Limits(mode=mode), rng=random.Random(seed)):
        interval = conclusion.result.interval
        if interval is None:
            assert not conclusion.questions or conclusion.result.status == "not_applicable"
            continue
        assert low <= interval[0] <= interval[1] <= high
        low, high = interval


@settings(max_examples=80)
@given(graphs_over_lists(), cases_with_lists(), scripts(trouble=1))
def test_an_each_comes_to_what_the_weigh_of_its_items_written_out_comes_to(
    graph: Graph, case: Case, script: Script
) -> None:
    assume("inner" not in graph.by_name)
    rolled, _ = play(compile_plan(graph), case, script)
    listed = next((step.value for step in rolled.trace if step.node == "listing"), None)
    things = case.fields["things"] if "listing" not in graph.by_name else listed
    assume(isinstance(things, (list, tuple)) and things)
    assert isinstance(things, (list, tuple))
    plain, says = written_out(graph, things)
    weighed, _ = play(compile_plan(plain), case, telling(script, says))

    assert standing(rolled) == standing(weighed)


@settings(max_examples=60)
@given(graphs_over_lists())
def test_a_rubric_that_goes_over_lists_is_read_back_as_it_was_written(graph: Graph) -> None:
    text = dump_rubric(graph)
    again = load_rubric(text).graph

    assert again == graph
    assert dump_rubric(again) == text
