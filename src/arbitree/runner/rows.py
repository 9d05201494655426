"""The rows of a `results.jsonl`, read back one by one."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from arbitree.core.records import Result
from arbitree.data.places import Piece
from arbitree.errors import Problem, RecordError
from arbitree.wire.results import result_from_dict


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of `results.jsonl`."""

    result: Result
    fields: Mapping[str, object]
    """The fields of the case that the rubric looks at."""
    digest: str
    """Their digest."""


def rows(path: Path, *, holding: str = "") -> Iterator[Row]:
    """Every row of a file. A last line that was cut short is left out.

    Args:
        path: the file.
        holding: rows without this text are passed over, unread.

    Raises:
        RecordError: the file cannot be read, or a line of it is no result.
    """
    wanted = holding.encode("utf-8", "surrogatepass")
    for number, line, _ in lines(path):
        if wanted in line:
            yield row_of(line, path, number)


def opened(path: Path) -> BinaryIO:
    """A file of results, unpacked on the way where it is gzipped.

    Raises:
        OSError: it cannot be opened.
    """
    return cast(BinaryIO, gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb"))


def lines(path: Path) -> Iterator[tuple[int, bytes, Piece]]:
    """Every whole line of a file, gzipped or not, with its number, from 1, and where it stands.

    Raises:
        RecordError: the file cannot be read, or is not whole gzip.
    """
    try:
        with opened(path) as file:
            start = 0
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    yield number, line, Piece(start, len(line))
                start += len(line)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        what = f"the results cannot be read: {reason}"
        mend = "name the folder of a run whose results are there"
        raise RecordError(Problem(code="R211", what=what, where=str(path), mend=mend)) from None


def row_of(line: bytes, path: Path, number: int) -> Row:
    """The row that a line says.

    Raises:
        RecordError: it is no result.
    """
    try:
        row: dict[str, Any] = json.loads(line)
        return Row(result=result_from_dict(row), fields=row["fields"], digest=row["digest"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(no_result(error, path, number)) from None


def no_result(error: Exception, path: Path, number: int) -> Problem:
    """The problem of a line that is no result."""
    what = f"this line is no result: {type(error).__name__}: {error}"
    mend = "take the line out; its case is then asked again"
    return Problem(code="R210", what=what, where=f"{path}:{number}", mend=mend)
