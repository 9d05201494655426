"""A flat table of a run: a row a case, in Parquet or JSONL, there only when it is whole."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.cases import Case
from arbitree.runner.flat import CaseColumns
from arbitree.runner.table_file import write_table
from tests.cli.calling import CASES, RUBRIC, RULES, Call

RUN = ("run", RUBRIC, CASES, "--judge", RULES)


def read(path: str) -> list[dict[str, Any]]:
    if path.endswith(".parquet"):
        import pyarrow.parquet

        rows: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
        return rows
    raw = Path(path).read_bytes()
    return [json.loads(line) for line in (gzip.decompress(raw) if path.endswith(".gz") else raw).splitlines()]


@pytest.mark.parametrize("path", ["t.parquet", "t.jsonl", "t.jsonl.gz"])
def test_a_table_has_a_row_for_each_case(call: Call, path: str) -> None:
    said = call(*RUN, "--table", path, "--json")
    cases = json.loads(said.out)["cases"]
    table = read(path)

    assert [row["case"] for row in table] == [case["case"] for case in cases]
    for row, case in zip(table, cases, strict=True):
        low, high = case["interval"] or (None, None)
        assert (row["status"], row["score"], row["passed"]) == (case["status"], case["score"], case["passed"])
        assert (row["low"], row["high"], row["reason"]) == (low, high, case["reason"])
        assert bool(row["causes"]) == bool(case["causes"])
    assert table[0]["path"] == "window: yes, details: Both"
    assert f"wrote {path}" in said.err


@pytest.mark.parametrize("path", ["t.parquet", "t.jsonl"])
def test_columns_of_the_cases_stand_beside_their_results(call: Call, path: str) -> None:
    rows = [json.loads(line) for line in Path(CASES).read_text("utf-8").splitlines()]
    call(*RUN, "--table", path, "--table-with", "product", "--unordered", "--compress")
    table = read(path)

    assert [row["case"] for row in table] == [row["id"] for row in rows]
    assert [row["product"] for row in table] == [row.get("product") for row in rows]
    assert "actual_output" not in table[0]


def test_every_column_can_be_wanted_and_keeps_its_kind(call: Call) -> None:
    rows = [
        {"id": "a", "actual_output": "x", "n": 1, "score": 2, "yes": True, "list": [1], "mixed": 1},
        {"id": "b", "actual_output": "y", "n": 2.5, "score": None, "yes": None, "mixed": "two"},
    ]
    Path("c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    call("run", RUBRIC, "c.jsonl", "--judge", RULES, "--table", "t.parquet", "--table-with", "*")
    first, second = read("t.parquet")

    assert (first["n"], first["case_score"], first["yes"], first["list"], first["mixed"]) == (1.0, 2, True, "[1]", "1")
    assert (second["n"], second["case_score"], second["yes"], second["list"], second["mixed"]) == (
        2.5,
        None,
        None,
        None,
        "two",
    )


def test_a_run_that_is_gone_on_with_writes_the_whole_table_anew(call: Call) -> None:
    call(*RUN, "--limit", "3", "--table", "t.jsonl", "--name", "one")
    assert len(read("t.jsonl")) == 3
    call(*RUN, "--resume", "one", "--table", "t.jsonl")
    assert len(read("t.jsonl")) == 12


def test_what_cannot_be_a_table_is_said_before_anything_is_asked(call: Call) -> None:
    Path("there.jsonl").write_text("mine", encoding="utf-8")
    given = (("t.xlsx", ()), ("there.jsonl", ()), ("none/t.jsonl", ()), ("t.jsonl", ("--table-with", "produkt")))
    for path, more in given:
        said = call(*RUN, "--table", path, *more)
        assert said.code == 2 and "mend" in said.err and not Path("runs").exists()
        assert "--force" not in said.err, "a run has no such option"
    assert "did you mean product?" in said.err
    assert call(*RUN, "--table-with", "product").code == 2
    assert Path("there.jsonl").read_text("utf-8") == "mine"


def test_a_table_that_cannot_be_finished_leaves_nothing(tmp_path: Path) -> None:
    def rows() -> Any:
        yield {"case": "a"}
        raise RuntimeError("cut")

    for name in ("t.parquet", "t.jsonl", "t.jsonl.gz"):
        (tmp_path / name).write_bytes(b"before")
        with pytest.raises(RuntimeError):
            write_table(tmp_path / name, rows(), {"case": "text"})
        assert (tmp_path / name).read_bytes() == b"before"
    assert len(list(tmp_path.iterdir())) == 3


def test_many_rows_are_written_in_groups(tmp_path: Path) -> None:
    import pyarrow.parquet

    path = tmp_path / "t.parquet"
    write_table(path, ({"case": f"c{n}", "score": n / 2} for n in range(12_000)), {"case": "text", "score": "number"})
    file = pyarrow.parquet.ParquetFile(path)

    assert (file.num_row_groups, file.metadata.num_rows) == (3, 12_000)
    assert file.read().column("score")[11_999].as_py() == 11_999 / 2


def test_numbers_that_no_column_of_numbers_holds_are_text() -> None:
    columns = CaseColumns((Case(id="a", fields={"n": 1, "big": 2**70}), Case(id="b", fields={"n": 2**70})), ["*"])
    assert columns.kinds == {"n": "text", "big": "text"}
