"""From a row's columns to a case's fields: `--map`, DeepEval's camelCase names, lists in CSV cells, and the id."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, TypeAlias

from arbitree.core.turns import CONVERSATION
from arbitree.data import strict_json

CsvEmpty: TypeAlias = Literal["missing", "empty"]

LIST_FIELDS = frozenset({"context", "retrieval_context", "tools_called", "expected_tools", *CONVERSATION})
"""Fields that are lists: a CSV cell of one of these that is a JSON list is read as a list."""

OTHER_NAMES: Mapping[str, str] = {
    "actualOutput": "actual_output",
    "expectedOutput": "expected_output",
    "retrievalContext": "retrieval_context",
    "toolsCalled": "tools_called",
    "expectedTools": "expected_tools",
    "additionalMetadata": "additional_metadata",
    "expectedOutcome": "expected_outcome",
    "userDescription": "user_description",
    "chatbotRole": "chatbot_role",
    "sourceFile": "source_file",
}
"""The names in files that DeepEval writes, and ours."""


def fields_of(columns: Mapping[str, object], rename: Mapping[str, str]) -> dict[str, object]:
    """The columns under our names, in the row's order. A renamed column takes the place of one that had the name.

    >>> fields_of({"answer": "A", "expectedOutput": "B", "tone": "C"}, {"actual_output": "answer"})
    {'actual_output': 'A', 'expected_output': 'B', 'tone': 'C'}
    """
    new_names: dict[str, list[str]] = {}
    for ours, column in rename.items():
        new_names.setdefault(column, []).append(ours)
    fields: dict[str, object] = {}
    for column, value in columns.items():
        if column in new_names:
            fields.update(dict.fromkeys(new_names[column], value))
        elif column not in rename:
            ours = OTHER_NAMES.get(column, column)
            taken = ours != column and (ours in columns or ours in rename)
            fields[column if taken else ours] = value
    return fields


def cells_read(fields: Mapping[str, object], empty: CsvEmpty) -> dict[str, object]:
    """The fields of a CSV row: empty cells left out when they mean missing, JSON lists read in list fields.

    >>> cells_read({"input": "", "context": '["a", "b"]'}, "missing")
    {'context': ['a', 'b']}
    """
    return {
        name: _list_or_text(value) if name in LIST_FIELDS else value
        for name, value in fields.items()
        if value != "" or empty == "empty"
    }


def _list_or_text(cell: object) -> object:
    if not isinstance(cell, str) or not (cell.lstrip().startswith("[") and cell.rstrip().endswith("]")):
        return cell
    try:
        return strict_json.parse(cell)
    except strict_json.BadJson:
        return cell


def id_text(value: object) -> str | None:
    """An id as text, or None when it is blank or is no text and no number.

    >>> id_text(" q-17 "), id_text(17), id_text(17.0), id_text(""), id_text(True)
    ('q-17', '17', '17', None, None)
    """
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value)) if value.is_integer() else repr(value)
    return None
