"""A grade: how a reply becomes a number on its scale, and what a node that asks for one comes to."""

from __future__ import annotations

import json

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Conclusion, Limits, conclude
from arbitree.core.grading import weighted
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.grade import Grade, Range
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Read, Reply, Shape, Unread
from arbitree.core.scale import Scale
from arbitree.core.validate import problems_of
from arbitree.wire.results import result_dict, result_from_dict
from tests.plugins.golden import Golden

TENS = Shape(kind="number", scale=Scale())
CASE = Case(id="1", fields={"actual_output": "Hello."})
SHOWS = ("actual_output",)


def _played(graph: Graph, replies: dict[str, list[str | Answer]], **limits: object) -> Conclusion:
    """The end of a case whose nodes get these replies, each in turn and the last one again and again."""
    plan, answers = compile_plan(graph), dict[str, Answer]()
    while True:
        told = conclude(plan, CASE, answers, Limits(**limits))  # type: ignore[arg-type]
        if not told.questions:
            return told
        for question in told.questions:
            given = replies[question.node]
            answer = given[min(question.sample + question.attempt, len(given) - 1)]
            answers[question.key] = Reply(text=answer) if isinstance(answer, str) else answer


def _alone(**more: object) -> Graph:
    given: dict[str, object] = {"criteria": "Is it kind?", "steps": (), "shows": SHOWS, **more}
    return Graph(nodes=(Grade(name="tone", **given),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reply", "grade"),
    [
        ('{"reason": "r", "score": 8}', 8),
        ('{"score": "8/10", "reason": ""}', 8),
        ('{"score": "8"}', 8),
        ('{"score": 8.0}', 8),
        ('{"rating": 8, "reason": "r"}', 8),
        ("8/10", 8),
        ("Score: 8 out of 10.", 8),
        ("**8**", 8),
        ("0", 0),
    ],
)
def test_a_grade_is_read_however_plainly_it_is_written(reply: str, grade: int) -> None:
    got = read(reply, TENS)

    assert isinstance(got, Read)
    assert got.value == grade


@pytest.mark.parametrize("said", ["15", "-3", "NaN", "7.5", '"4/5"', '"high"', "true", '"80%"', "1e999"])
def test_what_is_no_grade_on_the_scale_is_told_so(said: str) -> None:
    got = read(f'{{"score": {said}, "reason": "r"}}', TENS)

    assert isinstance(got, Unread)
    assert "give a whole number from 0 to 10" in got.message


def test_a_grade_off_the_scale_is_asked_again_with_the_concrete_error() -> None:
    result = _played(_alone(), {"tone": ['{"score": 15}', '{"score": 8}']}).result

    assert (result.score, len(result.trace[0].attempts)) == (0.8, 2)
    assert result.trace[0].attempts[0].error == "The score 15 is not on the scale; give a whole number from 0 to 10."


def test_three_grades_off_the_scale_leave_the_case_undecided() -> None:
    result = _played(_alone(), {"tone": ['{"score": -3}']}).result

    assert (result.status, result.score, result.causes[0].kind) == ("undecided", None, "off_scale")


def test_a_grade_is_worth_where_it_lies_on_its_scale() -> None:
    result = _played(_alone(scale=Scale(low=1, high=5)), {"tone": ['{"score": 4, "reason": "r"}']}).result

    assert result.score == 0.75
    assert result.path[0] == ("tone", 4)
    assert result.leaves[0] == ("tone", 4, 7.5)


def test_a_strict_grade_is_one_or_nothing() -> None:
    graph = _alone(scale=Scale(low=1, high=5), strict=True)

    kept = _played(graph, {"tone": ['{"score": 5}', '{"score": 1}']}).result

    assert (kept.score, len(kept.trace[0].attempts)) == (1.0, 2)


def test_the_expected_grade_counts_where_probabilities_tell_enough() -> None:
    told = Reply(text='{"score": 4}', probabilities={"3": 0.25, "4": 0.5, "5": 0.25, "x": 0.0}, label_mass=0.97)
    poor = Reply(text='{"score": 5}', probabilities={"3": 0.25, "4": 0.5, "5": 0.25}, label_mass=0.4)
    graph = _alone(scale=Scale(low=1, high=5))

    expected, written = _played(graph, {"tone": [told]}).result, _played(graph, {"tone": [poor]}).result

    assert (expected.score, expected.trace[0].scoring, expected.trace[0].value) == (0.75, "probabilities", 4)
    assert (written.score, written.trace[0].scoring) == (1.0, "verdict")
    assert expected.trace[0].attempts[0].label_mass == 0.97


@pytest.mark.parametrize(("rule", "score"), [("mean", 0.5), ("median", 0.4)])
def test_several_grades_become_one_by_their_rule(rule: str, score: float) -> None:
    replies: list[str | Answer] = ['{"score": 1}', '{"score": 4}', '{"score": 10}']

    result = _played(_alone(votes=3, rule=rule), {"tone": replies}).result

    assert result.score == score


def test_a_median_asks_no_vote_that_cannot_move_it() -> None:
    result = _played(_alone(votes=3, rule="median"), {"tone": ['{"score": 4}']}).result

    assert (result.score, result.usage.calls) == (0.4, 2)


def test_a_vote_that_failed_leaves_a_mean_open_and_a_median_only_where_it_matters() -> None:
    lost = Failed(kind="judge_error", message="down")
    replies: list[str | Answer] = ['{"score": 4}', lost, '{"score": 4}']

    mean = _played(_alone(votes=3), {"tone": replies}).result
    median = _played(_alone(votes=3, rule="median"), {"tone": replies}).result

    assert (mean.status, median.score) == ("undecided", 0.4)


def test_steps_are_asked_for_once_and_stand_in_the_prompt() -> None:
    graph = _alone(steps=None)
    plan, other = compile_plan(graph), Case(id="2", fields={"actual_output": "Bye."})
    (asked,) = conclude(plan, CASE, {}).questions
    answers: dict[str, Answer] = {asked.key: Reply(text='{"output": ["Read it.", "Weigh each word."]}')}

    (first,), (second,) = conclude(plan, CASE, answers).questions, conclude(plan, other, answers).questions

    assert asked.node == "tone (steps)"
    assert "Hello." not in asked.prompt
    assert first.key != second.key
    assert "1. Read it.\n2. Weigh each word." in first.asks


def test_steps_that_are_given_make_the_prompt_that_the_same_steps_made_when_written() -> None:
    written = compile_plan(_alone(steps=None))
    (asked,) = conclude(written, CASE, {}).questions
    answers: dict[str, Answer] = {asked.key: Reply(text='{"output": ["Read it."]}')}

    (one,) = conclude(written, CASE, answers).questions
    (other,) = conclude(compile_plan(_alone(steps=("Read it.",))), CASE, {}).questions

    assert one.key == other.key


def test_an_open_grade_can_be_anything_on_its_scale() -> None:
    graph = Graph(
        nodes=(
            Weigh(name="both", parts=(Part(node="tone"), Part(node="short"))),
            Grade(name="tone", criteria="Is it kind?", steps=(), shows=SHOWS),
            Ask(name="short", criteria="Is it short?", shows=SHOWS),
        )
    )
    replies: dict[str, list[str | Answer]] = {"tone": ['{"score": 9}'], "short": ['{"verdict": true}']}

    result = _played(graph, replies, mode="decide", threshold=0.4).result

    assert result.interval in ((0.45, 0.95), (0.5, 1.0))
    assert result.usage.calls == 1


def test_what_is_wrong_with_a_grade_is_told_together() -> None:
    ranges = (Range(0, 4, "poor"), Range(4, 8, "fair"), Range(9, 12, "good"))
    graph = Graph(
        nodes=(
            Grade(name="one", criteria="Is it kind?", scale=Scale(low=3, high=3), shows=SHOWS),
            Grade(name="two", criteria=" ", rubric=ranges, shows=SHOWS),
            Weigh(name="both", parts=(Part(node="one"), Part(node="two"))),
        )
    )

    told = [(one.code, one.what) for one in problems_of(graph) if one.level == "error"]

    assert told == [
        ("G144", 'the scale of "one" is none: it has one grade only, 3'),
        ("G121", '"two" grades by nothing: it has neither criteria nor steps'),
        ("G145", 'a range of "two" lies outside its scale: 9 to 12, and a grade is a whole number from 0 to 10'),
        ("G146", 'ranges of "two" overlap: 0 to 4 (poor) and 4 to 8 (fair)'),
    ]


def test_grades_that_no_range_tells_of_are_a_warning() -> None:
    ranges = (Range(1, 3, "poor"), Range(6, 9, "good"))

    (told,) = problems_of(_alone(rubric=ranges))

    assert told.level == "warning"
    assert told.what == 'no range of "tone" says what 0, 4 to 5, 10 would mean'


def test_a_trace_tells_of_steps_grades_and_how_they_came_about(golden: Golden) -> None:
    graph = Graph(
        nodes=(
            Weigh(name="both", parts=(Part(node="tone"), Part(node="clear"))),
            Grade(name="tone", criteria="Is it kind?", scale=Scale(low=1, high=5), shows=SHOWS),
            Grade(name="clear", criteria="Is it clear?", steps=(), votes=2, shows=SHOWS),
        )
    )
    told = Reply(text='{"score": 4}', probabilities={"4": 0.75, "5": 0.25}, label_mass=0.96)
    replies: dict[str, list[str | Answer]] = {
        "tone (steps)": ['{"output": ["Read it."]}'],
        "tone": [told],
        "clear": ['{"score": 11}', '{"reason": "Short.", "score": 9}', "7/10"],
    }

    result = _played(graph, replies).result
    row = result_dict(result)

    assert result_from_dict(row) == result
    golden("tests/golden/engine/12-grades.json", json.dumps(row, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("probability", [-1.0, float("inf"), float("nan")])
def test_a_grade_that_is_written_counts_where_a_probability_is_none(probability: float) -> None:
    reply = Reply(text="", probabilities={"4": probability, "5": 2.0}, label_mass=0.95)

    assert weighted(Read(5, "", ()), reply, Scale(low=1, high=5)) == Read(5, "", ())
