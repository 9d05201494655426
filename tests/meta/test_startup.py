"""`import arbitree` loads little and does nothing. Modules are counted, since time depends on the machine."""

from __future__ import annotations

import subprocess
import sys

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


@pytest.mark.parametrize("name", ["arbitree.data", "arbitree.stats"])
def test_reading_and_counting_need_no_library(name: str) -> None:
    _, packages, _ = probe(name)

    assert packages.isdisjoint({"pydantic", "rich", "click", "yaml", "pyarrow"})
