"""Several processes on one ledger, and runs that are killed: nothing is lost, next to nothing is asked twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from arbitree.core.records import Reply
from arbitree.ledger import Ledger
from arbitree.ledger.admin import verify
from tests.ledger.entries import JUDGE, asked, found
from tests.ledger.processes import digest, finished, noted, set_up, started
from tests.meta.source import ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}


class Kill(NamedTuple):
    """When a run was killed."""

    sent: float
    arrived: float


@pytest.mark.parametrize("cases", [60, pytest.param(2000, marks=pytest.mark.long)])
def test_two_processes_over_the_same_cases_ask_next_to_nothing_twice(tmp_path: Path, cases: int) -> None:
    set_up(tmp_path, cases)
    both = [started(tmp_path, "--name", name) for name in ("one", "two")]
    for process in both:
        finished(process)
    asked = Counter(note.prompt for note in noted(tmp_path))

    assert digest(tmp_path / "runs/one/results.jsonl") == digest(tmp_path / "runs/two/results.jsonl")
    assert verify(tmp_path / ".arbitree/ledger.sqlite").is_whole
    assert sum(asked.values()) - len(asked) <= 0.02 * len(asked)
    finished(started(tmp_path, "--name", "three"))
    assert Counter(note.prompt for note in noted(tmp_path)) == asked


@pytest.mark.parametrize("told", [True, False], ids=["ledger", "journal"])
@pytest.mark.parametrize(
    ("cases", "kills", "within"), [(80, 2, 1.0), pytest.param(5000, 100, 0.2, marks=pytest.mark.long)]
)
def test_a_run_that_is_killed_again_and_again_ends_the_same_and_asks_nothing_twice(
    tmp_path: Path, told: bool, cases: int, kills: int, within: float
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
        set_up(folder, cases, told=told, least=0.02, spread=0.06)
    finished(started(whole, "--name", "run"))

    moments: list[Kill] = []
    draw = random.Random(5000 + told)
    process = started(killed, "--name", "run")
    while len(moments) < kills:
        moment = _killed_at_a_random_moment(process, killed, draw)
        moments += [] if moment is None else [moment]
        process.communicate()
        if process.returncode == 0:
            break
        # Killed before it wrote down what it is, a run has nothing to go on with, and is begun again.
        goes_on = (killed / "runs/run/run.json").exists()
        process = started(killed, *(("--resume", "run") if goes_on else ("--out", "runs/run")))
    if process.returncode is None:
        finished(process)

    lags = _asked_again(killed, moments)
    _write_figures(tmp_path, kills=len(moments), replies=sum(1 for _ in noted(killed)), lags=lags)
    assert len(moments) == kills or cases < 5000
    assert digest(killed / "runs/run/results.jsonl") == digest(whole / "runs/run/results.jsonl")
    assert [lag for lag in lags if lag > within] == []


def _killed_at_a_random_moment(process: subprocess.Popen[bytes], folder: Path, draw: random.Random) -> Kill | None:
    """Kills a run some time after it began to ask, and tells when; None when it had ended."""
    notes = folder / "notes.txt"
    before = notes.stat().st_size if notes.exists() else 0
    deadline = time.monotonic() + 60
    while (notes.stat().st_size if notes.exists() else 0) == before and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    time.sleep(draw.uniform(0, 0.4))
    if process.poll() is not None:
        return None
    sent = time.time()
    process.send_signal(signal.SIGKILL)
    # Until the signal arrives the model may still reply.
    return Kill(sent, time.time())


def _write_figures(folder: Path, *, kills: int, replies: int, lags: list[float]) -> None:
    """Leaves in a file, for the page on the ledger, what was measured."""
    figures = {"kills": kills, "replies": replies, "given_again": len(lags), "oldest_seconds": max(lags, default=0.0)}
    (folder / "figures.json").write_text(json.dumps(figures), encoding="utf-8")


def _asked_again(folder: Path, moments: list[Kill]) -> list[float]:
    """For each reply that was given again: how long it had been there when the kill came that lost it."""
    lags: list[float] = []
    first: dict[str, float] = {}
    for note in noted(folder):
        if note.prompt in first:
            lost = next((kill.sent for kill in moments if kill.arrived >= first[note.prompt]), note.at)
            lags.append(lost - first[note.prompt])
        first[note.prompt] = note.at
    return lags


WRITES_ONE = """
import sys
from arbitree.core.records import Reply
from arbitree.ledger import Ledger
from tests.ledger.entries import JUDGE, asked
with Ledger.open(sys.argv[1]) as ledger:
    ledger.put(JUDGE, asked(int(sys.argv[2])), Reply(text="from another process"))
"""


def test_a_process_that_ends_takes_nothing_away_from_those_that_go_on(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        for number in (0, 2, 4):
            ledger.put(JUDGE, asked(number), Reply(text="from this process"))
            ledger.flush()
            other = [sys.executable, "-c", WRITES_ONE, str(path), str(number + 1)]
            subprocess.run(other, env=ENVIRONMENT, check=True, timeout=60)
            # To open the file otherwise than through SQLite drops its locks, and the other then deletes the log.
            assert path.with_name("ledger.sqlite-wal").exists()

    assert set(found(path, 6)) == {f"q{number}" for number in range(6)}
