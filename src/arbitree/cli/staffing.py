"""The workers of `arbitree run --workers N`, or why there are none."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from arbitree.cli.flags import Flags
from arbitree.cli.preparing import Ready
from arbitree.core.measured import is_metric_role
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.judges.loop import run_sync
from arbitree.judges.rates import Rates
from arbitree.reports.printing import Out
from arbitree.reports.words import counted
from arbitree.runner.workers.hiring import alone, useful
from arbitree.runner.workers.job import Job
from arbitree.runner.workers.staff import Staff, Unable


def staffed(flags: Flags, ready: Ready, folder: Path | None) -> Staff | None:
    """The workers of a run, ready to be given cases; None where one process does it all, which is said with its reason.

    Args:
        flags: what was given.
        ready: the run.
        folder: its RUN folder, if it has one.
    """
    texts = {role: named.text for role, named in ready.named.items()}
    cases, concurrency = len(ready.cases), ready.settings.concurrency
    remembers = ready.memory is not None
    why = alone(ready.seats, texts, cases=cases, concurrency=concurrency, remembers=remembers)
    if why:
        _say(flags, f"one process, since {why}")
        return None
    count = useful(flags.workers, cases=cases, concurrency=concurrency)
    if count < flags.workers:
        few = f"{counted(cases, 'case')}" if cases < flags.workers else f"a concurrency of {concurrency}"
        _say(flags, f"{count} of them, since there are no more than {few}")
    staff = Staff(_job(ready, texts, folder, count), tuple(ready.seats.judges.values()))
    try:
        run_sync(staff.hire(count))
    except Unable as error:
        _say(flags, f"one process, since a worker is not able to do it: {error}")
        return None
    return staff


def _say(flags: Flags, what: str) -> None:
    if not flags.quiet:
        Out(sys.stderr).line(f"--workers {flags.workers}: {what}.")


def _job(ready: Ready, texts: dict[str, str], folder: Path | None, count: int) -> Job:
    memory, settings = ready.memory, ready.settings
    if settings.asking.rates != Rates():
        # Only the first process knows whether a call may start, and so whether one is to spare.
        settings = replace(settings, schedule="frugal")
    return Job(
        rubric=ready.rubric.text,
        source=ready.rubric.source,
        allow=ready.rubric.allow,
        # The rubric says all of the others: who runs its tests, and which metrics measure.
        judges={role: texts[role] for role in ready.seats.judges if role in texts or not _is_of_rubric(role)},
        settings=settings,
        share=ready.settings.concurrency // count,
        is_limited=ready.budget.is_limited,
        keeping=None if memory is None else memory.keeping,
        noted={} if memory is None else memory.noted,
        folder="" if folder is None else str(folder),
        began={} if memory is None else memory.began,
        keeps=folder is not None,
        resumes=ready.earlier is not None,
    )


def _is_of_rubric(role: str) -> bool:
    return role == LOCAL_ROLE or is_metric_role(role)
