"""What the engine spends per judge call when the judge answers at once, beside DeepEval, in one run.

Usage: python benchmarks/run.py [--cases 1000] [--repeats 3] [--deepeval PYTHON]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def worker(python: str, script: str, cases: int, repeats: int) -> dict[str, float]:
    """Microseconds of CPU per judge call, by way of running."""
    command = [python, str(HERE / script), str(cases), str(repeats)]
    with tempfile.TemporaryDirectory() as folder:  # the peer leaves files where it runs
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode:
        raise SystemExit(f"{script} failed:\n{done.stderr[-2000:]}")
    rows: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return rows


def main() -> None:
    """Run both workers in turn and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--deepeval", help="a python that has deepeval installed; without it only arbitree is measured")
    options = parser.parse_args()
    ours = worker(sys.executable, "ours.py", options.cases, options.repeats)
    rows = {f"arbitree, {name}": value for name, value in ours.items()}
    if options.deepeval:
        peers = worker(options.deepeval, "peer_deepeval.py", options.cases, options.repeats)
        rows |= {f"DeepEval, {name}": value for name, value in peers.items()}
    base = rows["arbitree, inline judge"]
    print(f"return-reply graph, {options.cases} cases, least of {options.repeats}: CPU per judge call")
    for name, value in rows.items():
        print(f"{name:<45} {value:9.1f} µs {value / base:8.1f} x")


if __name__ == "__main__":
    main()
