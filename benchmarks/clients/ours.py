"""arbitree itself, from Python: `Rubric.run` over a model server's judge, plain, with a ledger, or asking ahead.

To ask ahead there have to be calls to spare: as many are allowed for each case in flight as the rubric has questions.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from arbitree.judges.stack import Layers
from arbitree.rubric import Rubric
from benchmarks.job import Job
from benchmarks.works.table import WORKS


def run(job: Job) -> list[float | None]:
    """The score of each case; what is remembered is remembered for this run."""
    work = WORKS[job.work]()
    rubric, judge = Rubric.loads(work.rubric), f"{job.url}#a-model"
    if job.variant == "eager":
        layers = Layers(in_flight=job.concurrency * len(work.asks))
        results = rubric.run(job.rows, judge=judge, concurrency=job.concurrency, layers=layers, schedule="eager")
        return [result.score for result in results]
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.sqlite" if job.variant == "ledger" else None
        results = rubric.run(job.rows, judge=judge, concurrency=job.concurrency, ledger=ledger)
    return [result.score for result in results]
