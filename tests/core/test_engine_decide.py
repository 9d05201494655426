"""The mode `decide` against the plain definition: it asks what the policy says, stops when a side is settled, and is
never contradicted."""

from __future__ import annotations

import random

from hypothesis import assume, given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.decide import Decide
from arbitree.core.engine import Limits, begin, conclude
from arbitree.core.graph import Graph
from arbitree.core.hull import bounds_of
from arbitree.core.plan import Plan
from arbitree.core.records import Style
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.results import trace_bytes
from tests.oracle.completions import TooMany
from tests.oracle.play import fed, play, shuffled, stages
from tests.oracle.policy import Deciding
from tests.plugins.examples import examples

styles = st.sampled_from(("messages", "plain"))
seeds = st.integers(0, 10_000).map(random.Random)
DECIDE = Limits(mode="decide")


@examples(500, 10_000)
@given(graphs(), cases(), scripts(), styles, seeds)
def test_decide_asks_what_the_stated_policy_says(
    graph: Graph, case: Case, script: Script, style: Style, rng: random.Random
) -> None:
    plan = compile_plan(graph, style=style)
    assume(not counts_one_question_in_two_ways(plan))
    for answers, (result, questions) in stages(plan, case, script, DECIDE, rng=rng):
        keys = {question.key for question in questions}
        try:
            state = Deciding.of(graph, case, answers, style, graph.threshold)
            allowed = state.next_keys()
        except TooMany:
            return
        if keys:
            assert keys in allowed
        else:
            assert not allowed
        hull = state.hull(state.definition.start)
        assert result.interval == (None if hull.low > hull.high else (hull.low, hull.high))


@examples(200, 10_000)
@given(graphs(), cases(), scripts(), seeds)
def test_decide_says_what_full_says(graph: Graph, case: Case, script: Script, rng: random.Random) -> None:
    plan = compile_plan(graph)
    full, answers = play(plan, case, script)
    decided, asked = fed(plan, case, script, DECIDE, rng=rng)

    if decided.passed is not None:
        assert full.passed in (decided.passed, None) and (full.passed is not None or full.status == "undecided")
    if full.passed is not None:
        assert decided.passed == full.passed
    if decided.status in ("scored", "not_applicable"):
        assert (decided.status, decided.score) == (full.status, full.score)
    assert {question.key for question in asked} <= set(answers)


@examples(200, 10_000)
@given(graphs(), cases(), scripts(), styles, seeds)
def test_neither_order_nor_grouping_nor_other_answers_change_a_byte(
    graph: Graph, case: Case, script: Script, style: Style, rng: random.Random
) -> None:
    plan = compile_plan(graph, style=style)
    _, everything = play(plan, case, script)
    result, answers = play(plan, case, script, DECIDE)
    in_groups, asked = fed(plan, case, script, DECIDE, rng=rng)
    concluded = conclude(plan, case, shuffled({**everything, **answers}, rng), DECIDE)

    assert result == in_groups == concluded.result
    assert trace_bytes(result) == trace_bytes(in_groups) == trace_bytes(concluded.result)
    assert not concluded.questions
    assert len({question.key for question in asked}) == len(asked)


@examples(100, 10_000)
@given(graphs(), cases(), scripts(), seeds)
def test_what_decide_keeps_up_is_what_it_would_work_out_anew(
    graph: Graph, case: Case, script: Script, rng: random.Random
) -> None:
    plan = compile_plan(graph)
    walk = begin(plan, case, DECIDE)
    assert isinstance(walk, Decide)
    while True:
        kept, anew = walk.worths, bounds_of(walk).worths
        assert kept[plan.start] == anew[plan.start]
        assert [kept[index] for index in sorted(walk.reached)] == [anew[index] for index in sorted(walk.reached)]
        if not walk.open:
            return
        question = rng.choice(walk.questions)
        walk.take(question.key, script(question))
        walk.advance()


def counts_one_question_in_two_ways(plan: Plan) -> bool:
    """Whether places ask the same words but by other votes: then one may find its question answered before it is
    thought of as asked, which the policy does not foresee."""
    words: dict[object, int] = {}
    for place in plan.places:
        if place.wording is not None:
            key = (place.wording.asks, place.wording.shape, place.shown)
            if words.setdefault(key, place.same) != place.same and place.branches:
                return True
    return False
