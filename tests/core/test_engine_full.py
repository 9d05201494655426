"""The mode `full` against the plain definition: results, questions and traces, in any order and grouping."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import conclude
from arbitree.core.graph import Graph
from arbitree.core.records import Result, Step, Style
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.results import trace_bytes
from tests.oracle.completions import Hull, TooMany
from tests.oracle.full import Entry, Plain
from tests.oracle.play import fed, play, shuffled, stages
from tests.plugins.examples import examples

styles = st.sampled_from(("messages", "plain"))
seeds = st.integers(0, 10_000).map(random.Random)


@examples(500, 10_000)
@given(graphs(), cases(), scripts(), styles, seeds)
def test_full_is_the_plain_definition_at_every_stage(
    graph: Graph, case: Case, script: Script, style: Style, rng: random.Random
) -> None:
    plan = compile_plan(graph, style=style)
    for answers, (result, questions) in stages(plan, case, script, rng=rng):
        oracle = Plain.of(graph, case, answers, style)
        assert {question.key for question in questions} == oracle.keys
        try:
            trace = oracle.trace()
        except TooMany:
            continue
        assert len(result.trace) == len(trace)
        for step, entry in zip(result.trace, trace, strict=True):
            assert_step(step, entry)
        assert_standing(result, oracle)


@examples(200, 10_000)
@given(graphs(), cases(), scripts(), styles, seeds)
def test_neither_order_nor_grouping_of_answers_changes_a_byte(
    graph: Graph, case: Case, script: Script, style: Style, rng: random.Random
) -> None:
    plan = compile_plan(graph, style=style)
    result, answers = play(plan, case, script)
    in_groups, asked = fed(plan, case, script, rng=rng)
    known = shuffled({**answers, "q1-of-nobody": script(asked[0])} if asked else answers, rng)

    assert result == in_groups == conclude(plan, case, known).result
    assert trace_bytes(result) == trace_bytes(in_groups) == trace_bytes(conclude(plan, case, known).result)
    assert sorted(answers) == sorted(question.key for question in asked)


def assert_step(step: Step, entry: Entry) -> None:
    assert (step.node, step.after, step.value, step.to) == (entry.node, entry.after, entry.value, entry.to)
    assert (step.cause.kind if step.cause else "") == entry.cause
    if step.value is not None or step.cause is not None:
        assert tuple((attempt.key, attempt.reply) for attempt in step.attempts) == entry.attempts
    if entry.hull is not None:
        assert_hull(step.score, step.interval, entry.hull)


def assert_hull(score: float | None, interval: tuple[float, float] | None, hull: Hull) -> None:
    if hull.low > hull.high:
        assert score is None
        assert interval is None
        return
    assert (interval or (score, score)) == (hull.low, hull.high)
    assert (score is not None) == (hull.low == hull.high and not hull.may_lack)


def assert_standing(result: Result, oracle: Plain) -> None:
    hull = oracle.completions.hull(oracle.definition.start)
    lacks = hull.low > hull.high
    point = hull.low == hull.high and not hull.may_lack
    sure = not hull.may_lack and not lacks
    passed = True if sure and hull.low >= result.threshold else False if sure and hull.high < result.threshold else None
    assert result.passed == passed
    if lacks:
        assert result.status == "not_applicable"
    elif point:
        assert (result.status, result.score) == ("scored", hull.low)
    else:
        assert result.status == ("undecided" if passed is None else "decided")
    roots = {spot.name for spot in oracle.roots}
    named = [problem.node for problem in (*result.causes, *result.warnings)]
    assert set(named) == roots
    if result.status != "undecided":
        assert not result.causes
    else:
        identity = oracle.completions.identity
        blamed = {identity(spot) for spot in oracle.roots if spot.name in {problem.node for problem in result.causes}}
        assert {identity(spot) for spot in oracle.roots if oracle.still_matters(spot)} <= blamed
