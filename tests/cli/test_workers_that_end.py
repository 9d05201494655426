"""Workers that die, runs that are interrupted or killed, and judges that fail: what becomes of a run with workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arbitree.ledger.claims import is_running
from tests.cli.calling import Call
from tests.meta.source import ROOT

RUBRIC = "{arbitree: 1, defaults: {shows: [actual_output]}, nodes: {polite: {ask: Is it polite?}}}"

MODEL = """
import asyncio, os, pathlib, signal

class Model:
    async def a_generate(self, prompt):
        with open("pids.txt", "a") as file:
            file.write(f"{{os.getpid()}}\\n")
        number = prompt.partition("Reply ")[2].partition(".")[0]
        {does}
        return '{{"verdict": true, "reason": "Reply %s."}}' % number

judge = Model()
"""

DIES = "if number == '7': signal.raise_signal(signal.SIGSEGV)"
DIES_ONCE = "if number == '7' and not pathlib.Path('died').exists(): pathlib.Path('died').touch(); os._exit(3)"


def set_up(does: str, cases: int = 12) -> None:
    Path("rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    Path("model.py").write_text(MODEL.format(does=does), encoding="utf-8")
    rows = ({"id": f"c{number}", "actual_output": f"Reply {number}."} for number in range(cases))
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


ALONE = ("run", "rubric.yaml", "cases.jsonl", "--judge", "model.py:judge", "--gate", "pass_rate>=0.5")
RUN = (*ALONE, "--workers", "2")


def lines(name: str) -> list[bytes]:
    return Path("runs", name, "results.jsonl").read_bytes().splitlines()


def started(*flags: str) -> subprocess.Popen[bytes]:
    """The same run in a process of its own, once its workers have asked something."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "arbitree", *RUN, "-q", "--concurrency", "4", *flags]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: Path("pids.txt").exists() and len(Path("pids.txt").read_text("ascii").splitlines()) >= 8)
    return process


def until(is_so, seconds: float = 20.0) -> None:  # type: ignore[no-untyped-def]
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_case_whose_workers_die_is_undecided_and_costs_no_other_case_anything(call: Call) -> None:
    set_up("pass")
    call(*ALONE, "--name", "well")
    set_up(DIES)
    said = call(*RUN, "--name", "hurt", "--json")
    well, hurt = lines("well"), lines("hurt")
    lost = json.loads(hurt[7])

    assert [lost["status"], lost["causes"][0]["kind"], said.code] == ["undecided", "worker_died", 0]
    assert "SIGSEGV" in lost["causes"][0]["what"]
    assert [line for at, line in enumerate(hurt) if at != 7] == [line for at, line in enumerate(well) if at != 7]


def test_a_worker_that_dies_once_costs_nothing_but_a_second_try(call: Call) -> None:
    set_up("pass")
    call(*ALONE, "--name", "well")
    set_up(DIES_ONCE)
    said = call(*RUN, "--name", "once")

    assert Path("died").exists() and said.code == 0
    assert lines("once") == lines("well")


@pytest.mark.long
def test_a_run_all_of_whose_workers_die_is_stopped(call: Call) -> None:
    set_up("os._exit(3)")
    said = call(*RUN, "--name", "dead")

    assert (
        said.code == 2 and "5 workers died one after the other without a result: it ended with exit code 3" in said.err
    )


@pytest.mark.parametrize("inline", [False, True])
def test_first_questions_that_fail_alike_stop_a_run_whichever_worker_asked_them(call: Call, inline: bool) -> None:
    set_up("raise PermissionError('no such key')")
    if inline:
        text = "def judge(prompt):\n    raise PermissionError('no such key')\n\njudge.inline = True\n"
        Path("model.py").write_text(text, encoding="utf-8")
    said = call(*RUN)

    assert said.code == 2 and "first 5 questions all failed alike: PermissionError: no such key" in said.err


@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(signal.SIGINT, 130, marks=pytest.mark.long), (signal.SIGTERM, 143)]
)
def test_an_interrupted_run_ends_its_workers_keeps_what_is_judged_and_goes_on(
    call: Call, number: signal.Signals, code: int
) -> None:
    set_up("await asyncio.sleep(0.05)", cases=60)
    process = started("--name", "cut")
    process.send_signal(number)

    assert process.wait(timeout=10) == code
    kept = len(lines("cut"))
    assert 0 < kept < 60
    assert not any(is_running(int(pid)) for pid in set(Path("pids.txt").read_text("ascii").split()))
    asked = len(Path("pids.txt").read_text("ascii").splitlines())
    call(*ALONE, "--resume", "cut")
    call(*ALONE, "--name", "whole")
    assert lines("cut") == lines("whole") and asked - kept <= 8


def test_when_the_first_process_is_killed_its_workers_end_by_themselves(call: Call) -> None:
    set_up("await asyncio.sleep(0.05)", cases=60)
    process = started("--name", "killed")
    process.kill()
    process.wait()
    pids = {int(pid) for pid in Path("pids.txt").read_text("ascii").split()}

    until(lambda: not any(is_running(pid) for pid in pids))
