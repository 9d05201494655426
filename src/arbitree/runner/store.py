"""`results.jsonl`: each result on disk as soon as it is there, and in the order of the input at the end."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.errors import Problem, RecordError
from arbitree.runner.digests import case_digest, fields_shown
from arbitree.wire.results import result_dict, result_from_dict


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of `results.jsonl`."""

    result: Result
    fields: Mapping[str, object]
    """The fields of the case that the rubric looks at."""
    digest: str
    """Their digest."""


def written(result: Result, fields: Mapping[str, object]) -> bytes:
    """A row as a line of bytes: the same for the same result, always."""
    row = {**result_dict(result), "fields": dict(fields), "digest": case_digest(fields)}
    text = json.dumps(row, ensure_ascii=False, separators=(", ", ": "), default=str)
    # A lone surrogate is no UTF-8; as an escape it comes back as it was.
    return _safe(text).encode("utf-8") + b"\n"


def _safe(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(f"\\u{ord(char):04x}" if 0xD800 <= ord(char) <= 0xDFFF else char for char in text)
    return text


class _Line(NamedTuple):
    """Where a row stands in the file."""

    start: int
    length: int


class Store:
    """Writes rows one by one and flushes each: a run that is killed has lost no result that was finished."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Opens the file to append to it; what is there already stays.

        Raises:
            OSError: it cannot be opened.
        """
        self.path = path
        self._plan = plan
        self._lines: dict[str, _Line] = {}
        """Where the last row of each case stands."""
        self._order: dict[str, int] = {}
        self._file: BinaryIO = path.open("ab", buffering=0)
        self._end = _whole_length(path)
        # A line that a kill cut short would run into the next one.
        self._file.truncate(self._end)

    def keep(self, case: str, start: int, length: int, *, index: int) -> None:
        """Notes a row that an earlier run left there."""
        self._lines[case] = _Line(start, length)
        self._order[case] = index

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Writes one result."""
        line = written(result, fields_shown(self._plan, case))
        self._write(line)
        self._lines[case.id] = _Line(self._end, len(line))
        self._order[case.id] = index
        self._end += len(line)

    def _write(self, line: bytes) -> None:
        done = 0
        while done < len(line):
            # A raw file may take only a part of what it is given.
            done += self._file.write(line[done:]) or 0

    def release(self) -> None:
        """Closes the file as it is."""
        self._file.close()

    def close(self) -> None:
        """Puts the rows into the order of the input, the last of each case only, and closes the file.

        The order of finishing depends on the judge's speed; the file that is left behind must not.
        """
        self.release()
        wanted = sorted(self._lines, key=lambda case: self._order[case])
        if self._is_in_order(wanted):
            return
        fresh = self.path.with_suffix(".tmp")
        with self.path.open("rb") as old, fresh.open("wb") as new:
            for case in wanted:
                start, length = self._lines[case]
                old.seek(start)
                new.write(old.read(length))
        fresh.replace(self.path)

    def _is_in_order(self, wanted: Iterable[str]) -> bool:
        place = 0
        for case in wanted:
            start, length = self._lines[case]
            if start != place:
                return False
            place += length
        return place == self._end


def _whole_length(path: Path) -> int:
    """The length of a file up to the end of its last whole line."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - 65_536)
            file.seek(begin)
            found = file.read(end - begin).rfind(b"\n")
            if found >= 0:
                return begin + found + 1
            end = begin
    return 0


def rows(path: Path, *, holding: str = "") -> Iterator[tuple[Row, int, int]]:
    """Every row of a file with where it starts and how long it is. A last line that was cut short is left out.

    Args:
        path: the file.
        holding: rows without this text are passed over, unread.

    Raises:
        RecordError: the file cannot be read, or a line of it is no result.
    """
    wanted = holding.encode("utf-8", "surrogatepass")
    for number, line, start in _lines(path):
        if wanted not in line:
            continue
        try:
            yield _row(json.loads(line)), start, len(line)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            what = f"this line is no result: {type(error).__name__}: {error}"
            mend = "take the line out; its case is then asked again"
            raise RecordError(Problem(code="R210", what=what, where=f"{path}:{number}", mend=mend)) from None


def _lines(path: Path) -> Iterator[tuple[int, bytes, int]]:
    try:
        with path.open("rb") as file:
            start = 0
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    yield number, line, start
                start += len(line)
    except OSError as error:
        what = f"the results cannot be read: {error.strerror}"
        mend = "name the folder of a run whose results are there"
        raise RecordError(Problem(code="R211", what=what, where=str(path), mend=mend)) from None


def _row(row: dict[str, Any]) -> Row:
    return Row(result=result_from_dict(row), fields=row["fields"], digest=row["digest"])
