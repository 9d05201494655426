"""Columns become fields: renamed, recognised, and with an id each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitree.data import read_cases


def jsonl(folder: Path, *rows: object) -> Path:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_mapped_column_takes_our_name(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"answer": "A", "question": "Q", "tone": "dry"})

    (case,) = read_cases(path, rename={"actual_output": "answer", "input": "question"}).cases

    assert case.fields == {"actual_output": "A", "input": "Q", "tone": "dry"}


def test_two_fields_may_come_from_one_column(tmp_path: Path) -> None:
    (case,) = read_cases(jsonl(tmp_path, {"text": "A"}), rename={"actual_output": "text", "input": "text"}).cases

    assert case.fields == {"actual_output": "A", "input": "A"}


def test_a_mapped_column_takes_the_place_of_one_with_our_name(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"actual_output": "old", "answer": "new"})

    (case,) = read_cases(path, rename={"actual_output": "answer"}).cases

    assert case.fields == {"actual_output": "new"}


def test_two_columns_can_change_names(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"input": "A", "actual_output": "Q"})

    (case,) = read_cases(path, rename={"input": "actual_output", "actual_output": "input"}).cases

    assert case.fields == {"actual_output": "A", "input": "Q"}


def test_camel_case_names_of_deepeval_files_are_ours(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"input": "Q", "actualOutput": "A", "retrievalContext": ["c"], "myColumn": 1})

    (case,) = read_cases(path).cases

    assert case.fields == {"input": "Q", "actual_output": "A", "retrieval_context": ["c"], "myColumn": 1}


@pytest.mark.parametrize("order", [1, -1])
def test_a_camel_case_name_never_covers_our_own(tmp_path: Path, order: int) -> None:
    pairs = [("actual_output", "ours"), ("actualOutput", "theirs")][::order]

    (case,) = read_cases(jsonl(tmp_path, dict(pairs))).cases

    assert case.fields == {"actual_output": "ours", "actualOutput": "theirs"}


def test_ids_are_the_id_column_or_file_and_row(tmp_path: Path) -> None:
    file = read_cases(jsonl(tmp_path, {"id": "q-1"}, {"id": 7}, {"input": "x"}))

    assert [case.id for case in file.cases] == ["q-1", "7", "cases.jsonl:3"]


def test_another_column_can_hold_the_ids(tmp_path: Path) -> None:
    file = read_cases(jsonl(tmp_path, {"id": "x", "_id": "k1"}, {"id": "x", "_id": "k2"}), id_column="_id")

    assert [case.id for case in file.cases] == ["k1", "k2"]


def test_a_csv_row_is_named_by_the_line_it_begins_on(tmp_path: Path) -> None:
    path = tmp_path / "cases.csv"
    path.write_bytes(b'input\n"two\nlines"\n\nlast\n')

    assert [case.id for case in read_cases(path).cases] == ["cases.csv:2", "cases.csv:5"]
