"""`python -m benchmarks startup`: what it takes until anything happens, each in a fresh process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.serving import ROOT, fresh

EXAMPLE: Final = ROOT / "examples" / "return-reply"
CASE: Final = '{"id": "one", "actual_output": "You have 30 days to return it."}\n'

_RUN: Final = "from arbitree.cli import main; import sys; sys.exit(main())"


def commands(folder: Path) -> dict[str, list[str]]:
    """What is started, by name; the bare interpreter first, which all of them contain."""
    cases = folder / "one.jsonl"
    cases.write_text(CASE, encoding="utf-8")
    run = ["run", str(EXAMPLE / "rubric.yaml"), str(cases), "--judge", f"rules:{EXAMPLE / 'rules.py'}"]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import arbitree": [sys.executable, "-c", "import arbitree"],
        "arbitree --help": [sys.executable, "-c", _RUN, "--help"],
        "arbitree run of one case, by rules": [sys.executable, "-c", _RUN, *run, "--no-save", "--no-ledger"],
        "arbitree run of one case, saved, with a ledger": [sys.executable, "-c", _RUN, *run, "--quiet"],
    }


def startup(*, repeats: int) -> dict[str, dict[str, float]]:
    """Seconds of wall and of CPU of each, medians of the repeats, all taking turns."""
    walls: dict[str, list[float]] = {}
    cpus: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(repeats + 1):
            for name, command in commands(Path(folder)).items():
                cpu, wall = _children(), time.perf_counter()
                subprocess.run(command, cwd=folder, env=fresh(), capture_output=True, check=False)
                wall, cpu = time.perf_counter() - wall, _children() - cpu
                if number:  # the first compiles
                    walls.setdefault(name, []).append(wall)
                    cpus.setdefault(name, []).append(cpu)
    return {name: {"wall": statistics.median(walls[name]), "cpu": statistics.median(cpus[name])} for name in walls}


def table(rows: dict[str, dict[str, float]]) -> str:
    """The medians."""
    lines = [f"{'':50}{'wall':>10}{'CPU':>10}"]
    return "\n".join(
        lines + [f"{name:50}{row['wall'] * 1e3:>7.0f} ms{row['cpu'] * 1e3:>7.0f} ms" for name, row in rows.items()]
    )


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system
