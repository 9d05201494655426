"""`arbitree.toml`: roles, judges and options of a project, all mistakes of it named, and no key in it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arbitree.cli.config import load_config
from arbitree.errors import UsageError
from tests.cli.calling import CASES, RULES, Call

TWO = """\
arbitree: 1
nodes:
  kind: {ask: Is it kind?, shows: [actual_output], yes: short, no: 0}
  short: {ask: Is it short?, shows: [actual_output], judge: strict}
"""

JUDGES = """\
def yes(prompt):
    return '{"verdict": true}'


def no(prompt):
    return '{"verdict": false}'
"""


FREE = """\
from arbitree.rules import answers


@answers("dag.BinaryJudgementVerdict")
def every(prompt, judge):
    return {"verdict": True}
"""


@pytest.fixture(autouse=True)
def files(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARBITREE_CONFIG", raising=False)
    Path("two.yaml").write_text(TWO, encoding="utf-8")
    Path("judges.py").write_text(JUDGES, encoding="utf-8")


def config(text: str) -> None:
    Path("arbitree.toml").write_text(text, encoding="utf-8")


def mean(call: Call, *flags: str) -> float:
    said = call("run", "two.yaml", CASES, "--only", "full", "--json", *flags)
    assert said.code in {0, 1}, said.err
    return float(json.loads(said.out)["summary"]["mean_score"])


def test_each_role_has_the_judge_that_is_named_for_it(call: Call) -> None:
    assert mean(call, "--judge", "judges.py:yes", "--judge", "strict=judges.py:no") == 0.0
    assert mean(call, "--judge", "strict=judges.py:yes", "--judge", "judges.py:yes") == 1.0
    assert mean(call, "--judge", "judges.py:yes") == 1.0


def test_the_file_names_judges_and_the_command_line_has_the_last_word(call: Call) -> None:
    config(
        '[judges]\njudge = "judges.py:yes"\nstrict = { judge = "judges.py:no" }\nof_another_rubric = "rules:none.py"\n'
    )

    assert mean(call) == 0.0
    assert mean(call, "--judge", "strict=judges.py:yes") == 1.0


def test_the_file_is_found_from_folders_below_and_names_files_beside_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    config('[judges]\njudge = "judges.py:yes"\n[run]\nledger = "kept.sqlite"\nremember-as = "v1"\nquiet = true\n')
    Path("below/further").mkdir(parents=True)
    monkeypatch.chdir("below/further")
    said = call("run", "../../two.yaml", CASES, "--only", "full")

    assert said.code == 0 and said.out.startswith("gate:"), said.err
    assert Path("../../kept.sqlite").exists()
    assert json.loads(Path("runs/latest/run.json").read_text("utf-8"))["config"].endswith("arbitree.toml")


def test_options_of_runs_stand_in_the_file_and_flags_win(call: Call) -> None:
    config(
        '[judges]\njudge = "judges.py:yes"\n[run]\nlimit = 2\nmap = ["out=actual_output"]\ngate = "pass_rate>=0.1"\n'
    )

    assert "2 passed" in call("run", "two.yaml", CASES, "--map", "actual_output=actual_output").out
    assert "3 passed" in call("run", "two.yaml", CASES, "--limit", "3", "--map", "actual_output=actual_output").out


def shown(call: Call, *flags: str) -> list[tuple[str, str, bool]]:
    """Node, role and whether the prompt is in the style of users' judges."""
    said = call("prompts", "two.yaml", CASES, "--json", *flags)
    assert said.code == 0, said.err
    rows = json.loads(said.out)
    return [(row["node"], row["role"], len(row["messages"]) == 1) for row in rows]


def test_prompts_are_shown_in_the_style_of_the_judges_that_the_file_names(call: Call) -> None:
    assert shown(call) == [("kind", "judge", False), ("short", "strict", False)]
    config('[judges]\njudge = "openai:m"\nstrict = "judges.py:no"\n')
    assert shown(call) == [("kind", "judge", False), ("short", "strict", True)]
    assert shown(call, "--style", "messages") == [("kind", "judge", False), ("short", "strict", False)]


def test_prompts_read_cases_as_the_file_says(call: Call) -> None:
    Path("cases.csv").write_text("nr,answer\n7,Thanks!\n", encoding="utf-8")
    config('[run]\nmap = ["actual_output=answer"]\nid = "nr"\nconcurrency = 3\n')
    said = call("prompts", "two.yaml", "cases.csv", "--json")

    assert {row["case"] for row in json.loads(said.out)} == {"7"}
    assert "Thanks!" in said.out
    assert "needed" not in call("check", "two.yaml", "cases.csv").err


def test_prompts_that_are_heard_come_from_the_judges_that_a_run_would_ask(call: Call) -> None:
    Path("free.py").write_text(FREE, encoding="utf-8")
    config('[judges]\njudge = "openai:m"\nstrict = "rules:free.py"\n')

    assert [node for node, _, _ in shown(call, "--judge", "rules:free.py")] == ["kind", "short"]
    config('[judges]\nstrict = "openai:m"\n')
    said = call("prompts", "two.yaml", CASES, "--judge", "rules:free.py")
    assert said.code == 2 and 'X328  openai:m would be asked for the role "strict", and may cost' in said.err


def test_everything_that_is_wrong_with_the_file_is_said_together(call: Call) -> None:
    config(
        '[judgse]\n[judges]\nstrict = 3\nother = { model = "m" }\n"bad role" = "openai:m"\n'
        'k = { judge = "openai:m", temprature = 0, api_key = "sk-very-secret", key_env = "sk-also-secret" }\n'
    )
    said = call("run", "two.yaml", CASES)

    assert said.code == 2 and "Traceback" not in said.err
    for part in (
        "did you mean [judges]?",
        "[judges] strict",
        "names no judge",
        '"bad role"',
        "did you mean temperature?",
    ):
        assert part in said.err, part
    assert "key_env" in said.err and "secret" not in said.err


def test_options_that_there_are_not_are_refused_with_the_nearest(call: Call) -> None:
    config('[run]\nconcurency = 3\nlimit = "many"\nmode = "fast"\nresume = "latest"\nquiet = 1\nseed = 1.5\n')
    said = call("run", "two.yaml", CASES, "--judge", "judges.py:yes")

    assert said.code == 2
    for part in (
        "did you mean concurrency?",
        "[run] limit",
        "[run] mode",
        "for one run alone",
        "true or false",
        "seed",
    ):
        assert part in said.err, part


def test_a_file_that_is_no_toml_is_refused_with_the_line(call: Call) -> None:
    config("[judges\n")

    assert "line 1" in call("run", "two.yaml", CASES).err
    assert call("check", "two.yaml").code == 0
    assert call("run", "--help").code == 0


def test_a_judge_of_the_file_that_is_not_there_is_named(call: Call) -> None:
    config('[judges]\njudge = "rules:none.py"\n')
    said = call("run", "two.yaml", CASES)

    assert said.code == 2 and "none.py" in said.err


def test_options_of_a_judge_and_where_its_key_comes_from_stand_in_a_table(call: Call) -> None:
    config('[judges]\njudge = { judge = "openai:m?seed=7", temperature = 0.5, cache = false, key_env = "MINE" }\n')
    wanted = load_config({}, Path.cwd()).judges["judge"]

    assert wanted.text == "openai:m?seed=7&temperature=0.5&cache=off&key=MINE"
    assert wanted.name == "openai:m?seed=7&temperature=0.5&cache=off"


def test_a_variable_names_another_file_or_none(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    config('[judges]\njudge = "rules:none.py"\n')
    Path("other.toml").write_text(f'[judges]\njudge = "{RULES}"\n', encoding="utf-8")

    assert load_config({"ARBITREE_CONFIG": ""}, Path.cwd()).judges == {}
    assert load_config({"ARBITREE_CONFIG": "other.toml"}, Path.cwd()).judges["judge"].text == RULES
    with pytest.raises(UsageError, match="cannot be read"):
        load_config({"ARBITREE_CONFIG": "none.toml"}, Path.cwd())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_a_file_of_another_user_is_not_obeyed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    config('[judges]\njudge = "judges.py:yes"\n')
    if os.getuid() == 0:
        os.chown("arbitree.toml", 4711, -1)  # What root writes is obeyed.
    me = Path("arbitree.toml").stat().st_uid + 1
    monkeypatch.setattr(os, "getuid", lambda: me)

    with pytest.raises(UsageError, match="another user"):
        load_config({}, Path.cwd())
