"""arbitree itself, from Python: `Rubric.run` over a model server's judge, without a ledger and with one."""

from __future__ import annotations

import tempfile
from pathlib import Path

from arbitree.rubric import Rubric
from benchmarks.job import Job
from benchmarks.works.table import WORKS


def run(job: Job) -> list[float | None]:
    """The score of each case; what is remembered is remembered for this run."""
    rubric = Rubric.loads(WORKS[job.work]().rubric)
    judge = f"{job.url}#a-model"
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.sqlite" if job.variant == "ledger" else None
        results = rubric.run(job.rows, judge=judge, concurrency=job.concurrency, ledger=ledger)
    return [result.score for result in results]
