"""How far votes agree: kappa against published figures, and what is counted node by node."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.grade import Grade
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Failed, Question, Reply, Result
from arbitree.core.scale import Scale
from arbitree.reports.agreement import agreement_dicts, agreement_part
from arbitree.reports.page import Grid
from arbitree.stats import agreements
from arbitree.stats.agreement import Agreement, Votes
from arbitree.stats.kappa import Kappa
from arbitree.testing import ScriptedJudge
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from tests.oracle.cascading import CASE, ENDS, sums
from tests.oracle.play import play

FLEISS = (
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
)
"""Ten subjects by fourteen raters in five categories, of kappa 0.210: the example of Wikipedia's page on Fleiss."""


def choosing(**own: object) -> Plan:
    node = Choose(name="tone", criteria="How?", options=ENDS, **own)  # type: ignore[arg-type]
    return compile_plan(Graph(nodes=(node,), defaults=Defaults(shows=("actual_output",))))


def results(plan: Plan, *rows: str, told: float | None = None) -> list[Result]:
    """One result for each row of votes: g, f, b, or x for one that failed; in the order of asking."""
    found: list[Result] = []
    for row in rows:
        votes = iter(row)

        def judge(question: Question, votes: object = votes) -> Answer:
            vote = next(votes)  # type: ignore[call-overload]
            if vote == "x":
                return Failed(kind="timeout", message="no reply")
            verdict = {"g": "good", "f": "fair", "b": "bad"}[vote]
            return Reply(text=json.dumps({"verdict": verdict}), probabilities=None if told is None else {verdict: told})

        found.append(play(plan, CASE, judge)[0])
    return found


def only(plan: Plan, found: list[Result]) -> Agreement:
    (one,) = agreements(found, plan)
    return one


def test_kappa_of_many_is_that_of_fleiss() -> None:
    kappa = Kappa(14)
    for row in FLEISS:
        kappa.add([category for category, count in enumerate(row) for _ in range(count)])

    assert kappa.value == pytest.approx(0.210, abs=0.0005)


def test_kappa_of_raters_who_always_agree_is_one_and_is_undefined_where_nothing_differs() -> None:
    agreeing, same = Kappa(3), Kappa(2)
    for verdict in "abab":
        agreeing.add([verdict] * 3)
        same.add(["a", "a"])

    assert (agreeing.value, same.value, Kappa(2).value) == (1.0, None, None)


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=1, max_size=30), st.integers(0, 99))
def test_kappa_is_the_same_in_any_order_and_never_above_one(rows: list[tuple[str, ...]], seed: int) -> None:
    one, other = Kappa(3), Kappa(3)
    for row in rows:
        one.add(row)
    for row in random.Random(seed).sample(rows, len(rows)):
        other.add(row)

    assert one.value == other.value
    assert one.value is None or one.value <= 1


def test_agreement_is_over_the_votes_that_were_cast() -> None:
    plan = choosing(votes=3)
    one = only(plan, results(plan, "gg", "gbg", "gbf", "xgg"))

    assert (one.asked, one.voted) == (4, 4)
    assert one.mean_agreement == pytest.approx((1 + 2 / 3 + 1 / 3 + 1) / 4)
    assert one.unanimous == 0.5
    assert (one.kappa, one.raters) == (None, ())


def test_kappa_is_over_the_members_that_are_always_asked() -> None:
    plan = choosing(judges=("a", "b", "c"))
    one = only(plan, results(plan, "gg", "bb", "gbg", "gg", "xgg"))

    assert (one.raters, one.rated) == (("a", "b"), 4)
    assert one.kappa == pytest.approx((0.75 - 0.5) / (1 - 0.5))


def test_of_five_members_three_are_always_asked() -> None:
    plan = choosing(judges=("a", "b", "c", "d", "e"))

    assert only(plan, results(plan, "ggg", "bbb")).raters == ("a", "b", "c")
    assert only(plan, results(plan, "ggg", "bbb")).kappa == 1.0


def test_members_that_vote_several_times_are_compared_by_their_first_votes() -> None:
    plan = choosing(judges=("a", "b"), votes=2, rule="unanimous")

    assert only(plan, results(plan, "gggg", "bb" + "bb")).raters == ("a", "b")


def test_what_a_cascade_passed_on_and_what_was_overturned_is_counted() -> None:
    plan = choosing(cascade=("cheap", "strong"))
    found = [*results(plan, "g", "b", told=0.95), *results(plan, "gg", "gb", "xb", "gx")]
    one = only(plan, found)

    assert (one.asked, one.passed_on, one.overturned, one.left_open) == (6, 4, 1, 0)
    assert one.voted == 0


def test_what_decide_leaves_with_an_unsure_judge_is_counted() -> None:
    plan = compile_plan(sums("first"))
    unsure = Reply(text='{"verdict": true}', probabilities={"yes": 0.6, "no": 0.4})
    result, _ = play(plan, CASE, lambda _: unsure, Limits(mode="decide"))

    assert only(plan, [result]).left_open == 1


def test_votes_are_counted_by_the_place_of_the_option_where_options_are_shuffled() -> None:
    plan, fixed = choosing(votes=3, shuffle=1, rule="unanimous"), choosing(votes=3, rule="unanimous")

    def first(question: Question) -> Reply:
        return Reply(text=json.dumps({"verdict": question.shape.options[0]}))

    assert only(plan, [play(plan, CASE, first)[0]]).by_place == (2, 0, 0)
    assert only(fixed, [play(fixed, CASE, first)[0]]).by_place == ()


@given(graphs(), cases(), scripts())
def test_a_node_is_looked_at_where_several_votes_are_cast_and_only_there(
    graph: Graph, case: Case, script: Script
) -> None:
    plan = compile_plan(graph)
    result, _ = play(plan, case, script)
    found = agreements([result], plan)
    several = {place.name for place in plan.whole.places if place.votes * place.stages > 1}
    asked = {step.node for step in result.trace if step.attempts}

    assert {one.node for one in found} == several & asked
    for one in found:
        assert one.voted <= one.asked
        assert one.mean_agreement is None or 0 <= one.mean_agreement <= 1
        assert one.overturned <= one.passed_on <= one.asked


def test_results_may_come_in_any_order() -> None:
    plan = choosing(judges=("a", "b", "c"))
    found = results(plan, "gg", "bb", "gbg", "xgg")

    assert agreements(found, plan) == agreements(found[::-1], plan)


def test_a_rubric_without_votes_has_no_agreement() -> None:
    votes = Votes(choosing())

    assert votes.agreements() == ()
    assert list(agreement_part(())) == []


def test_the_table_shows_the_columns_that_say_something() -> None:
    plan = choosing(judges=("a", "b", "c"))
    _, grid = agreement_part(agreements(results(plan, "gg", "bb", "gbg"), plan))
    assert isinstance(grid, Grid)

    assert grid.headings == ("node", "asked", "agreement", "unanimous", "kappa")
    assert [cell.text for cell in grid.rows[0]] == ["tone", "3", "88.9%", "66.7%", "0.40 (a, b)"]


def test_as_plain_values_what_says_nothing_is_left_out() -> None:
    (row,) = agreement_dicts([replace(Agreement(node="tone", asked=2), by_place=(1, 1))])

    assert row == {
        "node": "tone", "asked": 2, "voted": 0, "rated": 0, "passed_on": 0, "overturned": 0, "left_open": 0,
        "by_place": (1, 1),
    }  # fmt: skip


def test_of_grades_the_spread_tells_how_far_they_are_apart() -> None:
    node = Grade(name="clear", criteria="How clear?", steps=(), scale=Scale(low=1, high=5), votes=3)
    plan = compile_plan(Graph(nodes=(node,), defaults=Defaults(shows=("actual_output",))))
    rows = [play(plan, CASE, partial(graded, votes))[0] for votes in ((4, 4, 4), (1, 3, 5))]
    one = only(plan, rows)

    assert (one.asked, one.voted, one.spread, one.unanimous, one.mean_agreement) == (2, 2, 0.5, 0.5, None)


def graded(votes: tuple[int, ...], question: Question) -> Reply:
    return Reply(text=json.dumps({"reason": "r", "grade": votes[question.sample]}))


def test_what_is_asked_of_each_item_counts_once_for_each() -> None:
    rubric = Rubric.loads(EACH)
    strong = {"claims": ["one", "two"], "ok": False}
    unsure = Reply(text="yes", probabilities={"yes": 0.6, "no": 0.4})
    judges = {"cheap": ScriptedJudge({"ok": unsure}), "strong": ScriptedJudge(strong)}
    found = rubric.run([{"text": "One. Two."}], judges=judges)
    (one,) = agreements(found, compile_plan(rubric.graph))

    assert (one.node, one.asked, one.passed_on, one.overturned) == ("ok", 2, 2, 2)


EACH = """
arbitree: 1
defaults: {shows: [text], judge: [cheap, strong]}
nodes:
  all: {each: {over: claims, as: claim, do: ok}}
  ok: {ask: Is it so?, reads: [claim]}
  claims: {task: List the claims., gives: list, judge: strong}
"""
