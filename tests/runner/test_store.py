"""results.jsonl: at once, whole, in the order of the input at the end."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.data.places import Piece
from arbitree.errors import RecordError
from arbitree.runner.digests import case_digest
from arbitree.runner.rows import rows
from arbitree.runner.store import Store, written
from tests.runner.runs import plan_of, polite


def case(number: int, text: str = "x") -> Case:
    return Case(id=f"c{number}", fields={"text": text, "unseen": "y"})


def result(number: int, score: float = 1.0) -> Result:
    return Result(
        case=f"c{number}", rubric="r", status="scored", score=score, interval=(score, score), passed=True, threshold=0.5
    )


def store(path: Path, *numbers: int) -> Store:
    opened = Store(path, plan_of(polite()))
    for number in numbers:
        opened.add(number, case(number), result(number), seconds=0)
    return opened


def ids(path: Path) -> list[str]:
    return [row.result.case for row in rows(path)]


def test_a_row_is_on_disk_before_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    opened = store(path, 4, 2)

    assert ids(path) == ["c4", "c2"]
    opened.close()
    assert ids(path) == ["c2", "c4"]


def test_rows_in_order_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    opened = store(path, 1, 2)
    before = path.stat().st_ino
    opened.close()

    assert path.stat().st_ino == before


def test_the_last_row_of_a_case_is_the_one_that_stays(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    opened = store(path, 1, 2)
    opened.add(1, case(1), result(1, 0.25), seconds=0)
    opened.close()

    assert [(row.result.case, row.result.score) for row in rows(path)] == [("c1", 0.25), ("c2", 1.0)]


@pytest.mark.parametrize("rest", [b"", b"{", b'{"case": "c9"', b"\xff" * 70_000])
def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path, rest: bytes) -> None:
    path = tmp_path / "results.jsonl"
    store(path, 1).release()
    with path.open("ab") as file:
        file.write(rest)

    assert ids(path) == ["c1"]
    opened = Store(path, plan_of(polite()))
    opened.keep(1, Piece(0, len(path.read_bytes())))
    opened.add(2, case(2), result(2), seconds=0)
    opened.close()
    assert ids(path) == ["c1", "c2"]


def test_only_fields_that_the_rubric_looks_at_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    store(path, 1).close()
    [row] = rows(path)

    assert dict(row.fields) == {"text": "x"} and row.digest == case_digest({"text": "x"})


@pytest.mark.parametrize("text", ["\ud800 half", "a\nb\u2028c", "naïve 回答", "\x00\x1b"])
def test_any_text_comes_back_as_it_was(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.jsonl"
    opened = Store(path, plan_of(polite()))
    opened.add(0, case(0, text), result(0), seconds=0)
    opened.close()
    [row] = rows(path)

    assert row.fields["text"] == text and path.read_bytes().count(b"\n") == 1


def test_a_line_that_is_no_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    good = written(result(1), {"text": "x"})
    newer = json.dumps({**json.loads(good), "arbitree_result": 99}).encode() + b"\n"
    for bad, said in ((b"[]\n", "no result"), (b'{"a": 1}\n', "no result"), (newer, "99")):
        path.write_bytes(good + bad)
        with pytest.raises(RecordError, match=r"results\.jsonl:2") as caught:
            list(rows(path))
        assert said in str(caught.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        list(rows(tmp_path / "none.jsonl"))


def test_without_an_order_rows_stay_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    opened = Store(path, plan_of(polite()), ordered=False)
    for number in (4, 2, 3):
        opened.add(number, case(number), result(number), seconds=0)
    opened.close()

    assert ids(path) == ["c4", "c2", "c3"]


def test_without_an_order_too_each_case_has_one_row(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    store(path, 4, 2).release()
    length = path.stat().st_size
    opened = Store(path, plan_of(polite()), ordered=False)
    opened.keep(4, Piece(0, length // 2), holds=False)
    opened.keep(2, Piece(length // 2, length // 2))
    opened.add(4, case(4), result(4, 0.25), seconds=0)
    opened.close()

    assert [(row.result.case, row.result.score) for row in rows(path)] == [("c2", 1.0), ("c4", 0.25)]


@given(st.permutations(range(8)), st.lists(st.integers(0, 7), max_size=5))
def test_any_order_of_finishing_leaves_the_same_file(order: list[int], again: list[int]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        store(path, *order, *again).close()

        assert ids(path) == [f"c{number}" for number in range(8)]
