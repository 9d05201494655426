"""Cascades: who is asked after whom, why, and that nobody is asked where it can move nothing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, conclude
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Answer, Attempt, Failed, Question, Reply, Result
from arbitree.errors import GraphError
from arbitree.executors.score import score_case
from arbitree.judges import RecordedJudge, record, write_rows
from arbitree.judges.loop import run_sync
from arbitree.metrics.dag import NonBinaryJudgementNode, TaskNode
from arbitree.runner.estimate import estimated
from arbitree.runner.settings import Settings
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.results import result_dict, result_from_dict
from tests.oracle.play import play

CASE = Case(id="c", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))
DECIDE = Limits(mode="decide")
ENDS = (("good", 10.0), ("fair", 5.0), ("bad", 0.0))
SURE, UNSURE = {"good": 0.95, "fair": 0.05}, {"good": 0.6, "bad": 0.4}


def said(verdict: object, probabilities: Mapping[str, float] | None = None) -> Reply:
    return Reply(text=json.dumps({"reason": "r", "verdict": verdict}), probabilities=probabilities)


def choosing(**own: object) -> Graph:
    given: dict[str, object] = {"cascade": ("cheap", "strong"), "options": ENDS, **own}
    return Graph(nodes=(Choose(name="tone", criteria="How?", **given),), defaults=SHOWS)  # type: ignore[arg-type]


def played(graph: Graph, answers: Mapping[str, Answer], limits: Limits | None = None) -> tuple[Result, list[str]]:
    """The result where each role answers always the same, and the roles in the order of asking."""
    asked: list[str] = []

    def judge(question: Question) -> Answer:
        asked.append(question.role)
        return answers[question.role]

    return play(compile_plan(graph), CASE, judge, limits or Limits())[0], asked


def attempts(result: Result) -> tuple[Attempt, ...]:
    (step,) = result.trace
    return step.attempts


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


def sums(*cascading: str) -> Graph:
    """Two parts of one weight each; those named have a cascade."""
    asks = [
        Ask(name=name, criteria=f"{name}?", cascade=("cheap", "strong"))
        if name in cascading
        else Ask(name=name, criteria=f"{name}?", judge="cheap")
        for name in ("first", "second", "third")
    ]
    parts = tuple(Part(node=ask.name) for ask in asks)
    return Graph(nodes=(Weigh(name="all", parts=parts), *asks), defaults=SHOWS, threshold=0.5)


def test_decide_asks_the_stronger_only_where_the_decision_still_hangs_on_it() -> None:
    answers = {"cheap": said(True, {"yes": 0.6, "no": 0.4}), "strong": said(True)}
    graph = sums("first")
    full, in_full = played(graph, answers)
    decided, asked = played(graph, answers, DECIDE)

    assert in_full.count("strong") == 1
    assert asked == ["cheap", "cheap", "cheap"]
    assert (full.passed, decided.passed, decided.status) == (True, True, "decided")


def test_what_was_doubtful_and_no_longer_matters_is_in_the_trace_without_a_verdict() -> None:
    decided, _ = played(sums("first"), {"cheap": said(True, {"yes": 0.6, "no": 0.4})}, DECIDE)
    step = next(step for step in decided.trace if step.node == "first")

    assert (step.value, step.cause, step.score, step.interval) == (None, None, None, (0.0, 1.0))
    assert [(one.role, one.passed_on) for one in step.attempts] == [("cheap", "probability 0.6 is below 0.9")]
    assert "first" not in [hop.node for hop in decided.path]


def test_decide_asks_the_stronger_where_the_decision_hangs_on_it() -> None:
    answers = {"cheap": said(True, {"yes": 0.6, "no": 0.4}), "strong": said(False)}
    decided, asked = played(sums("first", "second", "third"), answers, DECIDE)

    assert asked.count("cheap") == 3
    assert asked.count("strong") == 2
    assert decided.passed is False


def test_a_cascade_on_the_only_way_is_asked_to_its_end_under_decide() -> None:
    answers = {"cheap": said("good", UNSURE), "strong": said("bad")}

    assert played(choosing(), answers, DECIDE)[1] == ["cheap", "strong"]


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


@given(graphs(), cases(), scripts())
def test_decide_asks_no_more_than_full(graph: Graph, case: Case, script: Script) -> None:
    plan = compile_plan(replace(graph, defaults=replace(graph.defaults, cascade=("mild", "strict"))))
    _, full = play(plan, case, script)
    _, decided = play(plan, case, script, DECIDE)

    assert decided.keys() <= full.keys()


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


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"judge": "a"}, "a cascade and a judge"),
        ({"judges": ("a", "b")}, "a cascade and a jury"),
        ({"cascade": ("a",)}, '"a" alone'),
        ({"cascade": ("a", "b", "a")}, 'names "a" twice'),
        ({"sure": 1.5}, "no probability"),
        ({"cascade": (), "sure": 0.8}, "no second judge"),
        ({"shuffle": -1}, "the seed -1"),
    ],
)
def test_cascades_that_make_no_sense_are_refused(own: dict[str, object], problem: str) -> None:
    with pytest.raises(GraphError, match=problem):
        compile_plan(choosing(**own))


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"cascade": ("a", "b"), "judge": "c"}, "a judge and a cascade"),
        ({"cascade": ("a", "a")}, "twice"),
        ({"sure": -0.1}, "no probability"),
        ({"shuffle": -1}, "the seed -1"),
    ],
)
def test_defaults_that_make_no_sense_are_refused(own: dict[str, object], problem: str) -> None:
    with pytest.raises(GraphError, match=problem):
        compile_plan(Graph(nodes=(Ask(name="n", criteria="?"),), defaults=replace(SHOWS, **own)))  # type: ignore[arg-type]


def test_a_rubric_file_holds_a_cascade_and_gives_it_back() -> None:
    text = """
arbitree: 1
defaults: {shows: [actual_output], judge: [cheap, strong], sure: 0.8, shuffle: 3}
nodes:
  kind: {ask: Is it kind?, yes: tone, no: 0}
  tone: {choose: How?, judge: [small, large], sure: 0.7, votes: 2, shuffle: false, options: {A: 10, B: 0}}
"""
    graph = load_rubric(text).graph
    tone = graph.nodes[1]
    assert isinstance(tone, Choose)

    assert (graph.defaults.cascade, graph.defaults.sure, graph.defaults.shuffle) == (("cheap", "strong"), 0.8, 3)
    assert (tone.cascade, tone.sure, tone.shuffle) == (("small", "large"), 0.7, 0)
    assert load_rubric(dump_rubric(graph)).graph == graph


def test_a_cascade_in_python_is_that_of_a_file() -> None:
    graph = choosing(sure=0.7, votes=2, shuffle=1)
    dag = Rubric(graph=graph).to_dag()
    node = NonBinaryJudgementNode(criteria="How?", judge=["cheap", "strong"], sure=0.7, votes=2, shuffle=True)

    assert dag.to_graph().nodes[0] == graph.nodes[0]
    assert (node.cascade, node.sole_judge) == (("cheap", "strong"), None)


def test_a_task_in_python_takes_one_judge() -> None:
    with pytest.raises(GraphError, match="no probability"):
        TaskNode("List.", "Facts", judge=["cheap", "strong"])


def test_a_cascade_is_kept_with_a_result() -> None:
    result, _ = played(choosing(votes=2, shuffle=1), {"cheap": said("good", UNSURE), "strong": said("bad")})

    assert any(one.order for one in attempts(result))
    assert result_from_dict(result_dict(result)) == result


def test_what_a_cascade_answered_can_be_replayed(tmp_path: Path) -> None:
    plan = compile_plan(choosing(votes=2))
    result, _ = played(choosing(votes=2), {"cheap": said("good", UNSURE), "strong": said("bad")})
    write_rows(str(tmp_path / "answers.jsonl"), record([result]))
    replayed = RecordedJudge.load(str(tmp_path / "answers.jsonl")).bind(plan, [CASE])
    again = run_sync(score_case(plan, CASE, {"judge": replayed}))

    assert again.trace == result.trace


@pytest.mark.parametrize(("votes", "calls"), [(1, (1, 2)), (3, (2, 6))])
def test_what_a_cascade_takes_is_told_before_as_a_range(votes: int, calls: tuple[int, int]) -> None:
    plan = compile_plan(choosing(votes=votes))

    assert estimated(plan, [CASE], {"cheap": None, "strong": None}, settings=Settings()).calls == calls
