"""Opening a file of cases: which format its name says, gzip, standard input; and what can be wrong before the rows."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from arbitree.core.nearest import nearest
from arbitree.data import csv_rows, json_list, jsonl, parquet
from arbitree.data.rows import Reader, Row
from arbitree.data.spool import Spool
from arbitree.errors import CaseError, Problem


class Format(NamedTuple):
    """How files of one suffix are read."""

    read: Reader
    empty_cells: bool = False
    """Whether an empty text cannot be told from a missing value there."""


FORMATS: Mapping[str, Format] = {
    ".jsonl": Format(jsonl.read),
    ".ndjson": Format(jsonl.read),
    ".json": Format(json_list.read),
    ".csv": Format(csv_rows.read, empty_cells=True),
    ".tsv": Format(csv_rows.read_tsv, empty_cells=True),
    ".parquet": Format(parquet.read),
    ".pq": Format(parquet.read),
}
"""Every format by suffix; `.gz` may follow each."""

STDIN = "-"
"""The path that means JSONL on standard input."""


def format_of(path: str) -> Format:
    """The format that a path's suffix says.

    Raises:
        CaseError: for a suffix that is not known.
    """
    if path == STDIN:
        return FORMATS[".jsonl"]
    suffix = Path(path.lower().removesuffix(".gz")).suffix
    if suffix in FORMATS:
        return FORMATS[suffix]
    like = nearest(suffix, FORMATS)
    hint = f"did you mean {like}? " if like else ""
    hint = "a rubric is named first, and then the cases; " if suffix in (".yaml", ".yml") else hint
    what = f'the suffix "{suffix}" says no known format' if suffix else "the file has no suffix that says its format"
    raise CaseError(
        Problem(code="C112", what=what, where=path, mend=f"{hint}known: {', '.join(FORMATS)}; each may end in .gz")
    )


def name_of(path: str) -> str:
    """How a file is named in case ids and problems: without its folder."""
    return "stdin" if path == STDIN else Path(path).name


def rows_of(path: str, spool: Spool | None = None) -> Iterator[Row | Problem]:
    """The rows of a file, and a problem for each that cannot be used.

    Args:
        path: the file.
        spool: what it holds, where it can be read only once.

    Raises:
        CaseError: when the file is not there, is a folder, cannot be read, or is not text in UTF-8 at all.
    """
    name = name_of(path)
    reader = format_of(path).read
    with _opened(path, spool) as stream:
        try:
            yield from reader(stream, name)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            mend = "compress the file again; one cut short while it was copied looks like this"
            raise CaseError(
                Problem(code="C114", what=f"the file is not whole gzip: {error}", where=name, mend=mend)
            ) from error


@contextmanager
def _opened(path: str, spool: Spool | None) -> Iterator[BinaryIO]:
    if path == STDIN:
        yield sys.stdin.buffer if spool is None else spool.opened()
        return
    with ExitStack() as closing:
        try:
            opened = Path(path).open("rb") if spool is None else spool.opened()  # noqa: SIM115
            plain = closing.enter_context(opened)
        except (OSError, ValueError) as error:
            raise CaseError(_cannot_open(path, error)) from error
        if path.lower().endswith(".gz"):
            yield cast(BinaryIO, closing.enter_context(gzip.GzipFile(fileobj=plain)))
        else:
            _refuse_utf16(plain, path)
            yield plain


def _cannot_open(path: str, error: OSError | ValueError) -> Problem:
    if isinstance(error, FileNotFoundError):
        folder = Path(path).parent
        like = nearest(Path(path).name, sorted(entry.name for entry in folder.iterdir())) if folder.is_dir() else None
        mend = f"did you mean {folder / like}?" if like else "check the path; it is taken from the current folder"
        return Problem(code="C113", what="there is no such file", where=path, mend=mend)
    if isinstance(error, IsADirectoryError):
        return Problem(
            code="C113", what="this is a folder, not a file", where=path, mend="name one file of cases in it"
        )
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return Problem(
        code="C113", what=f"the file cannot be opened: {reason}", where=path, mend="check the path and its permissions"
    )


def _refuse_utf16(stream: BinaryIO, path: str) -> None:
    start = stream.read(2)
    stream.seek(0)
    if start in {b"\xff\xfe", b"\xfe\xff"}:
        mend = "save the file as UTF-8 (in Excel: CSV UTF-8)"
        raise CaseError(Problem(code="C115", what="the file is UTF-16, not UTF-8", where=name_of(path), mend=mend))
