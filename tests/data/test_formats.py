"""Each format gives the rows that were written into it."""

from __future__ import annotations

import datetime
import gzip
import io
import json
from pathlib import Path

import pytest

from arbitree.data import CaseFile, read_cases
from arbitree.errors import CaseError

TWO = [{"id": "a", "input": "One?", "n": 1}, {"id": "b", "input": "Zwei – 2?", "n": None}]


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    raw = content if isinstance(content, bytes) else content.encode("utf-8")
    path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return path


def fields(file: CaseFile) -> list[dict[str, object]]:
    return [dict(case.fields) for case in file.cases]


@pytest.mark.parametrize("name", ["c.jsonl", "c.ndjson", "c.JSONL", "c.jsonl.gz"])
def test_jsonl_keeps_types_and_null(tmp_path: Path, name: str) -> None:
    content = "\n\n".join(json.dumps(row, ensure_ascii=False) for row in TWO)
    raw = content.encode("utf-8")
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)

    assert fields(read_cases(tmp_path / name)) == TWO


@pytest.mark.parametrize("content", [json.dumps(TWO), json.dumps({"name": "set", "cases": TWO}, indent=2)])
def test_json_is_a_list_or_an_object_with_one_list(tmp_path: Path, content: str) -> None:
    assert fields(read_cases(written(tmp_path, "c.json", content))) == TWO


@pytest.mark.parametrize("name", ["c.jsonl", "c.json", "c.csv"])
def test_a_byte_order_mark_and_windows_line_ends_are_passed_over(tmp_path: Path, name: str) -> None:
    content = {"c.jsonl": '{"id": "a"}\r\n', "c.json": '[{"id": "a"}]\r\n', "c.csv": "id\r\na\r\n"}[name]

    assert fields(read_cases(written(tmp_path, name, "\ufeff" + content))) == [{"id": "a"}]


def test_csv_cells_may_hold_quotes_delimiters_and_line_breaks(tmp_path: Path) -> None:
    path = written(tmp_path, "c.csv", 'id,input\r\na,"She said ""no"", twice,\r\nand left."\r\nb,plain\r\n')

    assert fields(read_cases(path)) == [
        {"id": "a", "input": 'She said "no", twice,\r\nand left.'},
        {"id": "b", "input": "plain"},
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.csv", "id;input\na;x, y\n"),
        ("c.csv", "id\tinput\na\tx, y\n"),
        ("c.csv", "sep=;\nid;input\na;x, y\n"),
        ("c.tsv", "id\tinput\na\tx, y\n"),
        ("c.tsv.gz", 'id,input\na,"x, y"\n'),
        ("c.csv", '"id";"in,put,x"\na;x, y\n'),
    ],
)
def test_the_delimiter_is_the_one_the_header_uses(tmp_path: Path, name: str, content: str) -> None:
    (case,) = read_cases(written(tmp_path, name, content)).cases

    assert list(case.fields.values()) == ["a", "x, y"]


def test_a_column_without_a_name_is_left_out(tmp_path: Path) -> None:
    assert fields(read_cases(written(tmp_path, "c.csv", ",input\n0,x\n"))) == [{"input": "x"}]


def test_a_csv_cell_may_be_longer_than_the_csv_module_allows(tmp_path: Path) -> None:
    (case,) = read_cases(written(tmp_path, "c.csv", "input\n" + "x" * 300_000 + "\n")).cases

    assert len(str(case.fields["input"])) == 300_000


def test_an_empty_csv_cell_is_missing_unless_said_otherwise(tmp_path: Path) -> None:
    path = written(tmp_path, "c.csv", 'id,input,tone\na,," "\n')

    assert fields(read_cases(path)) == [{"id": "a", "tone": " "}]
    assert fields(read_cases(path, csv_empty="empty")) == [{"id": "a", "input": "", "tone": " "}]


def test_a_json_list_in_a_csv_cell_is_a_list_only_in_list_fields(tmp_path: Path) -> None:
    path = written(tmp_path, "c.csv", 'context,note,tools_called\n"[""a"", ""b""]","[""a""]",[see above]\n')

    assert fields(read_cases(path)) == [{"context": ["a", "b"], "note": '["a"]', "tools_called": "[see above]"}]


@pytest.mark.parametrize("name", ["c.parquet", "c.pq", "c.parquet.gz"])
def test_parquet_gives_plain_values_and_takes_nan_for_missing(tmp_path: Path, name: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {
            "id": [1, 2],
            "day": [datetime.date(2026, 3, 1), None],
            "x": [float("nan"), 0.5],
            "context": [["a"], []],
            "raw": [b"bytes", b"\xff"],
        }
    )
    buffer = io.BytesIO()
    parquet.write_table(table, buffer)

    file = read_cases(written(tmp_path, name, buffer.getvalue()))

    assert [case.id for case in file.cases] == ["1", "2"]
    assert fields(file) == [
        {"id": 1, "day": "2026-03-01", "x": None, "context": ["a"], "raw": "bytes"},
        {"id": 2, "day": None, "x": 0.5, "context": [], "raw": "\ufffd"},
    ]


def test_a_dash_reads_jsonl_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"input": "x"}\n')))

    file = read_cases("-")

    assert (file.source, file.cases[0].id, file.cases[0].fields) == ("stdin", "stdin:1", {"input": "x"})


@pytest.mark.parametrize("name", ["c.jsonl", "c.json", "c.csv", "c.tsv", "c.parquet"])
def test_a_row_whose_id_is_missing_is_numbered_in_every_format(tmp_path: Path, name: str) -> None:
    rows = [{"id": "q-1", "input": "a"}, {"id": None, "input": "b"}]
    path = tmp_path / name
    if name.endswith(".parquet"):
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pytest.importorskip("pyarrow").Table.from_pylist(rows), path)
    elif "json" in name:
        written(tmp_path, name, json.dumps(rows) if name == "c.json" else "\n".join(map(json.dumps, rows)))
    else:
        written(tmp_path, name, "id,input\nq-1,a\n,b\n".replace(",", "\t" if name == "c.tsv" else ","))
    number = 3 if name in ("c.csv", "c.tsv") else 2

    assert [case.id for case in read_cases(path).cases] == ["q-1", f"{name}:{number}"]


def test_an_empty_id_is_refused_where_empty_cells_are_empty_and_not_missing(tmp_path: Path) -> None:
    path = written(tmp_path, "c.csv", "id,input\n,b\n")

    with pytest.raises(CaseError, match="the row has no id"):
        read_cases(path, csv_empty="empty")


def test_a_column_that_was_named_for_ids_has_to_hold_one_in_every_row(tmp_path: Path) -> None:
    path = written(tmp_path, "c.jsonl", '{"key": "k"}\n{"key": null}\n')

    with pytest.raises(CaseError, match='the row has no id: its "key" is missing'):
        read_cases(path, id_column="key")
