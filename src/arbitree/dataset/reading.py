"""Goldens from the rows of a file: every bad row is named, with its line and what is wrong with it, all together."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from arbitree.core.nearest import nearest
from arbitree.data.checking import no_cases, shown
from arbitree.data.columns import cells_read, fields_of, id_text
from arbitree.data.files import format_of, name_of, rows_of
from arbitree.dataset.cells import DELIMITER, read_value
from arbitree.dataset.golden import ConversationalGolden, Golden
from arbitree.errors import CaseError, Problem, UsageError

AnyGolden: TypeAlias = Golden | ConversationalGolden

_SINGLE = frozenset(Golden.__dataclass_fields__)
_MULTI = frozenset(ConversationalGolden.__dataclass_fields__)
_ENDS = {"_col_name": "name", "_key_name": "name", "_col_delimiter": "delimiter"}


def read_goldens(path: str | os.PathLike[str], columns: Mapping[str, str | None]) -> list[AnyGolden]:
    """The goldens of a JSONL, JSON, CSV, TSV or Parquet file, gzipped or not. One with a scenario is conversational.

    Columns that no field is named after are kept as `custom_column_key_values`, texts, or `additional_metadata`.

    Args:
        path: The file.
        columns: Which column is which field, and what parts the items of a list, under the reference's names:
            `{"input_col_name": "question", "context_col_delimiter": ";"}`. None: the column is not read.

    Raises:
        CaseError: The file cannot be read, or has bad rows; names them.
        UsageError: A name in `columns` is no field's.
    """
    file, goldens, problems = os.fspath(path), list[AnyGolden](), list[Problem]()
    for one in _each(file, columns):
        if isinstance(one, Problem):
            problems.append(one)
        else:
            goldens.append(one)
    if problems or not goldens:
        raise CaseError(shown(problems, len(problems)) or [no_cases(name_of(file))])
    return goldens


def _each(path: str, columns: Mapping[str, str | None]) -> Iterator[AnyGolden | Problem]:
    names, delimiters = _settings(columns)
    rename = {field: column for field, column in names.items() if column is not None}
    unread = {field for field, column in names.items() if column is None}
    has_cells = format_of(path).empty_cells
    for row in rows_of(path):
        if isinstance(row, Problem):
            yield row
            continue
        fields = fields_of(row.columns, rename)
        fields = cells_read(fields, "missing") if has_cells else fields
        told = {name: value for name, value in fields.items() if name not in unread and value is not None}
        yield from _golden(told, delimiters, f"{name_of(path)}:{row.number}")


def _golden(fields: dict[str, object], delimiters: Mapping[str, str], where: str) -> Iterator[AnyGolden | Problem]:
    """The golden of a row, or what is wrong with it."""
    is_multi = "scenario" in fields
    known = _MULTI if is_multi else _SINGLE
    read: dict[str, object] = {}
    problems: list[Problem] = []
    for name in [name for name in fields if name in known]:
        try:
            read[name] = read_value(name, fields[name], delimiter=delimiters.get(name, DELIMITER))
        except ValueError as error:
            mend = "write a list, an object or a number as JSON, or name another column for the field"
            problems.append(Problem(code="C136", what=f'"{name}" cannot be read: {error}', where=where, mend=mend))
    if "id" in read:
        read["id"] = id_text(read["id"])
    if not is_multi and "input" not in fields:
        like = nearest("input", fields) or next((one for one in ("question", "prompt") if one in fields), "COLUMN")
        mend = f'say which column it is: input_col_name="{like}" (or input_key_name)'
        problems.append(Problem(code="C137", what='the row has no "input"', where=where, mend=mend))
    if problems:
        yield from problems
        return
    _keep_others(read, {name: value for name, value in fields.items() if name not in known})
    try:
        yield ConversationalGolden(**read) if is_multi else Golden(**read)  # type: ignore[arg-type]
    except CaseError as error:
        for problem in error.problems:
            yield replace(problem, where=where)


def _keep_others(read: dict[str, object], others: Mapping[str, object]) -> None:
    """Keeps the columns that no field is named after: texts among the custom columns, the rest as metadata."""
    for name, value in others.items():
        place = "custom_column_key_values" if isinstance(value, str) else "additional_metadata"
        held = read.setdefault(place, {})
        if isinstance(held, dict):
            held.setdefault(name, value)


def _settings(columns: Mapping[str, str | None]) -> tuple[dict[str, str | None], dict[str, str]]:
    """The column of each field that one was named for, and the delimiters of lists."""
    names: dict[str, str | None] = {}
    delimiters: dict[str, str] = {}
    known = _SINGLE | _MULTI
    problems: list[Problem] = []
    for name, value in columns.items():
        end = next((end for end in _ENDS if name.endswith(end)), "")
        field = name.removesuffix(end)
        if not end or field not in known:
            like = nearest(field, known) or "input"
            what = f"{name!r} names no field of a golden"
            problems.append(Problem(code="X143", what=what, where="columns", mend=f'such as "{like}_col_name"'))
        elif _ENDS[end] == "name":
            names[field] = value
        elif value:
            delimiters[field] = value
    if problems:
        raise UsageError(problems)
    return names, delimiters
