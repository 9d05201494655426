"""Cases from a file: every row is read and checked before the first question is asked, and all that is wrong is named
together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from arbitree.core.cases import Case
from arbitree.core.nearest import nearest
from arbitree.data.columns import CsvEmpty, cells_read, fields_of, id_text
from arbitree.data.files import format_of, name_of, rows_of
from arbitree.data.rows import Row
from arbitree.errors import CaseError, Problem

NO_ID = "C116"

MOST_SHOWN = 20
"""How many problems an error lists before it only counts the rest."""


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
    path = os.fspath(path)
    rename = rename or {}
    reading = _Reading(name=name_of(path), id_column=id_column, rename=rename, csv_empty=csv_empty)
    reading.take(rows_of(path), csv=format_of(path).empty_cells)
    missing = reading.missing_columns()
    if missing or not reading.cases or (reading.problems and not skip_bad):
        lacks_ids = id_column is not None and id_column not in reading.columns
        # That every single row lacks a column that there is not at all says nothing new.
        rows = [problem for problem in reading.problems if problem.code != NO_ID or not lacks_ids]
        raise CaseError(_shown([*missing, *rows]) or [_no_cases(reading.name)])
    return CaseFile(source=reading.name, cases=tuple(reading.cases), problems=tuple(reading.problems))


@dataclass(kw_only=True)
class _Reading:
    """What is gathered while one file is read."""

    name: str
    id_column: str | None
    rename: Mapping[str, str]
    csv_empty: CsvEmpty
    cases: list[Case] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, None] = field(default_factory=dict)
    """Every column of any row, in order of appearance."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The row of each id."""

    def take(self, rows: Iterator[Row | Problem], *, csv: bool) -> None:
        """Turns rows into cases and problems."""
        for row in rows:
            if isinstance(row, Problem):
                self.problems.append(row)
                continue
            self.columns.update(dict.fromkeys(row.columns))
            case_id = self._id(row, csv=csv)
            if isinstance(case_id, Problem):
                self.problems.append(case_id)
                continue
            fields = fields_of(row.columns, self.rename)
            self.cases.append(Case(id=case_id, fields=cells_read(fields, self.csv_empty) if csv else fields))

    def _id(self, row: Row, *, csv: bool) -> str | Problem:
        column = self.id_column or "id"
        where = f"{self.name}:{row.number}"
        value = row.columns.get(column)
        is_missing = value is None or (csv and value == "" and self.csv_empty == "missing")
        case_id = where if is_missing and self.id_column is None else id_text(value)
        if case_id is None:
            return Problem(
                code=NO_ID,
                what=f'the row has no id: its "{column}" is missing, blank, or neither text nor a number',
                where=where,
                mend="give each row an id, name another column with --id, or leave such rows out with --skip-bad",
            )
        first = self.numbers.setdefault(case_id, row.number)
        if first == row.number:
            return case_id
        return Problem(
            code="C117",
            what=f'the id "{case_id}" is used twice',
            where=f"{where}, first in row {first}",
            mend="make ids unique, name another column with --id, or keep the first of each with --skip-bad",
        )

    def missing_columns(self) -> Iterable[Problem]:
        """A problem for each column that was named and is in no row."""
        if not self.columns:
            return []
        wanted = [*((column, f"--map {ours}={column}") for ours, column in self.rename.items())]
        if self.id_column is not None:
            wanted.append((self.id_column, f"--id {self.id_column}"))
        return [self._nowhere(column, flag) for column, flag in wanted if column not in self.columns]

    def _nowhere(self, column: str, flag: str) -> Problem:
        like = nearest(column, self.columns)
        hint = f'did you mean "{like}"? ' if like else ""
        return Problem(
            code="C118",
            what=f'no row has a column "{column}"',
            where=f"{self.name}, {flag}",
            mend=f"{hint}columns: {', '.join(self.columns)}",
        )


def _no_cases(name: str) -> Problem:
    return Problem(
        code="C119", what="the file holds no cases", where=name, mend="write at least one row; see `arbitree init`"
    )


def _shown(problems: list[Problem]) -> list[Problem]:
    """The first problems, and one that counts the rest."""
    if len(problems) <= MOST_SHOWN + 1:
        return problems
    more = Problem(
        code="C120",
        what=f"and {len(problems) - MOST_SHOWN:,} more problems like these",
        where=problems[MOST_SHOWN].where,
        mend="mend these first, or leave bad rows out with --skip-bad",
    )
    return [*problems[:MOST_SHOWN], more]
