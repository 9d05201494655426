"""`arbitree prompts`: what would be asked, without asking."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.plugins.golden import Golden


def test_the_messages_of_a_case_are_shown_without_a_judge(call: Call, golden: Golden) -> None:
    said = call("prompts", RUBRIC, CASES, "--only", "full")

    assert (said.code, said.err) == (0, "")
    golden("tests/cli/golden/prompts.txt", said.out)


def test_what_does_not_wait_for_a_task_is_byte_for_byte_what_is_asked(call: Call) -> None:
    shown = json.loads(call("prompts", RUBRIC, CASES, "--only", "full", "--style", "plain", "--json").out)
    call("run", RUBRIC, CASES, "--only", "full", "--judge", RULES)
    asked = json.loads(call("show", "full", "--json").out)["questions"]

    assert shown[0]["key"] == asked[0]["key"] and shown[0]["messages"] == asked[0]["messages"]
    assert [one["key"] for one in shown[1:]] == [None, None] and shown[1]["waits_for"] == ["facts"]


def test_with_a_judge_the_texts_of_tasks_are_there(call: Call) -> None:
    shown = json.loads(call("prompts", RUBRIC, CASES, "--only", "full", "--judge", RULES, "--json").out)
    call("run", RUBRIC, CASES, "--only", "full", "--judge", RULES)
    asked = json.loads(call("show", "full", "--json").out)["questions"]

    assert [one["key"] for one in shown] == [one["key"] for one in asked]


def test_one_case_is_shown_unless_more_are_asked_for(call: Call) -> None:
    assert {one["case"] for one in json.loads(call("prompts", RUBRIC, CASES, "--json").out)} == {"full"}
    assert len({one["case"] for one in json.loads(call("prompts", RUBRIC, CASES, "--limit", "3", "--json").out)}) == 3


def test_one_node_alone(call: Call) -> None:
    assert [one["node"] for one in json.loads(call("prompts", RUBRIC, CASES, "--node", "window", "--json").out)] == [
        "window"
    ]
    assert "did you mean window?" in call("prompts", RUBRIC, CASES, "--node", "windo").err


def test_what_is_not_asked_says_why(call: Call) -> None:
    Path("rubric.yaml").write_text(
        "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n  all: {weigh: {a: 1, b: 1, c: 1}}\n"
        "  a: {ask: Is it?}\n  b: {check: is short, max_words: 3}\n  c: {ask: Is it?, shows: [other], on_missing: 0}\n",
        encoding="utf-8",
    )
    shown = json.loads(call("prompts", "rubric.yaml", CASES, "--only", "empty", "--json").out)

    assert {one["node"]: one["not_asked"].partition(":")[0] for one in shown} == {
        "a": '"a" is undecided (empty_field)',
        "b": "a check that needs no judge",
        "c": "other is missing, so it is not asked",
    }


def test_the_difference_of_two_rubrics_is_shown_by_node_and_style(call: Call) -> None:
    text = Path(RUBRIC).read_text(encoding="utf-8")
    Path("other.yaml").write_text(text.replace("30 days", "60 days"), encoding="utf-8")
    said = call("prompts", "--diff", RUBRIC, "other.yaml")

    assert (said.code, said.err) == (1, "")
    assert [line for line in said.out.splitlines() if line.startswith("+++")] == [
        "+++ b/window (messages)",
        "+++ b/window (plain)",
    ]
    assert said.out.endswith("the same question, no new call: facts, details\nasked anew: window\n")
    assert call("prompts", "--diff", RUBRIC, RUBRIC).code == 0


def test_a_rubric_is_compared_with_our_own_wording_and_with_a_run(call: Call) -> None:
    text = Path(RUBRIC).read_text(encoding="utf-8")
    Path("other.yaml").write_text(f"language: zh\n{text}", encoding="utf-8")
    call("run", RUBRIC, CASES, "--only", "full", "--judge", RULES, "--name", "first")

    assert call("prompts", "--diff", RUBRIC).code == 0
    assert "+用中文写理由。" in call("prompts", "--diff", "other.yaml").out
    assert json.loads(call("prompts", "--diff", "runs/first", "other.yaml", "--json").out)["kept"] == []
