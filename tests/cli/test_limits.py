"""Flags of what a run may take: estimate, budget, rates, retries."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, RULES, Call


def test_a_dry_run_asks_nothing_and_keeps_nothing(call: Call) -> None:
    Path("model.py").write_text("def judge(prompt):\n    raise AssertionError('asked')\n", encoding="utf-8")
    said = call("run", RUBRIC, CASES, "--judge", "model.py:judge", "--dry-run")

    assert said.code == 0
    assert "for 12 cases" in said.out and "calls       12 to 33" in said.out
    assert "asked" not in said.err and not Path("runs").exists()


def test_the_real_run_is_within_what_was_told(call: Call) -> None:
    told = json.loads(call("run", RUBRIC, CASES, "--judge", RULES, "--dry-run", "--json").out)
    run = json.loads(call("run", RUBRIC, CASES, "--judge", RULES, "--json").out)

    assert told["calls"][0] <= run["spent"]["calls"] <= told["calls"][1]


def test_a_budget_leaves_cases_undecided_and_the_run_can_be_gone_on_with(call: Call) -> None:
    cut = call("run", RUBRIC, CASES, "--judge", RULES, "--max-calls", "5", "--json")
    whole = call("run", RUBRIC, CASES, "--judge", RULES, "--resume", "latest", "--json")
    fresh = call("run", RUBRIC, CASES, "--judge", RULES, "--no-save", "--json")

    first, second, straight = (json.loads(said.out) for said in (cut, whole, fresh))
    assert first["spent"]["calls"] == 5
    assert {kind["kind"] for kind in first["undecided"]} >= {"budget"}
    assert "The budget of 5 calls is used up" in cut.err and "--resume runs/return-reply-1" in cut.err
    assert second["cases"] == straight["cases"]
    assert second["spent"]["calls"] + 5 == straight["spent"]["calls"]


def test_flags_that_make_no_sense_are_reported_together(call: Call) -> None:
    said = call(
        "run", RUBRIC, CASES, "--judge", RULES, "--rpm", "0", "--timeout", "0", "--retries", "-1", "--max-calls=-2"
    )

    assert said.code == 2
    assert all(code in said.err for code in ("X180", "X181", "X182", "X183"))


def test_rates_and_retries_change_no_result(call: Call) -> None:
    plain = json.loads(call("run", RUBRIC, CASES, "--judge", RULES, "--no-save", "--json").out)
    flags = ("--rpm", "6000000", "--tpm", "600000000", "--timeout", "60", "--retries", "1")
    limited = json.loads(call("run", RUBRIC, CASES, "--judge", RULES, "--no-save", "--json", *flags).out)

    assert limited["cases"] == plain["cases"]
