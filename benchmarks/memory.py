"""`python -m benchmarks memory`: the peak memory of `arbitree run` over more and more cases, by a rules judge."""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.serving import ROOT, fresh
from benchmarks.works.base import TEXT

EXAMPLE = ROOT / "examples" / "return-reply"


def memory(counts: Sequence[int], *, options: Sequence[str] = ()) -> dict[str, dict[str, float]]:
    """Bytes of peak memory and seconds of wall and CPU of a run over each number of cases."""
    rows: dict[str, dict[str, float]] = {}
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            cases = Path(folder) / "cases.jsonl"
            with cases.open("w", encoding="utf-8") as file:
                for number in range(count):
                    file.write(json.dumps({"id": f"c{number}", "actual_output": f"{TEXT} [case {number}]"}) + "\n")
            rows[str(count)] = _run(cases, Path(folder), options)
    return rows


def _run(cases: Path, folder: Path, options: Sequence[str]) -> dict[str, float]:
    """What one run takes, as the system tells it of the process that has ended."""
    command = [sys.executable, "-m", "arbitree", "run", str(EXAMPLE / "rubric.yaml"), str(cases)]
    command += ["--judge", f"rules:{EXAMPLE / 'rules.py'}", "--quiet", "--no-ledger", *options]
    began = time.perf_counter()
    process = os.posix_spawn(
        "/bin/sh", ["/bin/sh", "-c", 'cd "$0" && exec "$@" >/dev/null', str(folder), *command], fresh()
    )
    _, status, used = os.wait4(process, 0)
    wall = time.perf_counter() - began
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
        raise RuntimeError(f"the run over {cases} ended with {os.waitstatus_to_exitcode(status)}")
    return {"peak_memory": _bytes(used), "wall": wall, "cpu": used.ru_utime + used.ru_stime}


def _bytes(used: resource.struct_rusage) -> int:
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def table(rows: dict[str, dict[str, float]]) -> str:
    """The figures."""
    lines = [f"{'cases':>10}{'memory':>10}{'wall':>11}{'cases/s of CPU':>16}"]
    for count, row in rows.items():
        rate = int(count) / row["cpu"]
        lines.append(f"{int(count):>10,}{row['peak_memory'] / 1e6:>7.0f} MB{row['wall']:>9.1f} s{rate:>16,.0f}")
    return "\n".join(lines)
