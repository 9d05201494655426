"""`arbitree show`: how a case came to its score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.plugins.golden import Golden

RUN = ("run", RUBRIC, CASES, "--judge", RULES, "--quiet")


def test_a_case_is_shown_with_its_path_and_its_reasons(call: Call, golden: Golden) -> None:
    call(*RUN)
    said = call("show", "who-pays")

    assert said.code == 0
    golden("tests/cli/golden/show.txt", said.out)


def test_prompts_are_rendered_anew_and_have_the_keys_of_the_trace(call: Call) -> None:
    call(*RUN)
    said = call("show", "who-pays", "--prompts")
    shown = json.loads(call("show", "who-pays", "--json").out)

    assert said.err == "" and "Actual Output:" in said.out and "> " not in said.out
    keys = {attempt["key"] for step in shown["trace"] for attempt in step["attempts"]}
    assert keys == {question["key"] for question in shown["questions"]} and len(keys) == 3


@pytest.mark.parametrize("mode", ["full", "decide"])
def test_prompts_of_every_case_can_be_rendered(call: Call, mode: str) -> None:
    call(*RUN, "--mode", mode)
    for line in Path("runs/latest/results.jsonl").read_text(encoding="utf-8").splitlines():
        assert call("show", json.loads(line)["case"], "--prompts").err == ""


def test_an_undecided_case_says_why_and_what_was_replied(call: Call) -> None:
    Path("model.py").write_text("def judge(prompt):\n    return 'well, \\x1b[31mhm'\n", encoding="utf-8")
    call("run", RUBRIC, CASES, "--judge", "model.py:judge", "--only", "full")
    Path("rubric.yaml").write_text(
        "{arbitree: 1, nodes: {a: {ask: Is it polite?, shows: [actual_output]}}}", encoding="utf-8"
    )
    call("run", "rubric.yaml", CASES, "--judge", "model.py:judge", "--only", "full")
    said = call("show", "full")

    assert "Why it is undecided" in said.out and "J303" in said.out and "mend" in said.out
    assert said.out.count("well, \\x1b[31mhm") == 3 and "\x1b" not in said.out


def test_one_node_is_shown_with_its_raw_replies(call: Call) -> None:
    call(*RUN)
    said = call("show", "full", "--node", "details")

    assert 'Reply to "details"' in said.out and "facts" not in said.out.partition("node")[2].partition("Reply")[0]


def test_the_nearest_case_and_node_are_offered(call: Call) -> None:
    call(*RUN)

    assert 'did you mean "polite"?' in call("show", "polit").err
    assert "did you mean details?" in call("show", "full", "--node", "detail").err


def test_a_run_is_named_by_folder_name_or_latest(call: Call) -> None:
    call(*RUN, "--name", "one")
    call(*RUN, "--only", "full")

    assert call("show", "polite").code == 2
    assert call("show", "polite", "--run", "one").code == call("show", "polite", "--run", "runs/one").code == 0


def test_a_copy_of_the_rubric_that_was_changed_is_noticed(call: Call) -> None:
    call(*RUN)
    copy = Path("runs/latest/rubric.yaml")
    copy.write_text(copy.read_text(encoding="utf-8").replace("30 days", "14 days"), encoding="utf-8")
    said = call("show", "full", "--prompts")

    assert said.code == 0 and "cannot be rendered as they were asked" in said.err


def test_a_folder_without_its_files_is_said(call: Call) -> None:
    call(*RUN, "--name", "one")
    Path("runs/one/run.json").write_text("{", encoding="utf-8")
    assert "run.json cannot be read" in call("show", "full", "--run", "one").err
    Path("runs/one/run.json").write_text('{"arbitree": 99}', encoding="utf-8")
    assert "version 99" in call("show", "full", "--run", "one").err


def test_a_reply_of_megabytes_is_shown_short_and_whole_with_its_prompts(call: Call) -> None:
    body = "def judge(prompt):\n    return {'output': 'z' * 3_000_000, 'verdict': False, 'reason': 'y' * 3_000_000}\n"
    Path("wordy.py").write_text(body, "utf-8")
    call("run", RUBRIC, CASES, "--judge", "wordy.py:judge", "--quiet", "--limit", "1")

    assert len(call("show", "full").out) < 10_000
    assert "y" * 3_000_000 in call("show", "full", "--prompts").out
