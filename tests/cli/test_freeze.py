"""`arbitree freeze`: the steps of grades come from their judge or from the ledger, and go into the rubric's file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbitree.rubric import Rubric
from tests.cli.calling import Call

RUBRIC = """\
arbitree: 1
name: Tone
defaults: {shows: [actual_output]}
nodes:
  tone:
    # What our readers asked for.
    grade:
      criteria: Is it kind?
      scale: [1, 5]  # as on the old form
"""
RULES = """\
from arbitree.rules import answers

@answers("task")
def steps(prompt):
    return {"output": ["Look for kind words.", "Weigh them."]}

@answers("grade")
def grade(prompt):
    return 4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("rubric.yaml").write_text(RUBRIC)
    Path("rules.py").write_text(RULES)
    Path("cases.jsonl").write_text('{"actual_output": "At nine, please."}\n{"actual_output": "No."}\n')
    return tmp_path


def test_the_steps_are_written_into_the_file_and_its_comments_stay(folder: Path, call: Call) -> None:
    done = call("freeze", "rubric.yaml", "--judge", "rules:rules.py")

    text = (folder / "rubric.yaml").read_text()
    assert done.code == 0
    assert "Look for kind words." in text
    assert "# What our readers asked for." in text
    assert "# as on the old form" in text


def test_what_a_run_had_written_is_taken_from_the_ledger(folder: Path, call: Call) -> None:
    kept = ("--ledger", "kept.sqlite", "--judge", "rules:rules.py")
    call("run", "rubric.yaml", "cases.jsonl", *kept, "--gate", "pass_rate>=0")
    (folder / "rules.py").write_text(RULES)

    done = call("freeze", "rubric.yaml", *kept, "--replay", "-o", "frozen.yaml")

    graph = Rubric.load(folder / "frozen.yaml").graph
    assert done.code == 0
    assert graph.node("tone").steps == ("Look for kind words.", "Weigh them.")  # type: ignore[union-attr]
    again = call("run", "frozen.yaml", "cases.jsonl", *kept, "--replay", "--gate", "pass_rate>=0")
    assert again.code == 0


def test_a_rubric_whose_grades_have_their_steps_is_left_alone(folder: Path, call: Call) -> None:
    text = RUBRIC.replace("criteria: Is it kind?", "steps: [Look.]")
    (folder / "rubric.yaml").write_text(text)

    done = call("freeze", "rubric.yaml")

    assert (done.code, (folder / "rubric.yaml").read_text()) == (0, text)


def test_without_a_judge_it_says_who_lacks_one(folder: Path, call: Call) -> None:
    done = call("freeze", "rubric.yaml")

    assert done.code == 2
    assert 'writes the steps of "tone"' in done.err


def test_what_could_not_be_written_is_told_before_anybody_is_asked(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 'open("asked", "w").close()\n    return {"output"'
    (folder / "rules.py").write_text(RULES.replace('return {"output"', asked))
    (folder / "there.yaml").write_text("")

    there = call("freeze", "rubric.yaml", "--judge", "rules:rules.py", "-o", "there.yaml")
    monkeypatch.setitem(sys.modules, "ruamel.yaml", None)
    lacking = call("freeze", "rubric.yaml", "--judge", "rules:rules.py")

    assert ("X330" in there.err, "X160" in lacking.err) == (True, True)
    assert not (folder / "asked").exists()
