"""Flat tables as files: Parquet, and JSONL that may be gzipped. A file is there only when it is whole."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias, cast

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.runner.flat import FlatRow, Kind, as_text

_ROWS_AT_ONCE: Final = 5_000
"""The rows of a row group, and so of what is held."""

Writer: TypeAlias = Callable[[BinaryIO, Iterable[FlatRow], Mapping[str, Kind]], None]


def write_table(path: Path, rows: Iterable[FlatRow], kinds: Mapping[str, Kind]) -> None:
    """Writes rows to a file, whose suffix says the format. One that is there is replaced, once all rows are written.

    Args:
        path: the file.
        rows: the rows.
        kinds: what each column holds.

    Raises:
        UsageError: the suffix says no known format, or its library is missing.
        OSError: the file cannot be written.
    """
    write = writer_for(path)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with fresh.open("wb") as file:
            write(file, rows, kinds)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def writer_for(path: Path) -> Writer:
    """What writes the format that a path's suffix says.

    Raises:
        UsageError: there is none, or its library is missing.
    """
    suffix = "".join(path.suffixes[-2:]).lower() if path.suffix.lower() == ".gz" else path.suffix.lower()
    if suffix not in _WRITERS:
        like = nearest(suffix, _WRITERS)
        what = f'the suffix "{suffix}" says no format of a table' if suffix else "the table's file has no suffix"
        mend = f"{f'did you mean {like}? ' if like else ''}known: {', '.join(_WRITERS)}"
        raise UsageError(Problem(code="X337", what=what, where=f"--table {path}", mend=mend))
    write = _WRITERS[suffix]
    if write is _parquet and importlib.util.find_spec("pyarrow") is None:
        mend = "pip install 'arbitree[parquet]', or write a .jsonl.gz"
        what = "Parquet cannot be written: pyarrow is not installed"
        raise UsageError(Problem(code="X338", what=what, where=f"--table {path}", mend=mend))
    return write


def _jsonl(file: BinaryIO, rows: Iterable[FlatRow], kinds: Mapping[str, Kind]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=False)
    for row in rows:
        text.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
    text.detach()


def _packed_jsonl(file: BinaryIO, rows: Iterable[FlatRow], kinds: Mapping[str, Kind]) -> None:
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
        _jsonl(cast(BinaryIO, packed), rows, kinds)


def _parquet(file: BinaryIO, rows: Iterable[FlatRow], kinds: Mapping[str, Kind]) -> None:
    import pyarrow
    import pyarrow.parquet

    types = {"text": pyarrow.string(), "number": pyarrow.float64(), "whole": pyarrow.int64(), "truth": pyarrow.bool_()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in kinds.items()])
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(rows):
            columns = {name: _column([row.get(name) for row in group], kind) for name, kind in kinds.items()}
            writer.write_table(pyarrow.table(columns, schema=schema))


def _column(values: list[Any], kind: Kind) -> list[Any]:
    if kind != "text":
        return values
    # Half of a character is no UTF-8.
    return [text and text.encode("utf-8", "backslashreplace").decode() for text in map(as_text, values)]


def _groups(rows: Iterable[FlatRow]) -> Iterator[list[FlatRow]]:
    waiting = iter(rows)
    while group := list(islice(waiting, _ROWS_AT_ONCE)):
        yield group


_WRITERS: Final[Mapping[str, Writer]] = {
    ".parquet": _parquet,
    ".pq": _parquet,
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
    ".jsonl.gz": _packed_jsonl,
    ".ndjson.gz": _packed_jsonl,
}
