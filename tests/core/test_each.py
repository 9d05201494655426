"""The rules of `each`, one by one: an example of each. Properties stand in test_engine_*."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import NO_LIMITS, Limits
from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Failed, ItemSeen, Question
from arbitree.executors.score import score_case
from arbitree.judges.layers import limited
from arbitree.testing import Scripted, ScriptedJudge
from tests.acceptance.ways import OUT, Ran, ran

DECIDE = Limits(mode="decide")
CLAIMS = Task(name="claims", instructions="List every claim.", gives="list")
SUPPORTED = Ask(name="supported", criteria="Is the claim true?", shows=("context",), reads=("claim",))
CASE = Case(id="q-1", fields={"actual_output": "Three claims.", "context": "What is known."})


def each(**more: object) -> Each:
    return Each(**{"name": "faithful", "over": "claims", "item": "claim", "do": "supported", **more})  # type: ignore[arg-type]


def graph(*nodes: AnyNode, **more: object) -> Graph:
    return Graph(name="Lists", nodes=nodes, defaults=Defaults(shows=("actual_output",)), **more)  # type: ignore[arg-type]


def by_item(**answers: Scripted) -> Callable[[Question], Scripted]:
    """An answer for each item, by a word of its text."""

    def answer(question: Question) -> Scripted:
        return next(said for word, said in answers.items() if f"claim:\n{word}" in question.prompt)

    return answer


def went(
    nodes: tuple[AnyNode, ...],
    claims: Scripted,
    supported: Scripted = True,
    *,
    case: Case = CASE,
    limits: Limits = NO_LIMITS,
    **more: Scripted,
) -> Ran:
    return ran(graph(*nodes), {"claims": claims, "supported": supported, **more}, case, limits=limits)


THREE = ("a", "b", "c")
TRUE_FALSE_TRUE = by_item(a=True, b=False, c=True)


def test_its_body_is_asked_once_for_each_item_and_its_score_is_their_mean() -> None:
    run = went((CLAIMS, each(), SUPPORTED), THREE, TRUE_FALSE_TRUE)

    assert (run.result.score, run.calls) == (pytest.approx(2 / 3), 4)


def test_its_steps_name_the_item_they_are_about_item_by_item() -> None:
    told = Weigh(name="told", parts=(Part(node="supported"), Part(node="clear")))
    clear = Ask(name="clear", criteria="Is it clear?", reads=("claim",))
    run = went((CLAIMS, each(do="told"), SUPPORTED, told, clear), ("a", "b"), True, clear=True)

    seen = [(step.node, *(item.number for item in step.items)) for step in run.result.trace]
    assert seen == [
        ("claims",),
        ("faithful",),
        ("told", 1),
        ("supported", 1),
        ("clear", 1),
        ("told", 2),
        ("supported", 2),
        ("clear", 2),
    ]
    assert run.result.trace[3].items == (ItemSeen("faithful", 1, "a"),)


@pytest.mark.parametrize(
    ("by", "score"), [("mean", 2 / 3), ("min", 0.0), ("max", 1.0), ("all", 0.0), ("any", 1.0), ("share", 2 / 3)]
)
def test_each_rule_combines_the_items_as_it_says(by: str, score: float) -> None:
    run = went((CLAIMS, each(by=by), SUPPORTED), THREE, TRUE_FALSE_TRUE)

    assert run.result.score == pytest.approx(score)


@pytest.mark.parametrize(("by", "score"), [("share", 0.5), ("all", 0.0), ("any", 1.0), ("mean", 0.55)])
def test_an_item_is_met_at_or_above_met(by: str, score: float) -> None:
    body = Ask(name="supported", criteria="Is it so?", reads=("claim",), yes=6, no=5)
    met = {} if by == "mean" else {"met": 6.0}
    run = went((CLAIMS, each(by=by, **met), body), ("a", "b"), by_item(a=True, b=False))

    assert run.result.score == pytest.approx(score)


def test_an_item_that_is_not_applicable_is_left_out() -> None:
    body = Ask(name="supported", criteria="Is it so?", reads=("claim",), no=NOT_APPLICABLE)

    assert went((CLAIMS, each(by="share"), body), THREE, TRUE_FALSE_TRUE).result.score == 1.0
    assert went((CLAIMS, each(by="all"), body), THREE, TRUE_FALSE_TRUE).result.score == 1.0
    assert went((CLAIMS, each(), body), THREE, False).result.status == "not_applicable"


def test_what_does_not_depend_on_the_item_is_asked_once() -> None:
    body = Ask(name="supported", criteria="Is it so?", reads=("claim",), yes="polite", no=0)
    polite = Ask(name="polite", criteria="Is it polite?")
    run = went((CLAIMS, each(), body, polite), THREE, True, polite=True)

    assert (run.result.score, run.nodes.count("polite"), run.calls) == (1.0, 1, 5)


def test_a_task_that_reads_the_item_is_asked_for_each_item() -> None:
    evidence = Task(name="evidence", instructions="Quote what speaks for it.", shows=("context",), reads=("claim",))
    body = Ask(name="supported", criteria="Is it so?", shows=(), reads=("claim", "evidence"))
    run = went((CLAIMS, each(), evidence, body), ("a", "b"), True, evidence="A quote.")

    assert (run.nodes.count("evidence"), run.nodes.count("supported"), run.result.score) == (2, 2, 1.0)


def test_equal_items_are_asked_once_and_count_as_often_as_they_stand_there() -> None:
    run = went((CLAIMS, each(), SUPPORTED), ("a", "b", "a"), by_item(a=True, b=False))

    assert (run.result.score, run.calls) == (pytest.approx(2 / 3), 3)
    assert [step.items[0].number for step in run.result.trace if step.items] == [1, 2, 3]


@pytest.mark.parametrize(
    ("empty", "status", "score"),
    [
        (NOT_APPLICABLE, "not_applicable", None),
        (10.0, "scored", 1.0),
        (0.0, "scored", 0.0),
        ("undecided", "undecided", None),
    ],
)
def test_an_empty_list_follows_the_declared_policy(empty: object, status: str, score: float | None) -> None:
    run = went((CLAIMS, each(empty=empty), SUPPORTED), ())

    assert (run.result.status, run.result.score, run.calls) == (status, score, 1)


def test_an_empty_column_follows_the_policy_without_a_call() -> None:
    case = Case(id="q-1", fields={"claims": [], "context": "c"})
    run = ran(graph(each(empty=10.0), SUPPORTED), {}, case)

    assert (run.result.score, run.calls) == (1.0, 0)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("a, b", "not_a_list"),
        ("[a, b", "not_a_list"),
        ({"a": 1}, "not_a_list"),
        (["a", ""], "not_a_list"),
        ([{"text": "a", "points": 10**400}], "not_a_list"),
        (None, "missing_field"),
    ],
)
def test_a_column_that_is_no_list_leaves_the_case_undecided_and_names_the_node(value: object, kind: str) -> None:
    run = ran(graph(each(), SUPPORTED), {}, Case(id="q-1", fields={"claims": value, "context": "c"}))

    [cause] = run.result.causes
    assert (run.result.status, cause.kind, cause.node, run.calls) == ("undecided", kind, "faithful", 0)


def test_a_task_that_gives_no_list_leaves_the_case_undecided() -> None:
    run = went((CLAIMS, each(), SUPPORTED), None)

    [cause] = run.result.causes
    assert (run.result.status, cause.node, run.nodes) == ("undecided", "claims", ["claims"] * 3)


def test_a_column_brings_texts_or_texts_with_points() -> None:
    criteria = [
        {"text": "States the dose.", "points": 7},
        {"text": "Cites.", "points": 3},
        {"text": "Lies.", "points": -8},
    ]
    case = Case(id="q-1", fields={"actual_output": "x", "rubrics": criteria, "context": "c"})
    met = {"supported": lambda question: "Cites" not in question.prompt}
    mean = ran(graph(each(over="rubrics"), SUPPORTED), met, case)
    none = ran(graph(each(over="rubrics"), SUPPORTED), {"supported": lambda question: "dose" in question.prompt}, case)

    assert (mean.result.score, mean.calls) == (0.0, 3)
    assert none.result.score == 0.7


def test_items_beyond_the_limit_are_left_out_and_the_result_says_so() -> None:
    run = went((CLAIMS, each(limit=2), SUPPORTED), THREE, True)

    [warning] = run.result.warnings
    step = next(step for step in run.result.trace if step.node == "faithful")
    assert (run.calls, run.result.score, warning.code, step.flags) == (3, 1.0, "J342", ("left_out",))


def test_a_failed_item_leaves_its_interval_and_its_cause_names_it() -> None:
    down = Failed(kind="judge_error", message="down")
    run = went((CLAIMS, each(), SUPPORTED), THREE, by_item(a=True, b=down, c=False))

    [cause] = run.result.causes
    assert run.result.interval == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert 'item 2 of "faithful"' in cause.where


def test_an_item_that_failed_and_cannot_change_the_side_is_a_warning() -> None:
    down = Failed(kind="judge_error", message="down")
    run = went((CLAIMS, each(), SUPPORTED), ("a", "b", "c", "d"), by_item(a=True, b=down, c=True, d=True))

    assert (run.result.passed, len(run.result.warnings), run.result.causes) == (True, 1, ())


def test_decide_stops_as_soon_as_the_items_settle_the_side() -> None:
    run = went((CLAIMS, each(), SUPPORTED), ("a", "b", "c", "d", "e"), True, limits=DECIDE)

    assert (run.result.status, run.result.passed, run.calls) == ("decided", True, 4)


def test_decide_of_all_stops_at_the_first_item_that_is_not_met() -> None:
    run = went((CLAIMS, each(by="all"), SUPPORTED), THREE, False, limits=DECIDE)

    assert (run.result.score, run.result.passed, run.calls) == (0.0, False, 2)


def test_the_list_is_not_asked_for_where_nothing_needs_it() -> None:
    gate = Ask(name="gate", criteria="Does it answer at all?", yes="faithful", no=0)
    run = went((CLAIMS, gate, each(), SUPPORTED), THREE, gate=False)

    assert (run.result.score, run.nodes) == (0.0, ["gate"])


def test_a_check_looks_at_an_item_without_a_call() -> None:
    short = Check(name="short", tests=(("max_words", 2),), of=("claim",))
    run = went((CLAIMS, each(do="short"), short), ("one two", "one two three"))

    assert (run.result.score, run.calls) == (0.5, 1)


def test_lists_within_lists_are_gone_over_once_the_inner_list_of_an_item_is_known() -> None:
    steps = Task(name="steps", instructions="List the steps of the claim.", gives="list", shows=(), reads=("claim",))
    inner = Each(name="stepwise", over="steps", item="step", do="sound")
    sound = Ask(name="sound", criteria="Is the step sound?", shows=(), reads=("claim", "step"))
    listed = {"steps": by_item(a=("1", "2"), b=("3",)), "sound": lambda question: "step:\n1" in question.prompt}
    run = went((CLAIMS, each(do="stepwise"), steps, inner, sound), ("a", "b"), **listed)

    assert (run.result.score, run.calls) == (0.25, 6)
    asked = [(step.node, *((item.each, item.number) for item in step.items)) for step in run.result.trace]
    assert ("sound", ("faithful", 1), ("stepwise", 2)) in asked


def test_no_more_items_are_out_at_once_than_the_judge_takes() -> None:
    judge = ScriptedJudge({"claims": [f"claim {number}" for number in range(40)], "supported": True}, waits=3)
    plan = compile_plan(graph(CLAIMS, each(), SUPPORTED), style="plain")
    result = asyncio.run(score_case(plan, CASE, {"judge": limited(judge, in_flight=8)}))

    assert (result.score, judge.in_flight_peak, judge.calls) == (1.0, 8, 41)


def test_a_rubric_without_lists_walks_as_before() -> None:
    plan = compile_plan(graph(Ask(name="polite", criteria="Is it polite?")))

    assert plan.lists is None
    assert ran(plan, {"polite": True}, OUT, style="messages").result.score == 1.0
