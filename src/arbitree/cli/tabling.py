"""`arbitree run --table`: what is looked at before the run, and written after it."""

from __future__ import annotations

import sys
from pathlib import Path

from arbitree.cli.flags import Flags
from arbitree.cli.writing import unwritable
from arbitree.core.cases import Cases
from arbitree.errors import Problem, UsageError
from arbitree.reports.printing import Out
from arbitree.runner.flat import COLUMNS, CaseColumns, Kind, flat_rows
from arbitree.runner.folder import results_in
from arbitree.runner.record import State
from arbitree.runner.table_file import write_table, writer_for


class Table:
    """The table of one run."""

    def __init__(self, flags: Flags, cases: Cases) -> None:
        """Looks at everything that can be wrong with it; writes nothing.

        Raises:
            UsageError: it cannot be written, or no case has a column that is named.
        """
        self._cases, self._quiet = cases, flags.quiet
        self._path = None if flags.table is None else Path(flags.table)
        if self._path is None:
            if flags.table_with:
                raise UsageError(_no_table())
            return
        writer_for(self._path)
        if self._path.exists() and flags.resume is None:
            raise UsageError(_there(self._path))
        if not self._path.absolute().parent.is_dir():
            raise UsageError(unwritable(str(self._path), FileNotFoundError(2, "there is no such folder")))
        self._columns = CaseColumns(cases, flags.table_with) if flags.table_with else None

    def write(self, folder: Path, state: State) -> None:
        """Writes it, once the results of the run are all there.

        Raises:
            UsageError: it cannot be written.
        """
        if self._path is None or state == "interrupted":
            return
        kinds: dict[str, Kind] = dict(COLUMNS)
        if self._columns is not None:
            kinds |= self._columns.kinds
        try:
            write_table(self._path, flat_rows(results_in(folder), self._cases, self._columns), kinds)
        except OSError as error:
            raise UsageError(unwritable(str(self._path), error)) from None
        if not self._quiet:
            Out(sys.stderr).line(f"wrote {self._path}")


def _there(path: Path) -> Problem:
    return Problem(code="X330", what="the file is there already", where=str(path), mend="name another, or remove it")


def _no_table() -> Problem:
    what = "--table-with names columns of a table, and there is none"
    return Problem(code="X339", what=what, where="arbitree run", mend="add --table FILE")
