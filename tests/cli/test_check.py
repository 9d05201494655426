"""`arbitree check`: all problems, and what a rubric can do."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, Call
from tests.plugins.golden import Golden


def test_a_rubric_without_mistakes_is_described(call: Call, golden: Golden) -> None:
    said = call("check", RUBRIC, CASES)

    assert (said.code, said.err) == (0, "")
    golden("tests/cli/golden/check.txt", said.out)


def test_the_same_as_json(call: Call) -> None:
    found = json.loads(call("check", RUBRIC, CASES, "--json").out)

    assert (found["least_calls"], found["most_calls"], found["scores"]) == (2, 3, [0, 0.3, 0.6, 1])
    assert found["lacks"][0]["empty"] == 1


def test_mistakes_of_rubric_and_cases_are_named_together(call: Call) -> None:
    Path("rubric.yaml").write_text("arbitree: 1\nnodes:\n  a: {ask: Is it?, ye: 3}\n", encoding="utf-8")
    Path("cases.jsonl").write_text("x\n", encoding="utf-8")
    said = call("check", "rubric.yaml", "cases.jsonl")

    assert said.code == 2 and "rubric.yaml:3" in said.err and "cases.jsonl:1" in said.err


def test_a_threshold_out_of_reach_is_said(call: Call) -> None:
    Path("rubric.yaml").write_text(
        "{arbitree: 1, threshold: 0.9, nodes: {a: {ask: Is it?, shows: [x], yes: 8, no: 0}}}", encoding="utf-8"
    )

    assert "never reached; no case can pass" in call("check", "rubric.yaml").out


def test_warnings_are_no_mistakes(call: Call) -> None:
    Path("rubric.yaml").write_text(
        "{arbitree: 1, start: a, defaults: {shows: [x]}, nodes: {a: {ask: Is it?}, b: {ask: Is it not?}}}",
        encoding="utf-8",
    )
    said = call("check", "rubric.yaml")

    assert said.code == 0 and "warning: G109" in said.err


def test_a_check_that_may_not_call_its_module_is_said(call: Call) -> None:
    Path("rubric.yaml").write_text(
        "{arbitree: 1, defaults: {shows: [x]}, nodes: {a: {check: fits, call: 'json:loads'}}}", encoding="utf-8"
    )
    said = call("check", "rubric.yaml")

    assert "json" in said.err and "--allow" in said.err
    assert "--allow" not in call("check", "rubric.yaml", "--allow", "json").err
