"""`import arbitree` loads little and does nothing. Modules are counted, since time depends on the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source import ROOT

MOST_MODULES = 60

PROBE = """
import sys, threading
before = set(sys.modules)
import {name}
loaded = sorted(set(sys.modules) - before)
print(len([m for m in loaded if m.partition('.')[0] not in sys.stdlib_module_names]))
print(*sorted(set(m.partition('.')[0] for m in loaded)))
print(threading.active_count())
"""


def probe(name: str) -> tuple[int, set[str], int]:
    """How many modules outside the standard library an import loads, which packages, and how many threads run then."""
    command = [sys.executable, "-W", "error", "-c", PROBE.format(name=name)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT / "src", timeout=60)
    assert run.stderr == ""
    count, packages, threads = run.stdout.splitlines()
    return int(count), set(packages.split()), int(threads)


def test_importing_the_package_loads_few_modules_and_no_library() -> None:
    count, packages, threads = probe("arbitree")

    assert count <= MOST_MODULES
    assert packages.isdisjoint({"pydantic", "rich", "click", "yaml", "pyarrow", "asyncio", "sqlite3", "socket"})
    assert threads == 1


HELP = """
import sys
before = set(sys.modules)
from arbitree.cli.shield import run_command
code = run_command(["--help"])
print(code, *sorted(m for m in set(sys.modules) - before if m.partition(".")[0] not in sys.stdlib_module_names))
"""


def test_help_loads_click_and_no_command() -> None:
    command = [sys.executable, "-c", HELP]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, env=_environment())
    code, *modules = run.stdout.splitlines()[-1].split()
    cli = {name for name in modules if name.startswith("arbitree.cli.")}

    assert (code, run.stderr) == ("0", "")
    assert {name.partition(".")[0] for name in modules} == {"arbitree", "click"}
    assert cli == {f"arbitree.cli.{name}" for name in ("commands", "misuse", "shield", "signals")}
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize("name", ["arbitree.data", "arbitree.stats"])
def test_reading_and_counting_need_no_library(name: str) -> None:
    _, packages, _ = probe(name)

    assert packages.isdisjoint({"pydantic", "rich", "click", "yaml", "pyarrow"})


RUN = """
import sys
from arbitree.cli.shield import run_command
code = run_command(["run", {rubric!r}, {cases!r}, "--judge", {judge!r}, "--no-save", "--no-ledger", "--quiet"])
print(code, *sorted(set(".".join(m.split(".")[:3]) for m in sys.modules if m.startswith("arbitree."))))
print(*sorted(set(m.partition(".")[0] for m in sys.modules)))
"""


def test_a_run_by_rules_loads_no_provider_no_client_and_nothing_that_explores_or_draws(tmp_path: Path) -> None:
    example = ROOT / "examples" / "return-reply"
    names = {"rubric": "rubric.yaml", "cases": "replies.jsonl", "judge": "rules.py"}
    files = {name: str(example / file) for name, file in names.items()}
    probe = RUN.format(**{**files, "judge": f"rules:{files['judge']}"})
    command = [sys.executable, "-c", probe]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, env=_environment())
    ours, packages = (set(line.split()) for line in run.stdout.splitlines()[-2:])

    assert ours >= {"arbitree.core.engine", "arbitree.judges.rules"}, run.stderr
    unwanted = {"arbitree.providers.table", "arbitree.judges.http", "arbitree.checks", "arbitree.metrics"}
    unwanted |= {"arbitree.cli.finding", "arbitree.cli.estimating", "arbitree.cli.staffing"}
    unwanted |= {"arbitree.judges.any_llm", "arbitree.runner.workers"}
    assert ours.isdisjoint(unwanted)
    assert packages.isdisjoint({"aiohttp", "rich", "pyarrow", "ruamel", "jsonschema", "genai_prices", "any_llm"})


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ARBITREE_CONFIG": ""}
