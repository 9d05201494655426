"""From a row to a case: its id and its fields, or why it can be none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from arbitree.core.cases import Case
from arbitree.data.columns import CsvEmpty, cells_read, fields_of, id_text
from arbitree.data.conversations import columns_of, odd_turns
from arbitree.data.files import format_of, name_of, rows_of
from arbitree.data.images import with_images
from arbitree.data.rows import Row
from arbitree.data.spool import Spool
from arbitree.errors import Problem

NO_ID = "C116"
"""The code of a row without an id."""


@dataclass(frozen=True, kw_only=True)
class Taking:
    """How the rows of one file become cases."""

    path: str
    id_column: str | None = None
    rename: Mapping[str, str]
    csv_empty: CsvEmpty = "missing"
    spool: Spool | None = None
    """What the path holds, where it can be read only once."""

    @property
    def name(self) -> str:
        """How the file is called in ids and problems."""
        return name_of(self.path)

    @cached_property
    def folder(self) -> str:
        """Where the paths of images begin: the file's folder."""
        return str(Path(self.path).parent)

    @cached_property
    def empty_cells(self) -> bool:
        """Whether an empty text cannot be told from a missing value there.

        Raises:
            CaseError: the suffix says no known format.
        """
        return format_of(self.path).empty_cells

    def rows(self) -> Iterator[Row | Problem]:
        """The rows, from the beginning.

        Raises:
            CaseError: the file cannot be read.
        """
        looked_at = columns_of(self.rename)
        for row in rows_of(self.path, self.spool):
            if isinstance(row, Problem) or (odd := odd_turns(row.columns, looked_at)) is None:
                yield row
            else:
                yield replace(odd, where=f"{self.name}:{row.number}")

    def id_of(self, row: Row) -> str | Problem:
        """The id of a row, which other rows may have too."""
        column = self.id_column or "id"
        value = row.columns.get(column)
        if type(value) is str and value and not value[0].isspace() and not value[-1].isspace():
            return value
        is_missing = value is None or (value == "" and self.csv_empty == "missing" and self.empty_cells)
        where = f"{self.name}:{row.number}"
        case = where if is_missing and self.id_column is None else id_text(value)
        if case is not None:
            return case
        return Problem(
            code=NO_ID,
            what=f'the row has no id: its "{column}" is missing, blank, or neither text nor a number',
            where=where,
            mend="give each row an id, name another column with --id, or leave such rows out with --skip-bad",
        )

    def case_of(self, row: Row, case: str) -> Case:
        """The case of a row, whose id is known."""
        fields = fields_of(row.columns, self.rename)
        if self.empty_cells:
            return Case(id=case, fields=cells_read(fields, self.csv_empty))
        taken, pictured = with_images(fields, self.folder)
        return Case(id=case, fields=taken, pictured=pictured)
