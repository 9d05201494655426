"""Cases from a file: every row is read and checked before the first question is asked, and all that is wrong is named
together. They are held, or read anew each time they are gone through."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arbitree.core.cases import Case
from arbitree.data.checking import Checking
from arbitree.data.columns import CsvEmpty
from arbitree.data.files import STDIN
from arbitree.data.spool import Spool
from arbitree.data.taking import Taking
from arbitree.errors import CaseError, Problem


@dataclass(frozen=True, kw_only=True)
class CaseFile:
    """The cases of one file."""

    source: str
    """The file's name without its folder; `stdin` for standard input."""
    cases: tuple[Case, ...]
    """The cases in the file's order."""
    problems: tuple[Problem, ...] = ()
    """The rows that were left out; empty unless bad rows are skipped."""


def read_cases(
    path: str | os.PathLike[str],
    *,
    id_column: str | None = None,
    rename: Mapping[str, str] | None = None,
    csv_empty: CsvEmpty = "missing",
    skip_bad: bool = False,
) -> CaseFile:
    """The cases of a JSONL, JSON, CSV, TSV or Parquet file, gzipped or not; `-` is JSONL on standard input.

    Args:
        path: The file; its suffix says the format.
        id_column: The column with the cases' ids; by default `id`, and file:row for a row where it is missing.
        rename: Which column is which field: `{"actual_output": "answer"}`.
        csv_empty: Whether an empty cell of a CSV or TSV file is a missing or an empty value.
        skip_bad: Leave bad rows out, and give them back as problems, instead of raising.

    Raises:
        CaseError: when the file cannot be read, has no case, or has bad rows; names them all, and counts the rest.
    """
    taking = Taking(path=os.fspath(path), id_column=id_column, rename=rename or {}, csv_empty=csv_empty)
    checking = Checking(taking)
    cases = tuple(taking.case_of(row, case) for row, case in checking.rows())
    return CaseFile(source=taking.name, cases=cases, problems=checking.settle(skip_bad=skip_bad))


def scan_cases(
    path: str | os.PathLike[str],
    *,
    id_column: str | None = None,
    rename: Mapping[str, str] | None = None,
    csv_empty: CsvEmpty = "missing",
    skip_bad: bool = False,
) -> ScannedCases:
    """The cases of a file, looked at but not held: each time they are gone through they are read anew.

    Arguments and errors are those of `read_cases`. What can be read only once, as standard input, goes to a temporary
    file. A JSON list is read whole, each time.
    """
    path = os.fspath(path)
    taking = Taking(path=path, id_column=id_column, rename=rename or {}, csv_empty=csv_empty, spool=_spool(path))
    stamp = _stamp(taking)
    checking = Checking(taking)
    for _ in checking.rows():
        pass
    return ScannedCases(checking, checking.settle(skip_bad=skip_bad), stamp)


class ScannedCases:
    """The cases of a file that was checked. Made by `scan_cases`."""

    def __init__(self, checking: Checking, problems: tuple[Problem, ...], stamp: tuple[int, int] | None) -> None:
        self.problems = problems
        """The rows that were left out; empty unless bad rows are skipped."""
        self._taking, self._left_out, self._count = checking.taking, checking.left_out, checking.count
        self._stamp = stamp

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Case]:
        """The cases in the file's order.

        Raises:
            CaseError: the file is no longer what it was when it was looked at, or can no longer be read.
        """
        taking = self._taking
        if _stamp(taking) != self._stamp:
            raise CaseError(_changed(self.source))
        count = 0
        for row in taking.rows():
            case = row if isinstance(row, Problem) else taking.id_of(row)
            if isinstance(row, Problem) or isinstance(case, Problem) or row.number in self._left_out:
                continue
            count += 1
            yield taking.case_of(row, case)
        if count != self._count:
            raise CaseError(_changed(self.source))

    @property
    def source(self) -> str:
        """The file's name without its folder; `stdin` for standard input."""
        return self._taking.name


def _spool(path: str) -> Spool | None:
    """What a path holds that can be read only once; None for a file, and for what cannot be opened anyway."""
    if path == STDIN:
        return Spool(sys.stdin.buffer)
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode):
            with Path(path).open("rb") as pipe:
                return Spool(pipe)
    except (OSError, ValueError):
        return None  # which is said, with its mend, when it is read
    return None


def _stamp(taking: Taking) -> tuple[int, int] | None:
    """What changes when a file is written to; None for what does not change."""
    try:
        found = None if taking.spool is not None else Path(taking.path).stat()
    except (OSError, ValueError):
        return None
    return None if found is None else (found.st_size, found.st_mtime_ns)


def _changed(name: str) -> Problem:
    return Problem(
        code="C133",
        what="the file of cases was changed while it was used",
        where=name,
        mend="let it be until the run has ended; what is finished is kept, and `--resume` scores what is different now",
    )
