"""Going on with an earlier run: what was decided is kept, what was not is asked afresh, the file ends up the same."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, RULES, Call

RUN = ("run", RUBRIC, CASES, "--judge", RULES)
RESULTS = Path("runs/latest/results.jsonl")


def spent(out: str) -> dict[str, int]:
    found = json.loads(out)["spent"]
    assert isinstance(found, dict)
    return found


def test_a_finished_run_asks_nothing_again(call: Call) -> None:
    first = call(*RUN)
    before = RESULTS.read_bytes()
    again = call(*RUN, "--resume", "latest", "--json")

    assert spent(again.out)["calls"] == 0 and spent(again.out)["kept"] == 11
    assert again.code == first.code
    assert RESULTS.read_bytes() == before


def test_a_run_that_was_cut_short_ends_as_one_that_was_not(call: Call) -> None:
    call(*RUN, "--out", "whole")
    call(*RUN, "--limit", "5", "--name", "part")
    with Path("runs/part/results.jsonl").open("ab") as file:
        file.write(b'{"arbitree_result": 1, "case": "any')  # a kill in the middle of a line
    said = call(*RUN, "--resume", "part")

    assert said.code == 1
    assert Path("runs/part/results.jsonl").read_bytes() == Path("whole/results.jsonl").read_bytes()


def test_a_case_that_looks_different_now_is_scored_again(call: Call) -> None:
    cases = Path("cases.jsonl")
    cases.write_text('{"id": "a", "actual_output": "Return it any time."}\n', encoding="utf-8")
    call("run", RUBRIC, "cases.jsonl", "--judge", RULES)
    cases.write_text('{"id": "a", "actual_output": "You have 30 days to return it."}\n', encoding="utf-8")
    said = call("run", RUBRIC, "cases.jsonl", "--judge", RULES, "--resume", "latest", "--json")

    assert json.loads(said.out)["cases"][0]["score"] == 0.3 and spent(said.out)["calls"] == 3
    assert len(RESULTS.read_text(encoding="utf-8").splitlines()) == 1


def test_a_column_that_the_rubric_does_not_look_at_changes_nothing(call: Call) -> None:
    cases = Path("cases.jsonl")
    cases.write_text('{"id": "a", "actual_output": "x", "note": "old"}\n', encoding="utf-8")
    call("run", RUBRIC, "cases.jsonl", "--judge", RULES)
    cases.write_text('{"id": "a", "actual_output": "x", "note": "new"}\n', encoding="utf-8")

    assert spent(call("run", RUBRIC, "cases.jsonl", "--judge", RULES, "--resume", "latest", "--json").out)["kept"] == 1


def test_only_the_question_that_came_to_nothing_is_asked_afresh(call: Call) -> None:
    judge = "def judge(prompt):\n    if 'Answer 2' in prompt: {}\n    return '{{\"verdict\": true}}'\n"
    Path("model.py").write_text(judge.format("return 'no idea'"), encoding="utf-8")
    Path("rubric.yaml").write_text(
        "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n  a: {ask: Answer 1?, yes: b, no: 0}\n"
        "  b: {ask: Answer 2?}\n",
        encoding="utf-8",
    )
    run = ("run", "rubric.yaml", CASES, "--only", "full", "--judge", "model.py:judge")
    assert call(*run).code == 3
    Path("model.py").write_text(judge.format("pass"), encoding="utf-8")
    said = call(*run, "--resume", "latest", "--json")

    assert said.code == 0
    assert (spent(said.out)["calls"], spent(said.out)["replayed"]) == (1, 1)


def test_results_of_cases_that_are_not_picked_now_stay(call: Call) -> None:
    call(*RUN, "--limit", "3")
    before = RESULTS.read_bytes()
    said = call(*RUN, "--resume", "latest", "--only", "full", "--json")

    assert [case["case"] for case in json.loads(said.out)["cases"]] == ["full"]
    assert RESULTS.read_bytes() == before


def test_a_run_is_not_gone_on_with_under_other_conditions(call: Call) -> None:
    call(*RUN, "--limit", "2")
    Path("other.yaml").write_text(Path(RUBRIC).read_text(encoding="utf-8").replace("Both: 10", "Both: 9"), "utf-8")
    said = call("run", "other.yaml", CASES, "--judge", RULES, "--resume", "latest", "--threshold", "0.7")

    assert said.code == 2
    assert "the rubric is not the one" in said.err and "threshold 0.5, and this is threshold 0.7" in said.err


def test_comments_and_layout_of_a_rubric_make_no_difference(call: Call) -> None:
    call(*RUN, "--limit", "2")
    Path("other.yaml").write_text("# a note\n" + Path(RUBRIC).read_text(encoding="utf-8"), encoding="utf-8")
    said = call("run", "other.yaml", CASES, "--judge", RULES, "--resume", "latest", "--limit", "2", "--json")

    assert spent(said.out)["calls"] == 0


def test_a_line_that_is_no_result_is_named(call: Call) -> None:
    call(*RUN, "--limit", "2")
    RESULTS.write_bytes(b"{}\n" + RESULTS.read_bytes())
    said = call(*RUN, "--resume", "latest")

    assert said.code == 2 and "results.jsonl:1" in said.err and "Traceback" not in said.err
