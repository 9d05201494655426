"""Progress: lines off a terminal, a bar on one, nothing when quiet."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.reports.printing import Out
from arbitree.reports.progress import EVERY_SECONDS, Lines, Pace, Silent, progress_on
from tests.cli.calling import CASES, RUBRIC, RULES
from tests.cli.test_process import command, environment
from tests.reports.gathering import scored, undecided

CASE = Case(id="c", fields={})


class Clock:
    """A time that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def pace(total: int, clock: Callable[[], float], calls: int = 0) -> Pace:
    return Pace(total, lambda: calls, clock=clock)


def test_it_says_pace_calls_and_what_is_left() -> None:
    clock = Clock()
    found = pace(200, clock, 1234)
    for _ in range(50):
        found.count(scored("c", 1.0))
    found.count(undecided("c"))
    clock.now += 5.1

    assert found.text() == "51 of 200 cases · 10 cases/s · 1,234 calls · 1 undecided · about 14.9 s left"


def test_before_the_first_case_nothing_is_known_of_the_time_left() -> None:
    assert "time left unknown" in pace(3, Clock()).text()


def test_a_log_gets_a_line_now_and_then_and_one_at_the_end() -> None:
    clock, stream = Clock(), io.StringIO()
    lines = Lines(Out(stream), pace(100, clock))
    for _ in range(100):
        clock.now += EVERY_SECONDS / 10
        lines.add(0, CASE, scored("c", 1.0), seconds=0)
    lines.close()

    said = stream.getvalue().splitlines()
    assert len(said) in {10, 11} and said[0].startswith("10 of 100") and said[-1].startswith("100 of 100 cases")


def test_nobody_is_told_anything_when_quiet() -> None:
    stream = io.StringIO()
    quiet = progress_on(Out(stream), pace(1, Clock()), quiet=True)
    quiet.add(0, CASE, scored("c", 1.0), seconds=0)
    quiet.close()

    assert isinstance(quiet, Silent) and stream.getvalue() == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_a_terminal_gets_a_bar_and_a_dumb_one_a_line(tmp_path: Path, term: str) -> None:
    said = on_a_terminal(tmp_path, term)

    assert "12 of 12 cases" in said and "25 calls" in said and "Summary" in said
    assert ("\x1b[" in said) is (term != "dumb")
    assert ("━" in said) is (term != "dumb")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_without_colours_a_terminal_still_gets_its_bar(tmp_path: Path) -> None:
    said = on_a_terminal(tmp_path, "xterm", NO_COLOR="1")

    assert "━" in said and re.findall(r"\x1b\[[0-9;]*[1-9][0-9;]*m", said) == []


def on_a_terminal(folder: Path, term: str, **more: str) -> str:
    """What a run writes to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    run = command("run", RUBRIC, CASES, "--judge", RULES)
    process = subprocess.Popen(
        run, cwd=folder, env=environment(TERM=term, COLUMNS="100", **more), stdout=theirs, stderr=theirs, stdin=theirs
    )
    os.close(theirs)
    parts: list[bytes] = []
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            part = os.read(ours, 65_536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    assert process.wait(timeout=30) == 1
    os.close(ours)
    return b"".join(parts).decode(sys.getdefaultencoding())
