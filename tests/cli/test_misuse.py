"""Whatever is wrong with a command line is one clear paragraph, exit code 2, and never a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES, Call, Said


def refused(said: Said, *parts: str) -> bool:
    """Whether it was refused with these parts in what was said."""
    assert said.code == 2 and "Traceback" not in said.err and said.out == ""
    assert "mend" in said.err
    missing = [part for part in parts if part not in said.err]
    assert missing == [], said.err
    return True


def test_all_that_is_wrong_is_said_together(call: Call) -> None:
    Path("cases.jsonl").write_text('{"id": 1}\n{"id": 1}\nnot json\n', encoding="utf-8")
    Path("rubric.yaml").write_text("arbitree: 1\nthreshold: 5\nnodes:\n  a: {ask: Is it?, yes: b}\n", encoding="utf-8")
    said = call("run", "rubric.yaml", "cases.jsonl", "--judge", "rules:none.py", "--gate", "rate>1", "--tolerance", "2")

    assert refused(said, "did you mean 0.5?", '"b"', "cases.jsonl:2", "cases.jsonl:3", "none.py", "--gate", "tolerance")
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rnu",), "did you mean `arbitree run`?"),
        (("run", RUBRIC, CASES, "--jugde", RULES), "did you mean --judge?"),
        (("run", RUBRIC), "CASES is missing"),
        (("run", RUBRIC, CASES, "--mode", "fast"), "--mode"),
        (("run", RUBRIC, CASES, "--limit", "none"), "--limit"),
        (("run", RUBRIC, CASES, "--limit", "0"), "--limit"),
        (("run", RUBRIC, CASES, "--judge"), "--judge"),
        (("run", RUBRIC, CASES, "more"), "more"),
        (("run", RUBRIC, CASES, "--judge", "gpt"), "rules:FILE"),
        (("run", RUBRIC, CASES, "--judge", "rules.py"), "did you mean rules:rules.py?"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--judge", RULES), "two judges are named"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--only", "ful"), "did you mean full?"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--by", "products"), "did you mean product?"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--map", "actual_output"), "--map actual_output=answer"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--threshold", "5"), "did you mean 0.5?"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--deadline", "0"), "deadline"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--concurrency", "0"), "concurrency"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--tolerance", "0.1"), "--mode decide"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--name", "a/b"), "name of a run"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--no-save", "--name", "a"), "--name and --no-save"),
        (("run", RUBRIC, CASES, "--judge", RULES, "--resume", "latest"), "no run"),
        (("run", RUBRIC, CASES, "--replay"), "nobody answers for the role"),
        (("show", "full"), "no run"),
        (("record", "latest", "-o", "x.jsonl"), "no run"),
        (("draw", "rubric.yml"), "no such file"),
        (("import", RUBRIC), "--from"),
    ],
    ids=str,
)
def test_a_mistake_on_the_command_line_names_itself_and_its_mend(
    call: Call, arguments: tuple[str, ...], said: str
) -> None:
    assert refused(call(*arguments), said)


def test_a_command_line_without_a_command_is_answered_with_the_help(call: Call) -> None:
    said = call()

    assert said.code == 2 and said.out == "" and "Score the cases of a file by a rubric." in said.err


def test_a_folder_in_place_of_a_file_is_said(call: Call) -> None:
    Path("folder").mkdir()

    assert refused(call("run", "folder", CASES, "--judge", RULES), "this is a folder")
    assert refused(call("check", "folder"), "this is a folder")
    assert refused(call("run", RUBRIC, "folder", "--judge", RULES), "folder")


def test_the_nearest_file_is_offered(call: Call) -> None:
    Path("rubric.yaml").write_text("x", encoding="utf-8")

    assert refused(call("check", "rubrik.yaml"), "did you mean rubric.yaml?")


def test_bytes_that_are_no_text_are_said(call: Call) -> None:
    Path("rubric.yaml").write_bytes(b"name: \xff\xfe")

    assert refused(call("check", "rubric.yaml"), "not text in UTF-8")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything can be read by the root user")
def test_a_file_that_may_not_be_read_is_said(call: Call) -> None:
    Path("rubric.yaml").write_text("x", encoding="utf-8")
    Path("rubric.yaml").chmod(0)

    assert refused(call("check", "rubric.yaml"), "cannot be read")


def test_a_folder_that_holds_a_run_is_not_written_to(call: Call) -> None:
    call("run", RUBRIC, CASES, "--judge", RULES, "--out", "mine")

    assert refused(
        call("run", RUBRIC, CASES, "--judge", RULES, "--out", "mine"), "already holds a run", "--resume mine"
    )


def test_a_place_that_cannot_be_a_folder_is_said(call: Call) -> None:
    Path("file").write_text("x", encoding="utf-8")

    assert refused(call("run", RUBRIC, CASES, "--judge", RULES, "--out", "file"), "folder of the run")
    assert refused(call("run", RUBRIC, CASES, "--judge", RULES, "--out", "file/below"), "folder of the run")


def test_a_refusal_is_json_too_where_json_is_asked_for(call: Call) -> None:
    said = call("run", "none.yaml", CASES, "--judge", RULES, "--json")
    found = json.loads(said.out)

    assert said.code == found["exit_code"] == 2
    assert found["problems"][0]["code"] == "G290"


def test_a_fault_of_our_own_is_70_and_one_paragraph(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitree.rubric.Rubric.load", lambda *_, **__: 1 / 0)
    said = call("check", "rubric.yaml")

    assert said.code == 70 and "Traceback" not in said.err and "please report it" in said.err
    monkeypatch.setenv("ARBITREE_TRACEBACK", "1")
    assert "Traceback" in call("check", "rubric.yaml").err


def test_an_error_of_the_system_is_no_fault_of_ours(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "results.jsonl")

    monkeypatch.setattr("arbitree.runner.store.Store.add", full)

    assert refused(call("run", RUBRIC, CASES, "--judge", RULES, "--quiet"), "No space left on device")


def test_rubric_and_cases_in_the_wrong_order_are_told(call: Call) -> None:
    said = call("run", CASES, RUBRIC, "--judge", RULES)

    assert said.code == 2 and "a rubric is named first, and then the cases; known: .jsonl" in said.err


def test_a_rules_file_under_another_word_is_told_by_its_form(call: Call) -> None:
    said = call("run", RUBRIC, CASES, "--judge", "rule:rules.py")

    assert said.code == 2 and "did you mean rules:rules.py? The forms are" in said.err
