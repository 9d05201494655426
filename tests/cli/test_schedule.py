"""`--schedule eager`: the same results, byte for byte, and what asking ahead wasted is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.cli.counting import asked

MODEL = """
import asyncio

async def judge(prompt):
    with open("asked.txt", "a") as file:
        file.write("asked\\n")
    await asyncio.sleep(0.01)
    return "no" if "polite" in prompt and "a says" in prompt else "yes"
"""
CHAIN = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  polite: {ask: Is it polite?, yes: clear, no: 0}
  clear: {ask: Is it clear?, yes: short, no: 0}
  short: {ask: Is it short?}
"""
RUN = ("run", "chain.yaml", "cases.jsonl", "--judge", "late.py:judge", "--no-ledger", "--gate", "pass_rate>=0")


@pytest.fixture
def chain(call: Call) -> Call:
    """Two cases of three questions in a row, of which the first ends with the first question."""
    Path("late.py").write_text(MODEL, encoding="utf-8")
    Path("chain.yaml").write_text(CHAIN, encoding="utf-8")
    rows = [{"id": name, "actual_output": f"{name} says thanks."} for name in "ab"]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return call


def results(name: str) -> bytes:
    return Path("runs", name, "results.jsonl").read_bytes()


def spent(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("runs", name, "run.json").read_text(encoding="utf-8"))["spent"]
    return found


def test_results_are_the_same_and_what_was_asked_in_vain_is_said(chain: Call) -> None:
    chain(*RUN, "--name", "frugal")
    frugal = asked()
    said = chain(*RUN, "--name", "eager", "--schedule", "eager")
    eager = asked()

    assert results("eager") == results("frugal")
    assert (frugal, eager) == (4, 6)
    assert (spent("frugal")["asked_ahead"], spent("frugal")["unused"]) == (0, 0)
    assert (spent("eager")["calls"], spent("eager")["asked_ahead"], spent("eager")["unused"]) == (6, 4, 2)
    assert "4 questions asked ahead, 2 of them in vain" in said.out
    log = [json.loads(line) for line in Path("runs/eager/log.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [(one["case"], one["asked_ahead"], one["unused"]) for one in log if one["event"] == "ahead"]
    assert sorted(told) == [("a", 2, 2), ("b", 2, 0)]


def test_a_run_may_be_gone_on_with_by_the_other_schedule(chain: Call) -> None:
    chain(*RUN, "--name", "r", "--limit", "1")
    assert chain(*RUN, "--resume", "r", "--schedule", "eager").code == 0
    chain(*RUN, "--name", "frugal")
    assert results("r") == results("frugal")


def test_on_a_budget_nothing_is_asked_ahead(chain: Call) -> None:
    chain(*RUN, "--name", "r", "--schedule", "eager", "--max-calls", "4")
    assert asked() == 4
    chain(*RUN, "--name", "frugal")
    assert results("r") == results("frugal")


def test_rules_answer_at_once_so_that_nothing_is_asked_ahead(call: Call) -> None:
    call("run", RUBRIC, CASES, "--judge", RULES, "--name", "frugal")
    call("run", RUBRIC, CASES, "--judge", RULES, "--name", "eager", "--schedule", "eager")
    assert results("eager") == results("frugal")
    assert spent("eager")["asked_ahead"] == 0


def test_workers_ask_ahead_too_and_come_to_the_same(chain: Call) -> None:
    chain(*RUN, "--name", "frugal")
    asked()
    chain(*RUN, "--name", "eager", "--schedule", "eager", "--workers", "2")
    assert results("eager") == results("frugal")
    assert spent("eager")["calls"] == asked() == 4 + spent("eager")["unused"]
