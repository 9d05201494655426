"""A first look at every row of a file: all that is wrong is named together, and nothing of a row is kept."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.nearest import nearest
from arbitree.data.ids import Ids
from arbitree.data.marks import Marks
from arbitree.data.rows import Row
from arbitree.data.taking import NO_ID, Taking
from arbitree.errors import CaseError, Problem

MOST_SHOWN = 20
"""How many problems an error lists before it only counts the rest."""

MOST_LEFT_OUT = 10_000
"""How many rows that are left out are named before the rest are only counted."""


class Checking:
    """What is found on the way through the rows of one file."""

    def __init__(self, taking: Taking) -> None:
        self.taking = taking
        self.count = 0
        """How many rows can be used."""
        self.left_out = Marks()
        """The numbers of the rows whose id an earlier row has."""
        self.columns: dict[str, None] = {}
        """Every column of any row, in order of appearance."""
        self._problems: list[Problem] = []
        self._bad = self._without_id = 0

    def rows(self) -> Iterator[tuple[Row, str]]:
        """Each row that can be used, and its id.

        Raises:
            CaseError: the file cannot be read.
        """
        ids = Ids()
        columns = self.columns
        for row in self.taking.rows():
            if isinstance(row, Problem):
                self._note(row)
                continue
            if not columns.keys() >= row.columns.keys():
                columns.update(dict.fromkeys(row.columns))
            case = self.taking.id_of(row)
            if isinstance(case, Problem):
                self._without_id += 1
                self._note(case)
                continue
            first = ids.first(case, row.number)
            if first != row.number:
                self.left_out.add(row.number)
                self._note(_twice(case, f"{self.taking.name}:{row.number}", first))
                continue
            self.count += 1
            yield row, case
        ids.close()

    def settle(self, *, skip_bad: bool) -> tuple[Problem, ...]:
        """The problems of rows that are left out, once all rows were looked at.

        Raises:
            CaseError: a column that was named is in no row, there is no case, or rows are bad and not to be skipped.
        """
        missing = list(self._missing_columns())
        if not missing and self.count and (skip_bad or not self._bad):
            return (*self._problems, *_rest(self._bad, self._problems))
        id_column = self.taking.id_column
        rows, bad = self._problems, self._bad
        if id_column is not None and id_column not in self.columns:
            # That every single row lacks a column that there is not at all says nothing new.
            rows, bad = [problem for problem in rows if problem.code != NO_ID], bad - self._without_id
        raise CaseError(shown([*missing, *rows], len(missing) + bad) or [no_cases(self.taking.name)])

    def _note(self, problem: Problem) -> None:
        self._bad += 1
        if len(self._problems) < MOST_LEFT_OUT:
            self._problems.append(problem)

    def _missing_columns(self) -> Iterator[Problem]:
        """A problem for each column that was named and is in no row."""
        if not self.columns:
            return
        wanted = [(column, f"--map {ours}={column}") for ours, column in self.taking.rename.items()]
        if self.taking.id_column is not None:
            wanted.append((self.taking.id_column, f"--id {self.taking.id_column}"))
        for column, flag in wanted:
            if column not in self.columns:
                like = nearest(column, self.columns)
                hint = f'did you mean "{like}"? ' if like else ""
                yield Problem(
                    code="C118",
                    what=f'no row has a column "{column}"',
                    where=f"{self.taking.name}, {flag}",
                    mend=f"{hint}columns: {', '.join(self.columns)}",
                )


def _twice(case_id: str, where: str, first: int) -> Problem:
    return Problem(
        code="C117",
        what=f'the id "{case_id}" is used twice',
        where=f"{where}, first in row {first}",
        mend="make ids unique, name another column with --id, or keep the first of each with --skip-bad",
    )


def no_cases(name: str) -> Problem:
    """That a file holds nothing."""
    return Problem(
        code="C119", what="the file holds no cases", where=name, mend="write at least one row; see `arbitree init`"
    )


def shown(problems: list[Problem], total: int) -> list[Problem]:
    """The first problems, and one that counts the rest."""
    if total <= MOST_SHOWN + 1:
        return problems
    first_left = next((problem.where for problem in problems[MOST_SHOWN:]), "")
    return [*problems[:MOST_SHOWN], *_rest(total, problems[:MOST_SHOWN], where=first_left)]


def _rest(total: int, named: list[Problem], *, where: str = "") -> Iterator[Problem]:
    """A problem that counts those that are not named; none where all are."""
    if total > len(named):
        yield Problem(
            code="C120",
            what=f"and {total - len(named):,} more problems like these",
            where=where,
            mend="mend these first, or leave bad rows out with --skip-bad",
        )
