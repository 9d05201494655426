"""Commands that write a file: draw, schema, fmt, import, record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitree import Rubric
from tests.cli.calling import CASES, RUBRIC, RULES, Call

DAG = {
    "nodes": {
        "a": {"type": "BinaryJudgementNode", "criteria": "Is it?", "evaluation_params": ["actual_output"]}
        | {"children": ["y", "n"]},
        "y": {"type": "VerdictNode", "verdict": True, "score": 10},
        "n": {"type": "VerdictNode", "verdict": False, "score": 0},
    }
}


@pytest.mark.parametrize(("form", "begins"), [("text", "Return reply"), ("mermaid", "flowchart"), ("svg", "<svg")])
def test_a_rubric_is_drawn(call: Call, form: str, begins: str) -> None:
    said = call("draw", RUBRIC, "--format", form)

    assert said.code == 0 and said.out.startswith(begins) and said.out.endswith("\n")


def test_the_suffix_says_the_form_of_a_drawing(call: Call) -> None:
    call("draw", RUBRIC, "-o", "x.svg")

    assert Path("x.svg").read_text(encoding="utf-8").startswith("<svg")


def test_no_file_is_replaced_unasked(call: Call) -> None:
    Path("x.svg").write_text("mine", encoding="utf-8")
    said = call("draw", RUBRIC, "-o", "x.svg")

    assert said.code == 2 and "--force" in said.err and Path("x.svg").read_text(encoding="utf-8") == "mine"
    assert call("draw", RUBRIC, "-o", "x.svg", "--force").code == 0


def test_a_place_that_cannot_be_written_to_is_said(call: Call) -> None:
    said = call("schema", "-o", "none/x.json")

    assert said.code == 2 and "cannot be written" in said.err


def test_the_schema_is_json(call: Call) -> None:
    assert json.loads(call("schema").out)["title"].startswith("arbitree rubric")


def test_a_rubric_in_its_plain_form_says_the_same(call: Call) -> None:
    for name in ("plain.yaml", "plain.json"):
        assert call("fmt", RUBRIC, "-o", name).code == 0
        assert Rubric.load(name).digest == Rubric.load(RUBRIC).digest
    assert json.loads(Path("plain.json").read_text(encoding="utf-8"))["arbitree"] == 1
    assert call("fmt", "plain.json").out == Path("plain.yaml").read_text(encoding="utf-8")


def test_a_recorded_run_is_replayed_to_the_same_results(call: Call) -> None:
    call("run", RUBRIC, CASES, "--judge", RULES, "--out", "first")
    assert call("record", "first", "-o", "answers.jsonl").code == 0
    call("run", RUBRIC, CASES, "--judge", "recorded:answers.jsonl", "--out", "second")

    first, second = (
        [json.loads(line) for line in Path(name, "results.jsonl").read_text(encoding="utf-8").splitlines()]
        for name in ("first", "second")
    )
    assert [(row["case"], row["score"], row["path"]) for row in first] == [
        (row["case"], row["score"], row["path"]) for row in second
    ]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("deepeval", json.dumps(DAG)),
        ("checkeval", "sub_aspect:\n  Flow:\n    Is it clear?\n"),
        ("paperbench", json.dumps({"requirements": "It runs.", "weight": 1, "sub_tasks": []})),
        ("points", json.dumps([{"criterion": "States the dose.", "points": 7}])),
        ("points", json.dumps({"criteria": [{"criterion": "States the dose.", "points": 7}]})),
    ],
)
def test_a_file_of_another_tool_becomes_a_rubric(call: Call, form: str, text: str) -> None:
    Path("theirs.json").write_text(text, encoding="utf-8")
    said = call("import", "theirs.json", "--from", form, "-o", "rubric.yaml", "--threshold", "0.7")

    assert said.code == 0
    rubric = Rubric.load("rubric.yaml")
    assert (rubric.name, rubric.threshold) == ("theirs", 0.7)
    assert call("check", "rubric.yaml").code == 0


@pytest.mark.parametrize("form", ["deepeval", "paperbench", "points"])
@pytest.mark.parametrize("text", ["{", "3", "[]", '{"nodes": 3}'])
def test_a_file_that_is_none_of_theirs_is_refused(call: Call, form: str, text: str) -> None:
    Path("theirs.json").write_text(text, encoding="utf-8")
    said = call("import", "theirs.json", "--from", form)

    assert said.code == 2 and "mend" in said.err and "Traceback" not in said.err


def test_what_an_import_cannot_mean_is_said_at_once(call: Call) -> None:
    Path("theirs.json").write_text(json.dumps([{"criterion": "x", "points": 7}]), encoding="utf-8")

    assert call("import", "theirs.json", "--from", "points", "--threshold", "7").code == 2


def test_an_import_that_is_no_graph_is_told_with_the_name_of_its_file(call: Call) -> None:
    Path("theirs.json").write_text('{"a": 1}\n{"a": 2}\n', encoding="utf-8")
    said = call("import", "theirs.json", "--from", "deepeval")

    assert said.code == 2 and "something follows the end of the JSON value" in said.err
    assert "where  theirs.json:2:1" in said.err
