"""Parquet, behind the extra `parquet`. A row's number is its position, from 1. NaN is a missing value there."""

from __future__ import annotations

import datetime
import decimal
import io
from collections.abc import Iterator
from typing import BinaryIO

from arbitree.data import rows
from arbitree.errors import Problem


def read(stream: BinaryIO, name: str) -> Iterator[rows.Row | Problem]:
    """The rows of a Parquet file; one problem, which says how to install it, where pyarrow is not there."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        yield Problem(
            code="C110",
            what=f"Parquet cannot be read: {error}",
            where=name,
            mend="pip install 'arbitree[parquet]', or save the cases as JSONL",
        )
        return
    try:
        batches = pyarrow.parquet.ParquetFile(stream if stream.seekable() else io.BytesIO(stream.read())).iter_batches(
            batch_size=1024
        )
        number = 0
        for batch in batches:
            for columns in batch.to_pylist():
                number += 1
                yield rows.Row(number, {str(column): _plain(value) for column, value in columns.items()})
    except (pyarrow.ArrowException, UnicodeDecodeError, OSError) as error:
        yield Problem(
            code="C111",
            what=f"the file is not valid Parquet: {str(error).splitlines()[0]}",
            where=name,
            mend="write the file again; a file cut short while it was copied looks like this",
        )


def _plain(value: object) -> object:
    """A cell as JSON would hold it; NaN as None."""
    if isinstance(value, float):
        return value if value == value else None
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return str(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
