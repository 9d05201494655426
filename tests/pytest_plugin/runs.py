"""A folder with tests that are judged, and runs of pytest in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.meta.source import ROOT

RUBRIC = """\
arbitree: 1
name: Manners
nodes:
  polite:
    ask: Is it polite?
    shows: [actual_output]
    yes: warm
    no: 2
  warm:
    choose: How warm is it?
    shows: [actual_output]
    options: {warm: 10, cold: 6, rude: not_applicable}
"""

JUDGE = '''\
import os

class Judge:
    """Counts its calls in a file, so that those of all workers are seen."""

    fingerprint = "manners, version 1"

    def generate(self, prompt):
        with open("calls.txt", "a") as calls:
            calls.write(os.environ.get("PYTEST_XDIST_WORKER", "main") + "\\n")
        said = prompt.split("Actual Output:\\n")[1].split("\\n")[0]
        if "How warm" in prompt:
            word = next((word for word in ("cold", "rude") if word in said), "warm")
            return {"verdict": "lukewarm" if "odd" in said else word, "reason": f"It reads as {word}."}
        return {"verdict": "please" in said, "reason": "It says so."}
'''

RULES = """\
from arbitree.rules import answers

@answers("ask")
def polite(prompt):
    return {"verdict": False, "reason": "It says so."}
"""

TESTS = """\
import pytest
from arbitree import Rubric
from arbitree.pytest_plugin import assert_passes
from judge import Judge

JUDGE = Judge()

@pytest.mark.arbitree_cases("cases.jsonl")
def test_manners(case):
    assert_passes(case, "rubric.yaml", judge=JUDGE)
"""

CASES = """\
{"id": "kind", "actual_output": "please wait"}
{"id": "curt", "actual_output": "wait"}
{"id": "cool", "actual_output": "please, said the cold clerk"}
{"id": "none"}
{"id": "beyond", "actual_output": "please, rude one"}
{"id": "strange", "actual_output": "please, odd one"}
"""


class Run:
    """A folder with tests, and runs of pytest in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("rubric.yaml", RUBRIC)
        self.write("cases.jsonl", CASES)
        self.write("judge.py", JUDGE)
        self.write("rules.py", RULES)
        self.write("test_manners.py", TESTS)
        self.write("pytest.ini", "[pytest]\npythonpath = .\n")

    tests = TESTS

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def __call__(self, *args: str, code: int | None = None) -> str:
        """What pytest prints; `code` is the exit code that it must have."""
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        environment |= {"PYTHONPATH": str(ROOT / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "120"}
        command = [sys.executable, "-m", "pytest", "-p", "arbitree.pytest_plugin", "-p", "no:cacheprovider", *args]
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert code is None or done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    @property
    def calls(self) -> list[str]:
        """Who asked the judge, once for each call."""
        path = self.folder / "calls.txt"
        return path.read_text(encoding="utf-8").split() if path.exists() else []
