"""Live calls: everyone who can do a piece of work does it in turn, against one server, in one run."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from benchmarks.contenders import CONTENDERS, QUIET, Contender
from benchmarks.environments import python_of
from benchmarks.job import Job, Took
from benchmarks.serving import ROOT, Server, alone, serving

MOST_SECONDS: Final = 300
"""How long one contender may take for one job."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One piece of work under one load."""

    work: str
    cases: int
    concurrency: int
    latency: float
    """Milliseconds."""
    faults: float = 0.0
    """The share of requests that the server refuses."""

    @property
    def name(self) -> str:
        """What it is called."""
        faults = f", {self.faults:.0%} refused" if self.faults else ""
        return f"{self.work}, {self.cases} cases, {self.concurrency} in flight, {self.latency:g} ms{faults}"


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """How often each does the work; other libraries take so much longer that they may do it less often."""

    ours: int
    """Of arbitree and what was written by hand."""
    others: int
    """Of other libraries."""

    def of(self, contender: Contender) -> int:
        """Of one contender."""
        return self.others if contender.library else self.ours


@dataclass(frozen=True)
class Compared:
    """What a scenario took everybody."""

    scenario: Scenario
    rows: dict[str, dict[str, float]]
    """The median of each figure, by contender."""
    left_out: dict[str, str]
    """Who was not measured, and why."""


def compared(scenario: Scenario, names: Sequence[str], *, repeats: Repeats, environments: Path) -> Compared:
    """Has each contender do the work again and again, all taking turns."""
    runs: dict[str, list[Took]] = {}
    left_out: dict[str, str] = {}
    with serving(scenario.work, latency=scenario.latency, faults=scenario.faults) as server:
        for number in range(max(repeats.ours, repeats.others)):
            for name in names:
                if name in left_out or number >= repeats.of(CONTENDERS[name]):
                    continue
                found = _tried(CONTENDERS[name], scenario, server, environments)
                if isinstance(found, str):
                    left_out[name] = found
                    runs.pop(name, None)
                else:
                    runs.setdefault(name, []).append(found)
    return Compared(scenario, {name: middle(each) for name, each in runs.items()}, left_out)


def middle(runs: Sequence[Took]) -> dict[str, float]:
    """The median of each figure."""
    return {name: statistics.median(asdict(run)[name] for run in runs) for name in asdict(runs[0])}


def _tried(contender: Contender, scenario: Scenario, server: Server, environments: Path) -> Took | str:
    """What a contender took for the work; or why it was not measured."""
    if contender.works is not None and scenario.work not in contender.works:
        return f"cannot do {scenario.work}"
    python = python_of(contender.library, environments) if contender.library else Path(sys.executable)
    if isinstance(python, str):
        return python
    job = Job(scenario.work, scenario.cases, scenario.concurrency, server.url, server.warm_url, contender.variant)
    return took(contender, job, python)


def took(contender: Contender, job: Job, python: Path) -> Took | str:
    """What a contender takes for a job, in a process of its own; or how it failed."""
    command = [str(python), "-m", "benchmarks.job", contender.client, json.dumps(asdict(job))]
    paths = [str(ROOT)] if contender.library else [str(ROOT), str(ROOT / "src")]
    environment = {**os.environ, **QUIET, "PYTHONPATH": os.pathsep.join(paths)}
    # Some leave files where they run.
    with tempfile.TemporaryDirectory() as folder, alone():
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=MOST_SECONDS
            )
        except subprocess.TimeoutExpired:
            return f"was not through after {MOST_SECONDS} s"
    if done.returncode:
        return f"failed: {done.stderr.strip().splitlines()[-1][:200] if done.stderr.strip() else done.returncode}"
    # It may have written to the output itself; ours is the line that is an object.
    line = next(line for line in reversed(done.stdout.splitlines()) if line.startswith('{"wall"'))
    return Took(**json.loads(line))


def table(found: Compared) -> str:
    """The medians, with the ratios to the scripts written by hand, and who was left out."""
    heads = f"{'wall':>10}{'':>8}{'CPU a call':>13}{'':>8}{'calls a case':>14}{'calls/s':>9}{'memory':>9}{'scored':>8}"
    lines = [found.scenario.name, f"  {'':30}{heads}"]
    lines += [f"  {name:30}{_figures(row, found)}" for name, row in found.rows.items()]
    lines += [f"  {name:30}  {why}" for name, why in found.left_out.items() if not why.startswith("cannot do")]
    return "\n".join(lines)


def _figures(row: Mapping[str, float], found: Compared) -> str:
    calls = row["requests"] or 1
    cpu = row["cpu"] / calls
    return (
        f"{row['wall']:>8.2f} s{_ratio(row['wall'], found.rows.get('by hand, sockets'), 'wall'):>8}"
        f"{cpu * 1e6:>10.0f} µs{_ratio(cpu, found.rows.get('by hand, aiohttp'), 'cpu'):>8}"
        f"{calls / found.scenario.cases:>14.2f}{calls / row['wall']:>9.0f}"
        f"{row['peak_memory'] / 1e6:>6.0f} MB{row['scored']:>8.0f}"
    )


def _ratio(value: float, base: Mapping[str, float] | None, figure: str) -> str:
    if base is None:
        return ""
    return f"{value / (base['wall'] if figure == 'wall' else base['cpu'] / base['requests']):.2f} x"
