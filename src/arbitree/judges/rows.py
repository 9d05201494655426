"""Files of recorded answers: one JSON object a line, each the answer to one node of one case."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arbitree.core.records import Reply
from arbitree.errors import Problem, RecordError
from arbitree.judges.row_form import ANSWERS, SHAPE, faults

_MOST_PROBLEMS = 20
"""How many bad rows are named before the rest are only counted."""


class Asked(NamedTuple):
    """Which of a case's questions a row answers."""

    node: str
    after: tuple[str, ...] | None
    """The tasks that control came through, where the row says so."""
    sample: int
    attempt: int
    items: tuple[str, ...] = ()
    """The texts of the items that it is about, below a node over a list; outermost first."""


class Recorded(NamedTuple):
    """One recorded answer, and the line it stands on."""

    reply: Reply
    line: int
    said: object
    """The bare verdict or output, or the reply's text: what makes two answers different."""


Rows = dict[str, dict[Asked, Recorded]]
"""Every recorded answer, by case."""


def read_rows(path: str) -> Rows:
    """The answers of a file, which may be gzipped.

    Raises:
        RecordError: The file cannot be read, or rows of it cannot be used, or contradict each other; all are named.
    """
    rows: Rows = {}
    problems: list[Problem] = []
    for line, text in lines_of(path):
        if not text.strip():
            continue
        row, wrong = _row(text, f"{path}:{line}")
        if row is None:
            problems += wrong
            continue
        answers = rows.setdefault(str(row["case"]), {})
        asked, recorded = _asked(row), _recorded(row, line)
        first = answers.setdefault(asked, recorded)
        if first is not recorded and first.said != recorded.said:
            problems.append(_contradiction(path, row, first, recorded))
    if not problems and not rows:
        problems.append(Problem(code="R112", what=f'"{path}" holds no answers', mend="give one JSON object a line"))
    if problems:
        rest = len(problems) - _MOST_PROBLEMS
        more = [Problem(code="R111", what=f"{rest} more rows are wrong", where=path, mend="mend them all")]
        raise RecordError([*problems[:_MOST_PROBLEMS], *(more if rest > 0 else ())])
    return rows


def write_rows(path: str, rows: Iterable[Mapping[str, object]]) -> int:
    """How many rows were written, as JSON lines; gzipped when the path ends with `.gz`. Equal rows give equal bytes."""
    count = 0
    with Path(path).open("wb") as raw:
        file = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) if path.endswith(".gz") else raw
        with file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
                count += 1
    return count


def lines_of(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, gzipped or not, each with its number.

    Raises:
        RecordError: The file cannot be read.
    """
    try:
        with Path(path).open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            file = gzip.GzipFile(fileobj=raw) if zipped else raw
            yield from enumerate(file, 1)
    except (OSError, EOFError, zlib.error) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordError(
            Problem(code="R110", what=f'"{path}" cannot be read: {said}', mend="give a file of JSON lines")
        ) from None


def _row(text: bytes, where: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    try:
        row = json.loads(text)
    except ValueError as error:
        return None, [Problem(code="R111", what=f"the row is not JSON: {error}", where=where, mend="mend the row")]
    if not isinstance(row, dict):
        return None, [Problem(code="R111", what=f"the row is a {type(row).__name__}", where=where, mend=SHAPE)]
    wrong = [Problem(code="R111", what=what, where=where, mend=mend) for what, mend in faults(row)]
    return (None if wrong else row), wrong


def _asked(row: Mapping[str, Any]) -> Asked:
    after = row.get("after")
    return Asked(
        node=row["node"],
        after=None if after is None else tuple(after),
        sample=row.get("sample") or 0,
        attempt=row.get("attempt") or 0,
        items=tuple(row.get("items") or ()),
    )


def _recorded(row: Mapping[str, Any], line: int) -> Recorded:
    return Recorded(reply_of(row), line, row[_answer(row)])


def _answer(row: Mapping[str, Any]) -> str:
    return next(name for name in ANSWERS if row.get(name) is not None)


def reply_of(row: Mapping[str, Any]) -> Reply:
    """The reply that a row stands for: its text as it came, or else JSON made of its verdict or output."""
    name = _answer(row)
    text = said = row[name]
    if name != "reply":
        # The reason first, as a judge is asked to write it.
        fields = {"reason": row["reason"], name: said} if row.get("reason") else {name: said}
        text = json.dumps(fields, ensure_ascii=False)
    return Reply(
        text=text,
        probabilities=row.get("probabilities"),
        label_mass=row.get("label_mass"),
        model=row.get("model") or "",
        input_tokens=row.get("input_tokens") or 0,
        output_tokens=row.get("output_tokens") or 0,
    )


def _contradiction(path: str, row: Mapping[str, Any], first: Recorded, second: Recorded) -> Problem:
    return Problem(
        code="R113",
        what=f'case "{row["case"]}", node "{row["node"]}" has two answers: {first.said!r} and {second.said!r}',
        where=f"{path}:{first.line} and :{second.line}",
        mend='keep one, or number them with "sample" if they are votes',
    )
