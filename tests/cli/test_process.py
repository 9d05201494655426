"""The command line as a process: signals, kills, pipes that close, and what is loaded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES
from tests.meta.source import ROOT

SLOW = """
import time
asked = []
def judge(prompt):
    asked.append(prompt)
    if len(asked) > 6:
        open("waiting", "w").close()
        time.sleep(60)
    return '{"verdict": "Both"}' if "'verdict' [" in prompt else '{"verdict": true, "output": "30 days"}'
"""

UNDER_NOHUP = """
from arbitree.cli.signals import taken
with taken():
    print("ignored" if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else "taken")
"""

FINISHED = ["full", "window-only", "any-time", "who-pays"]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "arbitree", *arguments]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "CLICOLOR_FORCE"}}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), **more}


def done(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=60
    )


def started(folder: Path) -> subprocess.Popen[str]:
    """A run whose judge hangs after a few answers, once it hangs."""
    (folder / "slow.py").write_text(SLOW, encoding="utf-8")
    run = command("run", RUBRIC, CASES, "--judge", "slow.py:judge", "--concurrency", "1", "--name", "slow")
    process = subprocess.Popen(
        run, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 30
    while not (folder / "waiting").exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    assert (folder / "waiting").exists(), process.communicate()
    return process


def kept(folder: Path) -> list[str]:
    lines = (folder / "runs/slow/results.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["case"] for line in lines]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_reports_what_there_is_and_how_to_go_on(tmp_path: Path) -> None:
    process = started(tmp_path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 130 and "Traceback" not in err
    assert "Interrupted after 4 of 12 cases." in err
    assert "--judge slow.py:judge --concurrency 1 --resume runs/slow" in err
    assert "4: 4 passed" in out and kept(tmp_path) == FINISHED
    assert "pass_rate>=1 not settled: pass_rate is between 0.333 and 1.000" in out
    assert json.loads((tmp_path / "runs/slow/run.json").read_text(encoding="utf-8"))["state"] == "interrupted"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_who_ends_a_run_from_outside_finds_it_interrupted_and_nothing_lost(
    tmp_path: Path, name: str, code: int
) -> None:
    process = started(tmp_path)
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=30)

    assert process.returncode == code and "Traceback" not in err
    assert "Interrupted after 4 of 12 cases." in err and "--resume runs/slow" in err
    assert json.loads((tmp_path / "runs/slow/run.json").read_text(encoding="utf-8"))["state"] == "interrupted"
    assert kept(tmp_path) == FINISHED
    (tmp_path / "slow.py").write_text(SLOW.replace("> 6", "> 600"), encoding="utf-8")
    run = ("run", RUBRIC, CASES, "--judge", "slow.py:judge", "--json")
    rest, whole = (json.loads(done(tmp_path, *run, *more).stdout)["spent"] for more in (("--resume", "slow"), ()))
    # Six answers had come when it began to hang.
    assert (rest["kept"], rest["calls"]) == (4, whole["calls"] - 6)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_second_ctrl_c_tears_nothing_apart(tmp_path: Path) -> None:
    process = started(tmp_path)
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.005)
    _, err = process.communicate(timeout=30)

    assert process.returncode == 130 and "Traceback" not in err and "X370" not in err
    assert json.loads((tmp_path / "runs/slow/run.json").read_text(encoding="utf-8"))["state"] == "interrupted"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_under_nohup_a_terminal_that_goes_away_ends_no_run(tmp_path: Path) -> None:
    ignored = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{UNDER_NOHUP}"
    said = subprocess.run(
        [sys.executable, "-c", ignored], env=environment(), capture_output=True, text=True, timeout=30
    )

    assert said.stdout == "ignored\n", said.stderr


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_kill_loses_no_result_that_was_written_and_the_run_is_gone_on_with(tmp_path: Path) -> None:
    process = started(tmp_path)
    process.kill()
    process.communicate(timeout=30)
    assert kept(tmp_path) == FINISHED
    (tmp_path / "slow.py").write_text(SLOW.replace("> 6", "> 600"), encoding="utf-8")
    again = ("run", RUBRIC, CASES, "--judge", "slow.py:judge", "--resume", "slow", "--json")
    said = done(tmp_path, *again)

    assert json.loads(said.stdout)["spent"]["kept"] == 4
    assert len(kept(tmp_path)) == 12


@pytest.mark.skipif(os.name != "posix", reason="closes a pipe")
def test_a_reader_that_goes_away_changes_neither_code_nor_results(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = command("run", RUBRIC, CASES, "--judge", RULES, "--quiet")
    process = subprocess.run(run, cwd=tmp_path, env=environment(), stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)

    assert (process.returncode, process.stderr) == (1, b"")
    assert (tmp_path / "runs/latest/results.jsonl").read_bytes().count(b"\n") == 12


@pytest.mark.skipif(os.name != "posix", reason="uses a shell")
def test_closed_streams_are_no_error(tmp_path: Path) -> None:
    line = f'"{sys.executable}" -m arbitree run "{RUBRIC}" "{CASES}" --judge "{RULES}" >&- 2>&-'
    process = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=environment(), timeout=60)

    assert process.returncode == 1
    assert (tmp_path / "runs/latest/results.jsonl").read_bytes().count(b"\n") == 12


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to a full disk")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            command("schema"), cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, timeout=60
        )

    assert process.returncode == 2 and b"No space left" in process.stderr and b"Traceback" not in process.stderr


def test_a_terminal_that_knows_no_unicode_gets_what_it_can_show(tmp_path: Path) -> None:
    said = done(tmp_path, "run", RUBRIC, CASES, "--judge", RULES, PYTHONIOENCODING="ascii:strict")

    assert said.returncode == 1 and "no -> 0: 6" in said.stdout


def test_the_hash_seed_changes_nothing(tmp_path: Path) -> None:
    for seed in ("0", "1"):
        done(tmp_path, "run", RUBRIC, CASES, "--judge", RULES, "--by", "product", "--name", seed, PYTHONHASHSEED=seed)

    first, second = (tmp_path / "runs" / seed / "results.jsonl" for seed in ("0", "1"))
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_loads_no_library_but_click(flag: str) -> None:
    probe = f"""
import sys
from arbitree.cli.shield import run_command
code = run_command(["{flag}"])
loaded = {{name.partition(".")[0] for name in sys.modules}}
print(code, sorted(loaded & {{"rich", "pydantic", "yaml", "asyncio", "pyarrow", "aiohttp", "sqlite3"}}))
print(sorted(name for name in sys.modules if name.startswith("arbitree.core.") or name.startswith("arbitree.wire")))
"""
    run = subprocess.run([sys.executable, "-c", probe], env=environment(), capture_output=True, text=True, timeout=60)
    code_and_libraries, ours = run.stdout.splitlines()[-2:]

    assert code_and_libraries == "0 []", run.stderr
    assert ours == "['arbitree.core.lazy', 'arbitree.core.nearest', 'arbitree.core.visible']"
