"""Everything that is wrong with a file is named with its row, all together, before anything is asked."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.data import read_cases
from arbitree.errors import CaseError, Problem


def problems(path: Path | str, **settings: object) -> tuple[Problem, ...]:
    with pytest.raises(CaseError) as caught:
        read_cases(path, **settings)  # type: ignore[arg-type]
    assert all(problem.where and problem.mend for problem in caught.value.problems)
    return caught.value.problems


def one(path: Path | str, **settings: object) -> Problem:
    (problem,) = problems(path, **settings)
    return problem


BAD_JSONL = {
    "{": "C101",
    '{"a": NaN}': "C101",
    '{"a": -Infinity}': "C101",
    '{"a": 1e999}': "C101",
    '{"a": 1, "a": 2}': "C101",
    "[" * 100_000: "C101",
    '{"a": ' + "1" * 5000 + "}": "C101",
    "[1]": "C105",
    "null": "C105",
    '"text"': "C105",
    '{"a": "\\ud83d"}': "C104",
    '{"id": ""}': "C116",
    '{"id": "  "}': "C116",
    '{"id": true}': "C116",
    '{"id": "good"}': "C117",
}


@pytest.mark.parametrize("line", BAD_JSONL)
def test_a_bad_jsonl_row_is_named_and_can_be_skipped(tmp_path: Path, line: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f'{{"id": "good"}}\n{line}\n{{"id": "last"}}\n', encoding="utf-8")

    problem = one(path)
    skipped = read_cases(path, skip_bad=True)

    assert (problem.code, problem.where.split(",")[0]) == (BAD_JSONL[line], "c.jsonl:2")
    assert [case.id for case in skipped.cases] == ["good", "last"]
    assert skipped.problems == (problem,)


def test_every_bad_row_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(BAD_JSONL), encoding="utf-8")

    assert len(problems(path)) == len(BAD_JSONL) - 1


def test_twenty_problems_are_shown_and_the_rest_counted(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("oops\n" * 1500, encoding="utf-8")

    shown = problems(path)

    assert len(shown) == 21
    assert shown[-1].what == "and 1,480 more problems like these"


def test_bytes_that_are_not_utf8_spoil_only_their_row(tmp_path: Path) -> None:
    for name, raw in {"c.jsonl": b'{"a": "ok"}\n{"a": "\xff"}\n', "c.csv": b"a\nok\n\xff\n"}.items():
        path = tmp_path / name
        path.write_bytes(raw)

        assert one(path).code == "C103"
        assert [case.fields for case in read_cases(path, skip_bad=True).cases] == [{"a": "ok"}]


def test_a_json_list_names_the_line_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes(b'[{"a": "ok"},\n{"a": "\xff"}]')

    assert one(tmp_path / "c.json").where == "c.json:2"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "C119"),
        (" \n", "C119"),
        ("[]", "C119"),
        ("[1, {}]", "C105"),
        ('[{"a": 1}', "C102"),
        ('{"a": 1}\n{"a": 2}\n', "C102"),
        ("5", "C106"),
        ('{"a": 1}', "C106"),
        ('{"a": [], "b": []}', "C106"),
        ('[{"a": "\\udc00"}]', "C104"),
    ],
)
def test_a_bad_json_file_says_what_it_should_be(tmp_path: Path, content: str, code: str) -> None:
    (tmp_path / "c.json").write_text(content, encoding="utf-8")

    assert one(tmp_path / "c.json").code == code


def test_json_and_jsonl_taken_for_each_other_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text('{"a": 1}\n{"a": 2}\n', encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('[\n{"a": 1}\n]\n', encoding="utf-8")

    assert "name it .jsonl" in one(tmp_path / "c.json").mend
    assert "name a file that holds one JSON list .json" in problems(tmp_path / "c.jsonl")[0].mend


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        ("a,b\n1,2\n3\n", "C108", "c.csv:3"),
        ("a,b\n1,2,3\n", "C108", "c.csv:2"),
        ("a,a\n1,2\n", "C109", "c.csv:1"),
        ('a,b\n1,2\n3,"4\n', "C107", "c.csv:3"),
        ('a,b\n1,"2"x\n', "C107", "c.csv:2"),
        ('a,b\n1,"2\n2"\n3,4\r5,6\n', "C107", "c.csv:4"),
        ('id,b\n" ",2\n', "C116", "c.csv:2"),
        ("a,b\n", "C119", "c.csv"),
        ("", "C119", "c.csv"),
        ("\n\n", "C119", "c.csv"),
    ],
)
def test_a_bad_csv_row_is_named_by_its_first_line(tmp_path: Path, content: str, code: str, where: str) -> None:
    (tmp_path / "c.csv").write_bytes(content.encode())

    problem = one(tmp_path / "c.csv")

    assert (problem.code, problem.where) == (code, where)


def test_reading_goes_on_after_a_bad_csv_row(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_bytes(b'a,b\n1,"2"x\n3,4\n')

    file = read_cases(tmp_path / "c.csv", skip_bad=True)

    assert file.cases == (Case(id="c.csv:3", fields={"a": "3", "b": "4"}),)


def test_the_first_of_two_equal_ids_is_kept(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_bytes(b"id,n\nx,1\nx,2\n")

    file = read_cases(tmp_path / "c.csv", skip_bad=True)

    assert [case.fields["n"] for case in file.cases] == ["1"]
    assert file.problems[0].where == "c.csv:3, first in row 2"


def test_a_named_column_that_is_nowhere_is_an_error_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_bytes(b"answer,key\nx,1\n")

    both = problems(tmp_path / "c.csv", rename={"actual_output": "anser"}, id_column="kee", skip_bad=True)

    assert [problem.code for problem in both] == ["C118", "C118"]
    assert [problem.mend.split("?")[0] for problem in both] == ['did you mean "answer"', 'did you mean "key"']


def test_skipping_bad_rows_still_needs_one_good_row(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text("oops\n", encoding="utf-8")

    assert one(tmp_path / "c.jsonl", skip_bad=True).code == "C101"


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text("{}", encoding="utf-8")
    (tmp_path / "folder.csv").mkdir()

    assert "did you mean" in one(tmp_path / "case.jsonl").mend
    assert "folder" in one(tmp_path / "folder.csv").what
    assert one(tmp_path / "nowhere" / "c.csv").code == "C113"
    assert one("nul\0.csv").code == "C113"


def test_a_format_that_is_not_known_lists_those_that_are(tmp_path: Path) -> None:
    assert "did you mean .jsonl?" in one(tmp_path / "c.jsnol").mend
    assert "no suffix" in one(tmp_path / "cases").what
    assert one(tmp_path / "c.xlsx.gz").code == "C112"


def test_a_file_cut_short_or_in_utf16_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b'{"a": 1}\n' * 10_000)
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[:-20])
    (tmp_path / "not.jsonl.gz").write_bytes(b'{"a": 1}\n')
    (tmp_path / "excel.csv").write_bytes("a\n1\n".encode("utf-16"))

    assert one(tmp_path / "cut.jsonl.gz").code == "C114"
    assert one(tmp_path / "not.jsonl.gz").code == "C114"
    assert one(tmp_path / "excel.csv").code == "C115"


def test_a_broken_parquet_file_is_one_problem(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "c.parquet").write_bytes(b"PAR1 and no more")

    assert one(tmp_path / "c.parquet").code == "C111"


def test_parquet_without_its_extra_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    (tmp_path / "c.parquet").write_bytes(b"")

    assert "pip install 'arbitree[parquet]'" in one(tmp_path / "c.parquet").mend


def test_a_row_that_is_cut_is_said_to_be_cut_at_its_end(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(b'{"a": 1\r\n')

    assert one(tmp_path / "c.jsonl").what == "the row is not valid JSON: Expecting ',' delimiter (column 8)"
