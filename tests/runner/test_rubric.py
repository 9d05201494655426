"""`arbitree.Rubric`: load, dump, check, draw, run."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

import arbitree
from arbitree import Rubric
from arbitree.errors import CaseError, JudgeError, RubricFileError, UsageError
from arbitree.test_case import LLMTestCase
from tests.cli.calling import CASES, RUBRIC, RULES
from tests.runner.runs import NO, YES

TEXT = "{arbitree: 1, name: Polite, nodes: {polite: {ask: Is it polite?, shows: [actual_output]}}}"


def yes(prompt: str) -> str:
    return YES if "please" in prompt else NO


def test_the_package_names_its_rubric() -> None:
    assert "Rubric" in dir(arbitree) and arbitree.Rubric is Rubric
    with pytest.raises(AttributeError, match="no attribute 'Rubrik'"):
        _ = arbitree.Rubrik  # type: ignore[attr-defined]


def test_cases_of_every_kind_are_run_in_their_order() -> None:
    given = [
        {"id": "a", "actual_output": "please"},
        {"actual_output": "now"},
        LLMTestCase(input="x", actual_output="please"),
        LLMTestCase(input="x", actual_output="now", name="d"),
    ]
    results = Rubric.loads(TEXT).run(given, judge=yes)

    assert [(result.case, result.score) for result in results] == [
        ("a", 1.0),
        ("case-2", 0.0),
        ("case-3", 1.0),
        ("d", 0.0),
    ]


def test_files_and_names_work_as_on_the_command_line() -> None:
    results = Rubric.load(RUBRIC).run(CASES, judge=RULES)

    assert [result.score for result in results[:4]] == [1.0, 0.3, 0.0, 0.6]


def test_it_can_be_awaited_in_a_running_loop_and_called_in_one() -> None:
    async def both() -> tuple[float | None, float | None]:
        rubric = Rubric.loads(TEXT)
        case = {"actual_output": "please"}
        [awaited] = await rubric.arun([case], judge=yes)
        [called] = rubric.run([case], judge=yes)
        return awaited.score, called.score

    assert asyncio.run(both()) == (1.0, 1.0)


def test_a_judge_that_raises_is_recorded_on_its_case() -> None:
    def fails(prompt: str) -> str:
        raise TypeError("mine")

    [result] = Rubric.loads(TEXT).run([{"actual_output": "x"}], judge=fails)

    assert result.status == "undecided" and "TypeError: mine" in result.causes[0].what


def test_a_run_that_fails_as_a_whole_is_stopped() -> None:
    def fails(prompt: str) -> str:
        raise PermissionError("no key")

    with pytest.raises(JudgeError, match="failed alike"):
        Rubric.loads(TEXT).run([{"actual_output": str(number)} for number in range(100)], judge=fails)


def test_cases_that_cannot_be_used_are_named_together() -> None:
    given = [{"id": "a"}, {"id": "a"}, 3, None]
    with pytest.raises(CaseError) as caught:
        Rubric.loads(TEXT).run(given, judge=yes)

    said = str(caught.value)
    assert len(caught.value.problems) == 3 and 'the id "a"' in said and "case 3" in said and "case 4" in said


def test_settings_that_make_no_sense_are_named_together() -> None:
    with pytest.raises(UsageError) as caught:
        Rubric.loads(TEXT).run([], judge=yes, threshold=7, concurrency=0, deadline=-1)

    assert len(caught.value.problems) == 3


def test_without_a_judge_a_question_is_refused() -> None:
    with pytest.raises(JudgeError, match="nobody answers"):
        Rubric.loads(TEXT).run([{"actual_output": "x"}])


def test_a_file_comes_back_as_it_was_dumped(tmp_path: Path) -> None:
    rubric = Rubric.load(RUBRIC)
    for name in ("x.yaml", "x.json"):
        text = rubric.dump(tmp_path / name)
        again = Rubric.load(tmp_path / name)
        assert again.graph == rubric.graph and again.digest == rubric.digest and again.text == text


def test_a_rubric_built_in_python_is_the_same_rubric() -> None:
    rubric = Rubric.load(RUBRIC)
    again = Rubric.from_dag(rubric.to_dag(), name="Other", threshold=0.7)

    assert (again.name, again.threshold) == ("Other", 0.7)
    assert [result.score for result in again.run(CASES, judge=RULES)] == [
        result.score for result in rubric.run(CASES, judge=RULES)
    ]


def test_it_says_what_it_can_do_and_draws_itself() -> None:
    rubric = Rubric.load(RUBRIC)
    found = rubric.check(CASES)

    assert found.exploration.scores == (0.0, 0.3, 0.6, 1.0) and found.lacks is not None and found.lacks[0].empty == 1
    assert rubric.check().lacks is None
    assert rubric.draw("svg").startswith("<svg")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.mkdir(), "this is a folder"),
        (lambda path: path.write_bytes(b"\xff"), "not text in UTF-8"),
        (lambda path: None, "no such file"),
        (lambda path: path.write_text("", "utf-8"), "empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, make: object, said: str) -> None:
    path = tmp_path / "rubric.yaml"
    make(path)  # type: ignore[operator]

    with pytest.raises(RubricFileError, match=said):
        Rubric.load(os.fspath(path))


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_text(TEXT, encoding="utf-8-sig")

    assert Rubric.load(tmp_path / "rubric.yaml").name == "Polite"


def test_a_rubric_is_shown_briefly() -> None:
    rubric = Rubric.loads("{arbitree: 1, name: Tone, nodes: {kind: {ask: Is it kind?, shows: [answer]}}}")

    assert repr(rubric) == '<Rubric "Tone": 1 nodes>'


@pytest.mark.parametrize(
    ("setting", "value"), [("mode", "fast"), ("explain", "why"), ("threshold", "0.5"), ("concurrency", True)]
)
def test_a_setting_of_another_kind_is_refused_by_name(setting: str, value: object) -> None:
    with pytest.raises(UsageError, match=f"{setting} is {value!r}"):
        Rubric.loads(TEXT).run([], judge=yes, **{setting: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "said"),
    [({"actual_output": "x"}, "one case was given"), (None, "NoneType holds no cases"), (3, "int holds no cases")],
)
def test_what_is_no_list_of_cases_is_said(given: object, said: str) -> None:
    with pytest.raises(CaseError, match=said):
        Rubric.loads(TEXT).run(given, judge=yes)  # type: ignore[arg-type]


def test_zero_is_an_id() -> None:
    results = Rubric.loads(TEXT).run([{"id": 0, "actual_output": "x"}, {"id": 1, "actual_output": "x"}], judge=yes)

    assert [result.case for result in results] == ["0", "1"]


def test_one_module_may_be_allowed_by_its_name_alone() -> None:
    text = "{arbitree: 1, nodes: {short: {check: {call: 'mychecks:short'}, of: answer}}}"

    assert Rubric.loads(text, allow="mychecks").allow == ("mychecks",)
    with pytest.raises(RubricFileError, match="only modules that are allowed"):
        Rubric.loads(text, allow="mycheck")
