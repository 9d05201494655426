"""A run that is killed while later cases are finished and earlier ones are not, and cases from standard input."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES
from tests.cli.test_process import command, done, environment

JUDGE = """
import asyncio, pathlib
results = pathlib.Path("runs/cut/results.jsonl")
async def judge(prompt):
    if "{hangs}" in prompt:
        while results.read_bytes().count(b"\\n") < 11:
            await asyncio.sleep(0.01)
        pathlib.Path("waiting").touch()
        await asyncio.Event().wait()
    return '{{"verdict": "Both"}}' if "'verdict' [" in prompt else '{{"verdict": true, "output": "30 days"}}'
"""
"""Hangs on one case, once the others are through."""


def ids(path: Path) -> list[str]:
    return [json.loads(line)["case"] for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("ledger", [(), ("--no-ledger",)])
def test_what_was_finished_ahead_of_an_earlier_case_is_not_lost(tmp_path: Path, ledger: tuple[str, ...]) -> None:
    order = [json.loads(line)["id"] for line in Path(CASES).read_text(encoding="utf-8").splitlines()]
    first = json.loads(Path(CASES).read_text(encoding="utf-8").splitlines()[0])["actual_output"]
    (tmp_path / "j.py").write_text(JUDGE.format(hangs=first[:40]), encoding="utf-8")
    run = ("run", RUBRIC, CASES, "--judge", "j.py:judge", *ledger)
    process = subprocess.Popen(
        command(*run, "--name", "cut"), cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    deadline = time.monotonic() + 30
    while not (tmp_path / "waiting").exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    process.kill()
    process.communicate(timeout=30)
    found = ids(tmp_path / "runs/cut/results.jsonl")
    assert (tmp_path / "waiting").exists() and len(found) == 11 and order[0] not in found

    (tmp_path / "j.py").write_text(JUDGE.format(hangs="(nothing hangs)"), encoding="utf-8")
    rest = json.loads(done(tmp_path, *run, "--resume", "cut", "--json").stdout)
    done(tmp_path, *run, "--name", "whole")
    assert rest["spent"]["kept"] == 10  # one of the eleven has nothing to be judged, and is looked at again
    assert ids(tmp_path / "runs/cut/results.jsonl") == order
    assert (tmp_path / "runs/cut/results.jsonl").read_bytes() == (tmp_path / "runs/whole/results.jsonl").read_bytes()


def test_cases_from_standard_input_are_checked_and_scored(tmp_path: Path) -> None:
    def piped(text: str, *more: str) -> subprocess.CompletedProcess[str]:
        line = command("run", RUBRIC, "-", "--judge", RULES, "--json", *more)
        return subprocess.run(
            line, cwd=tmp_path, env=environment(), input=text, capture_output=True, encoding="utf-8", timeout=60
        )

    text = Path(CASES).read_text(encoding="utf-8")
    said = json.loads(piped(text, "--name", "one").stdout)
    again = json.loads(piped(text, "--resume", "one").stdout)
    bad = piped(text + "{\n" + text.splitlines()[0] + "\n")

    assert said["summary"]["cases"] == 12 and again["spent"]["kept"] == 11
    assert bad.returncode == 2 and "stdin:13" in bad.stderr and "used twice" in bad.stderr
