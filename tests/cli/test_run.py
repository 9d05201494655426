"""`arbitree run` on the example of return replies."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.plugins.golden import Golden

RUN = ("run", RUBRIC, CASES, "--judge", RULES)


def rows(folder: str = "runs/latest") -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(folder, "results.jsonl").read_text(encoding="utf-8").splitlines()]


def without_paths(text: str) -> str:
    return re.sub(r"rules:\S+/", "rules:", text)


def test_a_run_prints_table_and_summary_and_keeps_its_results(call: Call, golden: Golden) -> None:
    said = call(*RUN)

    assert said.code == 1
    golden("tests/cli/golden/run.txt", without_paths(said.out))
    assert len(rows()) == 12


def test_a_row_holds_the_whole_trace_and_the_fields_that_were_shown(call: Call) -> None:
    call(*RUN, "--only", "who-pays")
    [row] = rows()

    assert row["arbitree_result"] == 1 and row["score"] == 0.6
    assert [step["node"] for step in row["trace"]] == ["facts", "window", "details"]  # type: ignore[attr-defined, index]
    assert list(row["fields"]) == ["actual_output"]  # type: ignore[call-overload]


def test_the_exit_code_is_the_gates(call: Call) -> None:
    assert call(*RUN, "--gate", "pass_rate>=0.3").code == 0
    assert call(*RUN, "--gate", "pass_rate>=0.4").code == 3
    assert call(*RUN, "--gate", "pass_rate>=0.5").code == 1
    assert call(*RUN, "--gate", "pass_rate>=0.3, coverage>=1").code == 1


def test_the_default_gate_wants_every_case_to_pass(call: Call) -> None:
    assert call(*RUN, "--only", "full").code == 0
    assert call(*RUN, "--only", "full", "--only", "polite").code == 1
    assert call(*RUN, "--only", "empty").code == 3


def test_a_lower_threshold_lets_more_cases_pass(call: Call) -> None:
    assert call(*RUN, "--only", "window-only").code == 1
    assert call(*RUN, "--only", "window-only", "--threshold", "0.3").code == 0


def test_cases_are_picked_by_name_number_and_sample(call: Call) -> None:
    call(*RUN, "--only", "polite", "--only", "full")
    assert [row["case"] for row in rows()] == ["full", "polite"]
    call(*RUN, "--limit", "2")
    assert [row["case"] for row in rows()] == ["full", "window-only"]
    call(*RUN, "--sample", "3", "--seed", "1")
    first = [row["case"] for row in rows()]
    call(*RUN, "--sample", "3", "--seed", "1")
    assert [row["case"] for row in rows()] == first and len(first) == 3


def test_groups_are_summed_up_apart(call: Call) -> None:
    said = call(*RUN, "--by", "product", "--json")
    groups = json.loads(said.out)["groups"]

    assert list(groups) == sorted(groups) and sum(group["cases"] for group in groups.values()) == 12


def test_json_is_one_object_and_all_else_goes_to_standard_error(call: Call) -> None:
    said = call(*RUN, "--json")
    found = json.loads(said.out)

    assert found["summary"]["passed"] == 4 and found["gate"]["exit_code"] == said.code == 1
    assert [case["case"] for case in found["cases"]][:2] == ["full", "window-only"]
    assert found["undecided"][0]["kind"] == "empty_field"
    assert "cases/s" in said.err


def test_a_quiet_run_says_the_gates_line_only(call: Call) -> None:
    said = call(*RUN, "--quiet")

    assert said.err == ""
    assert said.out == "gate: pass_rate>=1 missed: pass_rate is between 0.333 and 0.417\n"


def test_nothing_is_kept_without_saving(call: Call) -> None:
    assert call(*RUN, "--no-save").code == 1
    assert not Path("runs").exists()


def test_runs_are_numbered_and_latest_is_the_last(call: Call) -> None:
    call(*RUN, "--limit", "1")
    call(*RUN, "--limit", "2")

    assert sorted(path.name for path in Path("runs").iterdir()) == ["latest", "return-reply-1", "return-reply-2"]
    assert len(rows("runs/latest")) == 2


def test_a_run_is_kept_where_it_is_told(call: Call, tmp_path: Path) -> None:
    call(*RUN, "--limit", "1", "--name", "mine")
    call(*RUN, "--limit", "1", "--out", str(tmp_path / "elsewhere"))

    assert len(rows("runs/mine")) == len(rows("elsewhere")) == 1


def test_two_runs_leave_the_same_bytes(call: Call) -> None:
    call(*RUN, "--out", "a")
    call(*RUN, "--out", "b", "--concurrency", "1")

    assert Path("a/results.jsonl").read_bytes() == Path("b/results.jsonl").read_bytes()


def test_the_folder_says_what_the_run_was(call: Call) -> None:
    call(*RUN, "--mode", "decide")
    summary = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))

    assert summary["state"] == "finished" and summary["settings"]["mode"] == "decide"
    assert summary["counts"]["passed"] == 4 and summary["gate"]["exit_code"] == 1
    assert Path("runs/latest/rubric.yaml").read_text(encoding="utf-8") == Path(RUBRIC).read_text(encoding="utf-8")
    log = [json.loads(line) for line in Path("runs/latest/log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in log] == ["start", *["case"] * 12, "end"]


def test_deciding_counts_what_asking_everything_could_take(call: Call) -> None:
    spent = json.loads(call(*RUN, "--mode", "decide", "--json").out)["spent"]

    assert spent["calls"] < spent["at_most"] == 36


def test_columns_are_read_under_other_names(call: Call) -> None:
    Path("cases.csv").write_text("key,answer\na,You have 30 days to return it.\n", encoding="utf-8")
    said = call("run", RUBRIC, "cases.csv", "--judge", RULES, "--map", "actual_output=answer", "--id", "key")

    assert rows()[0]["case"] == "a" and rows()[0]["score"] == 0.3 and said.code == 1


def test_a_field_that_no_case_has_is_said_before_anything_is_asked(call: Call) -> None:
    Path("cases.csv").write_text("id,answer\na,You have 30 days to return it.\n", encoding="utf-8")
    said = call("run", RUBRIC, "cases.csv", "--judge", RULES)

    assert 'no case has the field "actual_output"' in said.err and "--map actual_output=answer" in said.err


def test_a_rubric_of_checks_alone_needs_no_judge(call: Call) -> None:
    Path("rubric.yaml").write_text(
        "{arbitree: 1, defaults: {shows: [actual_output]}, nodes: {short: {check: is short, max_words: 10}}}",
        encoding="utf-8",
    )
    said = call("run", "rubric.yaml", CASES, "--only", "any-time", "--only", "full", "--json")

    assert [case["passed"] for case in json.loads(said.out)["cases"]] == [False, True]
    assert json.loads(said.out)["spent"]["calls"] == 0


def test_reasons_come_from_where_they_are_asked_for(call: Call) -> None:
    by = {how: json.loads(call(*RUN, "--only", "full", "--json", "--explain", how).out) for how in ("none", "path")}

    assert by["none"]["cases"][0]["reason"] == ""
    assert "The score is 1.0" in by["path"]["cases"][0]["reason"]
    assert by["none"]["spent"]["calls"] == by["path"]["spent"]["calls"]


def test_an_explanation_by_the_judge_is_one_more_call_a_case(call: Call) -> None:
    Path("model.py").write_text(
        "def judge(prompt):\n"
        "    if 'Explain in one' in prompt:\n"
        '        return \'{"reason": "Because."}\'\n'
        '    return \'{"verdict": false, "output": "x"}\'\n',
        encoding="utf-8",
    )
    run = ("run", RUBRIC, CASES, "--judge", "model.py:judge", "--only", "full", "--json", "--explain")
    path, judge = (json.loads(call(*run, how).out) for how in ("path", "judge"))

    assert judge["spent"]["calls"] == path["spent"]["calls"] + 1 == 3
    assert judge["cases"][0]["reason"] == "Because."


def test_what_users_code_prints_does_not_end_up_in_the_json(call: Call) -> None:
    Path("model.py").write_text("print('loaded')\ndef judge(prompt):\n    print('asked')\n", encoding="utf-8")
    run = call("run", RUBRIC, CASES, "--judge", "model.py:judge", "--only", "full", "--json")
    prompts = call("prompts", RUBRIC, CASES, "--judge", "model.py:judge", "--only", "full", "--json")

    for said in (run, prompts):
        assert json.loads(said.out) and "loaded" in said.err and "asked" in said.err


def test_a_judge_that_takes_too_long_leaves_its_case_undecided(call: Call) -> None:
    Path("model.py").write_text(
        "import threading\nnever = threading.Event()\ndef judge(prompt):\n    never.wait(30)\n", encoding="utf-8"
    )
    run = ("run", RUBRIC, CASES, "--judge", "model.py:judge", "--limit", "6", "--deadline", "0.1", "--json")
    said = call(*run)

    assert said.code == 3 and {case["causes"][0]["kind"] for case in json.loads(said.out)["cases"]} == {"timeout"}


def test_judges_of_single_roles_answer_for_their_nodes(call: Call) -> None:
    Path("model.py").write_text(
        "def yes(prompt):\n    return '{\"verdict\": true}'\ndef no(prompt):\n    return '{\"verdict\": false}'\n",
        encoding="utf-8",
    )
    Path("rubric.yaml").write_text(
        "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n  all: {weigh: {a: 1, b: 3}}\n  a: {ask: Is it?}\n"
        "  b: {ask: Is it?, judge: strict}\n",
        encoding="utf-8",
    )
    run = ("run", "rubric.yaml", CASES, "--only", "full", "--json", "--judge")
    said = call(*run, "model.py:yes", "--judge", "strict=model.py:no")

    assert json.loads(said.out)["cases"][0]["score"] == 0.25
    assert json.loads(said.out)["judges"] == {"judge": "model.py:yes", "strict": "model.py:no"}
    assert "did you mean strict?" in call(*run, "model.py:yes", "--judge", "strikt=model.py:no").err
    assert 'the role "strict"' not in call(*run, "model.py:yes").err
