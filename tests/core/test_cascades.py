"""Cascades: who is asked after whom, why, and that nobody is asked where it can move nothing."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, conclude
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.records import Answer, Failed, Question, Reply
from tests.oracle.cascading import CASE, SHOWS, SURE, UNSURE, attempts, choosing, played, said
from tests.oracle.play import play


def test_a_sure_verdict_of_the_first_judge_counts() -> None:
    result, asked = played(choosing(), {"cheap": said("good", SURE)})

    assert (asked, result.score) == (["cheap"], 1.0)
    assert [(one.role, one.probabilities, one.passed_on) for one in attempts(result)] == [("cheap", SURE, "")]


def test_an_unsure_one_is_left_to_the_next_whose_verdict_counts_however_sure_it_is() -> None:
    result, asked = played(choosing(), {"cheap": said("good", UNSURE), "strong": said("bad", {"bad": 0.5})})

    assert (asked, result.score) == (["cheap", "strong"], 0.0)
    assert [(one.role, one.passed_on) for one in attempts(result)] == [
        ("cheap", "probability 0.6 is below 0.9"),
        ("strong", ""),
    ]


@pytest.mark.parametrize(("sure", "calls"), [(0.6, 1), (0.61, 2), (0.0, 1), (1.0, 2)])
def test_a_node_says_from_when_on_a_verdict_counts(sure: float, calls: int) -> None:
    answers = {"cheap": said("good", UNSURE), "strong": said("good")}

    assert len(played(choosing(sure=sure), answers)[1]) == calls


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (said("good"), "no probability"),
        (said("good", {"good": float("nan")}), "probability nan is below 0.9"),
        (said("good", {}), "probability 0 is below 0.9"),
        (Failed(kind="timeout", message="no reply"), "no verdict"),
        (Reply(text="oops"), "no verdict"),
        (said("somewhat"), "no verdict"),
    ],
)
def test_what_tells_no_probability_or_no_verdict_is_left_to_the_next(reply: Answer, why: str) -> None:
    result, _ = played(choosing(), {"cheap": reply, "strong": said("fair")})

    assert result.score == 0.5
    assert [one.passed_on for one in attempts(result) if one.passed_on] == [why]
    assert not result.warnings


def test_a_last_judge_that_fails_leaves_the_node_undecided() -> None:
    answers = {"cheap": said("good", UNSURE), "strong": Failed(kind="timeout", message="no reply")}
    result, _ = played(choosing(), answers)

    assert (result.status, result.causes[0].kind, result.interval) == ("undecided", "timeout", (0.0, 1.0))
    assert 'role "strong"' in result.causes[0].where


def test_options_that_lead_to_one_end_are_sure_together() -> None:
    ends = (("good", 10.0), ("fair", 10.0), ("bad", 0.0))
    result, asked = played(choosing(options=ends), {"cheap": said("good", {"good": 0.5, "fair": 0.45, "bad": 0.05})})

    assert (asked, result.trace[0].value) == (["cheap"], "good")


def test_where_every_option_leads_to_one_end_nobody_is_asked_again() -> None:
    ends = (("good", "polite"), ("bad", "polite"))
    node = Choose(name="tone", criteria="How?", options=ends, cascade=("cheap", "strong"))
    graph = Graph(nodes=(node, Ask(name="polite", criteria="Is it?")), defaults=SHOWS)
    result, asked = played(graph, {"cheap": said("good", {"good": 0.5}), "judge": said(True)})

    assert (asked, result.score) == (["cheap", "judge"], 1.0)


def test_three_judges_are_asked_in_their_order() -> None:
    graph = choosing(cascade=("small", "middle", "large"))
    answers = {"small": said("good", UNSURE), "middle": said("good"), "large": said("bad")}

    assert played(graph, answers)[1] == ["small", "middle", "large"]


def test_a_yes_no_question_is_as_sure_as_its_verdict_is_probable() -> None:
    graph = Graph(nodes=(Ask(name="kind", criteria="?", cascade=("cheap", "strong")),), defaults=SHOWS)
    sure, unsure = said(False, {"yes": 0.02, "no": 0.98}), said(False, {"yes": 0.3, "no": 0.7})

    assert played(graph, {"cheap": sure})[1] == ["cheap"]
    assert played(graph, {"cheap": unsure, "strong": said(True)})[1] == ["cheap", "strong"]


@pytest.mark.parametrize(
    ("votes", "score", "why"),
    [(("good", "good", "bad"), 1.0, ""), (("good", "bad", "good"), 0.0, "probability 0.666666666667 is below 0.9")],
)
def test_of_votes_without_probabilities_the_share_stands_in(votes: tuple[str, ...], score: float, why: str) -> None:
    def judge(question: Question) -> Answer:
        return said("bad" if question.role == "strong" else votes[question.sample])

    result, _ = play(compile_plan(choosing(votes=3)), CASE, judge)
    (step,) = result.trace

    assert result.score == score
    assert next((one.passed_on for one in step.attempts if one.passed_on), "") == why
    assert step.agreement == 1.0
    assert [one.sample for one in step.attempts] == list(range(len(step.attempts))) or why


def test_votes_that_come_to_no_verdict_are_left_to_the_next() -> None:
    def judge(question: Question) -> Answer:
        return said("good" if question.role == "strong" or not question.sample else "bad")

    result, _ = play(compile_plan(choosing(votes=2)), CASE, judge)

    assert (result.score, [one.passed_on for one in attempts(result)]) == (1.0, ["", "no verdict", "", ""])
    assert [one.sample for one in attempts(result)] == [0, 1, 2, 3]


def test_the_questions_of_a_cascade_are_those_that_its_judges_would_be_asked_alone() -> None:
    _, alone = play(compile_plan(choosing(cascade=(), judge="strong")), CASE, lambda _: said("bad"))
    _, both = play(compile_plan(choosing()), CASE, lambda _: said("bad"))

    assert set(alone) < set(both)


def test_a_budget_that_is_spent_ends_a_cascade_undecided() -> None:
    spent = Failed(kind="budget", message="spent")
    plan = compile_plan(choosing())
    (first,) = conclude(plan, CASE, {}).questions
    closed = conclude(plan, CASE, {first.key: said("good", UNSURE)}, Limits(closed=spent))

    assert (closed.result.status, closed.result.causes[0].kind) == ("undecided", "budget")


def test_the_order_of_answers_makes_no_difference() -> None:
    plan = compile_plan(choosing(votes=2))
    answers: dict[str, Answer] = {}
    while questions := conclude(plan, CASE, answers).questions:
        answers |= {one.key: said("good", UNSURE if one.role == "cheap" else None) for one in questions}
    results = [conclude(plan, CASE, {key: answers[key] for key in order}) for order in itertools.permutations(answers)]

    assert len(answers) == 4
    assert all(result == results[0] for result in results)


def test_a_task_asks_the_first_judge_of_the_defaults_cascade() -> None:
    task = Task(name="facts", instructions="List.")
    nodes = (task, Ask(name="kind", criteria="?", reads=("facts",)))
    plan = compile_plan(Graph(nodes=nodes, defaults=replace(SHOWS, cascade=("cheap", "strong"))))

    assert {place.name: place.roles for place in plan.places} == {"facts": ("cheap",), "kind": ("cheap", "strong")}


@pytest.mark.parametrize("own", [{"judge": "a"}, {"judges": ("a", "b")}])
def test_a_node_with_a_judge_or_jury_of_its_own_has_no_cascade_of_the_defaults(own: dict[str, object]) -> None:
    node = Ask(name="kind", criteria="?", **own)  # type: ignore[arg-type]
    (place,) = compile_plan(Graph(nodes=(node,), defaults=replace(SHOWS, cascade=("cheap", "strong")))).places

    assert place.stages == 1
