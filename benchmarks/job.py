"""One client at work in a process of its own, and what that took. Needs the standard library alone.

`python -m benchmarks.job NAME JOB`, the job as JSON, prints what was measured as JSON on the last line.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks.serving import counts
from benchmarks.works.table import WORKS

WARM = 2
"""How many cases are judged beforehand, so that no import and no compiling is measured."""


@dataclass(frozen=True)
class Job:
    """What a client has to do."""

    work: str
    cases: int
    concurrency: int
    url: str
    warm_url: str
    variant: str = ""
    """How to do it, for those who know several ways."""
    offset: int = 0
    """The number of the first case."""

    @property
    def rows(self) -> list[dict[str, str]]:
        """The cases."""
        return WORKS[self.work]().cases(self.cases, start=self.offset)


@dataclass(frozen=True)
class Took:
    """What a job took. Seconds; bytes."""

    wall: float
    cpu: float
    """Of the client's process and its children."""
    requests: int
    """As the server counted them."""
    faults: int
    unknown: int
    in_flight: int
    """The most questions that the server had before it at one time."""
    server_cpu: float
    peak_memory: int
    scored: int
    total: float
    """The sum of the scores, by which it is seen that all judged alike."""


def measure(name: str, job: Job) -> Took:
    """What a client takes for a job, after it has warmed up at the server's other address."""
    run = importlib.import_module(f"benchmarks.clients.{name}").run
    run(replace(job, url=job.warm_url, cases=min(WARM, job.cases), offset=job.cases))
    counts(job.url)
    cpu, wall = _cpu(), time.perf_counter()
    scores: Sequence[float | None] = run(job)
    wall, cpu = time.perf_counter() - wall, _cpu() - cpu
    told = counts(job.url)
    known = [score for score in scores if score is not None]
    return Took(
        wall=wall,
        cpu=cpu,
        requests=int(told["requests"]),
        faults=int(told["faults"]),
        unknown=int(told["unknown"]),
        in_flight=int(told["peak"]),
        server_cpu=told["server_cpu"],
        peak_memory=_peak_memory(),
        scored=len(known),
        total=round(sum(known), 6),
    )


def _peak_memory() -> int:
    """The most memory that this process has had at one time, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # What rusage tells of a process on Linux can be what its parent had when it was started.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], Job(**json.loads(sys.argv[2]))))))
