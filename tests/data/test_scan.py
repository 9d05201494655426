"""A file that is looked at gives the same cases as one that is held, however often, and takes no memory for them."""

from __future__ import annotations

import gzip
import io
import json
import os
import threading
import tracemalloc
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.data import read_cases, scan_cases
from arbitree.errors import CaseError

ROWS = [{"id": f"q-{number}", "input": f"Question {number}?"} for number in range(5)]
JSONL = "".join(json.dumps(row) + "\n" for row in ROWS)
CSV = "id,input\n" + "".join(f"{row['id']},{row['input']}\n" for row in ROWS)
FILES = {
    "c.jsonl": JSONL.encode(),
    "c.json": json.dumps(ROWS).encode(),
    "c.csv": CSV.encode(),
    "c.tsv": CSV.replace(",", "\t").encode(),
    "c.jsonl.gz": gzip.compress(JSONL.encode()),
}


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "c.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), path, row_group_size=2)
    return path


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_the_same_cases_each_time(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    scanned = scan_cases(path)

    assert tuple(scanned) == tuple(scanned) == read_cases(path).cases
    assert (len(scanned), scanned.source, scanned.problems) == (5, name, ())


def test_parquet_is_read_group_by_group_each_time(parquet: Path) -> None:
    scanned = scan_cases(parquet)

    assert tuple(scanned) == tuple(scanned) == read_cases(parquet).cases and len(scanned) == 5


def test_two_ways_through_a_file_do_not_disturb_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(JSONL.encode())))
    scanned = scan_cases("-")

    assert [(one.id, other.id) for one, other in zip(scanned, scanned, strict=True)] == [
        (row["id"], row["id"]) for row in ROWS
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes a pipe")
def test_what_can_be_read_only_once_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "c.jsonl"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_bytes, args=(JSONL.encode(),))
    writing.start()
    scanned = scan_cases(pipe)
    writing.join()

    assert [case.id for case in scanned] == [case.id for case in scanned] == [row["id"] for row in ROWS]


def test_rows_that_are_left_out_stay_out(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "a"}\n{\n{"id": "b"}\n{"id": "a"}\n{"id": ""}\n{"id": "c"}\n', encoding="utf-8")
    scanned, held = scan_cases(path, skip_bad=True), read_cases(path, skip_bad=True)

    assert tuple(scanned) == held.cases and [case.id for case in scanned] == ["a", "b", "c"]
    assert scanned.problems == held.problems and len(held.problems) == 3
    with pytest.raises(CaseError):
        scan_cases(path)


def test_a_file_that_changes_meanwhile_is_said(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(JSONL, encoding="utf-8")
    scanned = scan_cases(path)
    path.write_text(JSONL + '{"id": "more"}\n', encoding="utf-8")

    with pytest.raises(CaseError, match="was changed while it was used"):
        list(scanned)


def test_a_file_that_grows_while_it_is_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(JSONL, encoding="utf-8")
    reading = iter(scan_cases(path))
    assert next(reading) == Case(id="q-0", fields=ROWS[0])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "more"}\n')

    with pytest.raises(CaseError, match="was changed"):
        list(reading)


def test_bad_rows_beyond_many_are_only_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitree.data.checking.MOST_LEFT_OUT", 25)
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "a"}\n' + "{\n" * 30, encoding="utf-8")

    *named, last = scan_cases(path, skip_bad=True).problems
    assert len(named) == 25 and last.code == "C120" and "5 more" in last.what
    with pytest.raises(CaseError) as caught:
        scan_cases(path)
    assert "10 more" in caught.value.problems[-1].what


def peak(path: Path) -> int:
    """The most memory that Python holds while a file is looked at and gone through."""
    tracemalloc.start()
    try:
        for _ in scan_cases(path):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_file_ten_times_as_long_takes_no_more_memory(tmp_path: Path) -> None:
    def written(count: int) -> Path:
        path = tmp_path / f"{count}.jsonl"
        path.write_text("".join(f'{{"id": "case-{n}", "input": "{n} {"x" * 50}"}}\n' for n in range(count)), "utf-8")
        return path

    few, many = peak(written(1_000)), peak(written(10_000))
    assert many - few < 9_000 * 2, (few, many)
