"""`python -m benchmarks calls`: what a live call costs, ours beside the same calls made by hand, in turn."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from benchmarks.job import Job, Took
from benchmarks.serving import ROOT, serving

CLIENTS: Mapping[str, tuple[str, str]] = {
    "by hand, sockets": ("by_hand_socket", ""),
    "by hand, aiohttp": ("by_hand_aiohttp", ""),
    "arbitree": ("ours", ""),
    "arbitree, ledger": ("ours", "ledger"),
}
"""Each client's module, and its way of doing it."""


def took(client: str, job: Job, *, python: str = sys.executable) -> Took:
    """What a client takes for a job, in a process of its own.

    Raises:
        RuntimeError: it failed; the message holds the end of what it wrote.
    """
    command = [python, "-m", "benchmarks.job", client, json.dumps(asdict(job))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"{client} failed:\n{done.stderr[-2000:]}")
    return Took(**json.loads(done.stdout.splitlines()[-1]))


def middle(runs: Sequence[Took]) -> dict[str, float]:
    """The median of each figure."""
    return {name: statistics.median(asdict(run)[name] for run in runs) for name in asdict(runs[0])}


def calls(*, work: str, cases: int, concurrency: int, latency: float, repeats: int) -> dict[str, dict[str, float]]:
    """The medians of each client, each measured `repeats` times, in turn."""
    runs: dict[str, list[Took]] = {name: [] for name in CLIENTS}
    with serving(work, latency=latency) as server:
        for _ in range(repeats):
            for name, (client, variant) in CLIENTS.items():
                job = Job(work, cases, concurrency, server.url, server.warm_url, variant)
                runs[name].append(took(client, job))
    return {name: middle(found) for name, found in runs.items()}


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """The medians, and the ratios to what was written by hand."""
    raw, script = rows["by hand, sockets"], rows["by hand, aiohttp"]
    lines = [f"{'':22}{'wall':>10}{'':>8}{'CPU a call':>13}{'':>8}{'calls':>8}{'calls/s':>9}{'memory':>9}{'server':>9}"]
    for name, row in rows.items():
        cpu = row["cpu"] / row["requests"]
        lines.append(
            f"{name:22}{row['wall']:>8.2f} s{row['wall'] / raw['wall']:>6.2f} x"
            f"{cpu * 1e6:>10.0f} µs{cpu / (script['cpu'] / script['requests']):>6.2f} x"
            f"{row['requests']:>8.0f}{row['requests'] / row['wall']:>9.0f}{row['peak_memory'] / 2**20:>6.0f} MB"
            f"{row['server_cpu'] / row['requests'] * 1e6:>6.0f} µs"
        )
    return "\n".join(lines)
