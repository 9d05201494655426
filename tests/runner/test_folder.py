"""RUN folders: named, found again, and never mixed up."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitree.errors import RecordError
from arbitree.runner.folder import RESULTS, RUNS, find_folder, new_folder, note_latest, slug


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def made(**where: str) -> Path:
    folder = new_folder("Return reply", **where)
    (folder / RESULTS).touch()
    note_latest(folder)
    return folder


def test_a_folder_gets_a_number_that_is_not_taken() -> None:
    assert [made().name for _ in range(3)] == ["return-reply-1", "return-reply-2", "return-reply-3"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("A  B/c", "a-b-c"), ("../x", "x"), ("", "run"), ("???", "run"), ("Ä_ö", "ä-ö"), ("a" * 200, "a" * 60)],
)
def test_a_rubrics_name_becomes_a_harmless_folder(name: str, said: str) -> None:
    assert slug(name) == said


def test_latest_is_the_run_made_last() -> None:
    made()
    second = made()

    assert find_folder("latest").resolve() == second.resolve()


def test_latest_works_without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    made()
    second = made()

    assert (RUNS / "latest").is_file() and find_folder("latest").resolve() == second.resolve()


def test_a_run_elsewhere_is_found_by_its_path_and_is_not_latest(tmp_path: Path) -> None:
    first = made()
    elsewhere = made(out=str(tmp_path / "else"))

    assert find_folder(elsewhere) == elsewhere and find_folder("latest").resolve() == first.resolve()


@pytest.mark.parametrize("name", ["", " ", ".", "..", "latest", "a/b", "a\\b", "a:b", "a\0b", "a\nb"])
def test_a_name_that_leads_astray_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="cannot be the name"):
        new_folder("x", name=name)


def test_an_empty_folder_is_used_and_a_full_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert made(out="empty") == Path("empty")
    with pytest.raises(RecordError, match="already holds a run"):
        made(out="empty")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").touch()
    with pytest.raises(RecordError, match="not empty"):
        made(out="full")


def test_what_holds_no_run_is_no_run() -> None:
    Path("folder").mkdir()
    with pytest.raises(RecordError, match="holds no run"):
        find_folder("folder")


def test_the_nearest_run_is_offered() -> None:
    made()
    with pytest.raises(RecordError, match="did you mean return-reply-1"):
        find_folder("return-repyl-1")
