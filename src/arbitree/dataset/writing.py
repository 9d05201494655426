"""Goldens as a file that is read back as the same goldens: JSONL, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Literal, TypeAlias

from arbitree.dataset.cells import cell, plain_value
from arbitree.dataset.reading import AnyGolden

FileType: TypeAlias = Literal["json", "csv", "jsonl"]


def goldens_text(goldens: Sequence[AnyGolden], file_type: FileType) -> str:
    """The text of a file of goldens.

    CSV cannot tell an empty value from a missing one; in the other two forms nothing is lost.
    """
    return FORMS[file_type](goldens)


def _jsonl(goldens: Sequence[AnyGolden]) -> str:
    return "".join(f"{json.dumps(_told(one), ensure_ascii=False, default=str)}\n" for one in goldens)


def _json(goldens: Sequence[AnyGolden]) -> str:
    return json.dumps([_told(one) for one in goldens], ensure_ascii=False, indent=2, default=str) + "\n"


def _csv(goldens: Sequence[AnyGolden]) -> str:
    names = [name for name in _names(goldens) if any(getattr(one, name) is not None for one in goldens)]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([cell(name, getattr(one, name)) for name in names] for one in goldens)
    return written.getvalue()


def _names(goldens: Sequence[AnyGolden]) -> list[str]:
    return [field.name for field in fields(goldens[0])]


def _told(golden: AnyGolden) -> dict[str, object]:
    """What is known of a golden; what is not is left out."""
    found = {field.name: plain_value(field.name, getattr(golden, field.name)) for field in fields(golden)}
    return {name: value for name, value in found.items() if value is not None}


FORMS: Mapping[FileType, Callable[[Sequence[AnyGolden]], str]] = {"csv": _csv, "json": _json, "jsonl": _jsonl}
"""How a file of each type is written."""
