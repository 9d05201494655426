"""`--judge person` at a real terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, Call

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from tests.cli.terminal import AtTerminal

ONE = ("run", RUBRIC, CASES, "--only", "full", "--judge", "person")


def test_a_person_answers_at_a_terminal_takes_back_and_leaves_and_goes_on(tmp_path: Path) -> None:
    sitting = AtTerminal(tmp_path, (*ONE, "--only", "window-only"))
    asked = sitting.until("text> ")
    assert "case full (1 of 2) · facts" in asked and "  | You have 30 days" in asked
    sitting.type("30 days\nyou pay\n\n")
    assert "Do the facts give a time limit" in sitting.until("y/n> ")
    sitting.type("n\n")
    sitting.until("case window-only")
    sitting.until("text> ")
    sitting.type(":u\n")
    assert "before: no" in sitting.until("y/n> ")
    sitting.type("y, at once\n")
    assert "1  Both" in sitting.until("option> ")
    sitting.type("1\n")
    sitting.until("text> ")
    sitting.type("\x04")
    assert sitting.ended() == 3
    assert "3 answered; the answers are kept in labels.jsonl" in sitting.text

    again = AtTerminal(tmp_path, (*ONE, "--only", "window-only"))
    assert "case window-only (2 of 2) · facts" in again.until("text> ")
    again.type("30 days\n\n")
    again.until("y/n> ")
    again.type("y\n")
    again.until("option> ")
    again.type("nothing of it\n3\n")
    assert again.ended() == 1
    assert "2 cases" in again.text and "· person ·" in again.text

    rows = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row.get("verdict", row.get("output")) for row in rows] == [
        "30 days\nyou pay",
        True,
        "Both",
        "30 days",
        True,
        "Neither",
    ]


def test_control_c_at_the_terminal_loses_no_answer(tmp_path: Path) -> None:
    sitting = AtTerminal(tmp_path, ONE)
    sitting.until("text> ")
    sitting.type("30 days\n\n")
    sitting.until("y/n> ")

    assert sitting.interrupted() == 130
    assert "To go on: arbitree run" in sitting.text and "Traceback" not in sitting.text
    assert "30 days" in (tmp_path / "labels.jsonl").read_text(encoding="utf-8")


def test_hostile_text_steers_no_terminal(tmp_path: Path) -> None:
    case = {"id": "h", "actual_output": "\x1b]0;owned\x07\x1b[2J\u202e30 days\r\n── case z ──"}
    (tmp_path / "hostile.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")
    sitting = AtTerminal(tmp_path, ("run", RUBRIC, "hostile.jsonl", "--judge", "person"))
    sitting.until("text> ")
    sitting.type(":q\n")

    assert sitting.ended() == 3
    assert not set(sitting.text) & set("\x1b\x07\u202e")
    assert "  | \\x1b]0;owned\\x07\\x1b[2J\\u202e30 days\n  | ── case z ──" in sitting.text


def test_answers_that_are_all_there_need_no_terminal(call: Call) -> None:
    rows = [
        {"case": "full", "node": "facts", "output": "30 days"},
        {"case": "full", "node": "window", "verdict": True},
        {"case": "full", "node": "details", "verdict": "Both"},
    ]
    Path("mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    said = call(*ONE[:-1], "person:mine.jsonl")

    assert said.code == 0 and "1 passed" in said.out


def test_a_file_of_something_else_is_refused(call: Call) -> None:
    Path("labels.jsonl").write_text("nothing of ours\n", encoding="utf-8")
    said = call(*ONE)

    assert said.code == 2 and "labels.jsonl:1" in said.err and "Traceback" not in said.err
