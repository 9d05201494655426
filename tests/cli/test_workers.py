"""Runs with several processes: what comes of them is what one process comes to, byte for byte."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arbitree.testing.server import LoopbackServer
from tests.cli.calling import CASES, RUBRIC, RULES, Call

CASES_OF_MANY = [{"id": f"c{number}", "actual_output": f"Reply {number % 20} to a customer."} for number in range(40)]


def results(name: str) -> bytes:
    return Path("runs", name, "results.jsonl").read_bytes()


def steady(name: str) -> dict[str, Any]:
    """What `run.json` says, without what tells one run from another: its time, and how it was asked for."""
    summary: dict[str, Any] = json.loads(Path("runs", name, "run.json").read_text(encoding="utf-8"))
    del summary["command"], summary["spent"]["seconds"]
    for judge in summary["spent"]["judges"]:
        del judge["seconds"]
    return summary


def test_two_workers_come_to_the_same_bytes_as_one_process(call: Call) -> None:
    one = call("run", RUBRIC, CASES, "--judge", RULES, "--name", "one")
    two = call("run", RUBRIC, CASES, "--judge", RULES, "--name", "two", "--workers", "2")

    assert two.out.replace("runs/two", "runs/one") == one.out and two.code == one.code
    assert results("two") == results("one")
    assert steady("two") == steady("one")


@pytest.mark.loopback
def test_workers_share_one_ledger_one_budget_and_one_limit_of_calls_in_flight(call: Call) -> None:
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in CASES_OF_MANY), encoding="utf-8")
    with LoopbackServer() as server:
        requests = [0]
        for name, *flags in (
            ("one", "--fresh"),
            ("two", "--fresh", "--workers", "2"),
            ("cut", "--fresh", "--workers", "2", "--max-calls", "9"),
            ("known", "--workers", "2"),
        ):
            judge = ("--judge", f"{server.url}#a-model", "--concurrency", "5")
            call("run", RUBRIC, "cases.jsonl", *judge, "--name", name, *flags)
            requests.append(server.counts.requests)
        one, two, cut, known = (after - before for before, after in pairwise(requests))

        assert two == one and cut == 9 and known == 0
        assert server.counts.in_flight_peak <= 5
    assert results("two") == results("one") == results("known")
    assert steady("two")["spent"] == steady("one")["spent"] and steady("cut")["spent"]["calls"] == 9


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (("--limit", "1"), "one process, since there is one case."),
        (("--concurrency", "1"), "one process, since one case is scored at a time."),
        (("--limit", "2"), "2 of them, since there are no more than 2 cases."),
    ],
)
def test_where_so_many_workers_make_no_sense_there_are_fewer_and_it_is_said(
    call: Call, flags: tuple[str, ...], why: str
) -> None:
    said = call("run", RUBRIC, CASES, "--judge", RULES, "--workers", "3", *flags)

    assert f"--workers 3: {why}" in said.err and said.code in (0, 1)


def test_a_run_can_be_gone_on_with_before_its_workers_start(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def nobody(flags: object, ready: object, folder: Path) -> None:
        seen.append(json.loads((folder / "run.json").read_text("utf-8"))["state"])

    monkeypatch.setattr("arbitree.cli.staffing.staffed", nobody)
    call("run", RUBRIC, CASES, "--judge", RULES, "--workers", "2", "--name", "killed")
    assert seen == ["running"]
