"""Whether a run can have workers, and how many: what one process alone can do stays in one."""

from __future__ import annotations

import os
from collections.abc import Mapping

from arbitree.judges.nobody import NobodyJudge
from arbitree.judges.person import PersonJudge
from arbitree.judges.recorded import RecordedJudge
from arbitree.judges.together import takes_several
from arbitree.runner.seats import Seats


def alone(seats: Seats, texts: Mapping[str, str], *, cases: int, concurrency: int, remembers: bool = True) -> str:
    """Why a run is made in one process; empty where it need not be.

    Args:
        seats: who answers.
        texts: in which words each role's judge can be made again.
        cases: how many are to be scored.
        concurrency: how many at a time.
        remembers: whether the run has a ledger.
    """
    if os.name != "posix":
        return "this system has no sockets that a process can hand to another"
    for role, judge in seats.judges.items():
        if isinstance(judge, PersonJudge):
            return "a person is asked"
        if isinstance(judge, RecordedJudge):
            return "recorded answers are found by looking at all cases together"
        if isinstance(judge, NobodyJudge):
            return "nobody is asked"
        if takes_several(judge) and not remembers:
            return (
                f"equal questions to {judge.name} travel with others, and without a ledger each worker would ask them"
            )
        if role in texts and not texts[role]:
            return f'the judge "{judge.name}" cannot be made again in another process'
    if cases < 2:
        return "there is one case" if cases else "there is no case to be scored"
    return "one case is scored at a time" if concurrency < 2 else ""


def useful(workers: int, *, cases: int, concurrency: int) -> int:
    """How many workers have something to do.

    >>> useful(3, cases=1000, concurrency=20), useful(4, cases=3, concurrency=20)
    (3, 3)
    """
    return min(workers, cases, concurrency)
