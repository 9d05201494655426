"""Results of a run, read back from its folder, and the records that they are made of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from arbitree.core.records import Attempt, Hop, Leaf, Result, Step, Usage
from arbitree.errors import Problem
from arbitree.runner.folder import LATEST, find_folder, results_in
from arbitree.runner.rows import rows

__all__ = ["Attempt", "Hop", "Leaf", "Problem", "Result", "Step", "Usage", "read_results"]


def read_results(run: str | os.PathLike[str] = LATEST) -> Iterator[Result]:
    """The results that a run has kept, one by one, in the order of its cases.

    Args:
        run: The run's folder, its name below `runs/`, `latest`, or the path of a `results.jsonl`, gzipped or not.

    Raises:
        RecordError: There is no such run, or a line of it is no result.
    """
    path = Path(run)
    is_file = path.is_file() and path.name.endswith((".jsonl", ".jsonl.gz"))
    file = path if is_file else results_in(find_folder(run))
    return (row.result for row in rows(file))
