"""Results of a run are read back in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import arbitree
from arbitree.errors import RecordError
from tests.cli.calling import CASES, RUBRIC, RULES, Call


def test_what_a_run_kept_is_what_python_gives(call: Call) -> None:
    call("run", RUBRIC, CASES, "--judge", RULES, "--name", "first")

    kept = tuple(arbitree.read_results("first"))

    assert kept == arbitree.Rubric.load(RUBRIC).run(CASES, judge=RULES)
    assert [result.case for result in kept][:2] == ["full", "window-only"]


@pytest.mark.parametrize("run", ["latest", "runs/first", "runs/first/results.jsonl"])
def test_a_run_is_named_by_folder_file_or_name(call: Call, run: str) -> None:
    call("run", RUBRIC, CASES, "--judge", RULES, "--name", "first", "--limit", "1")

    assert [result.score for result in arbitree.read_results(run)] == [1.0]


def test_a_run_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(RecordError, match='there is no run "latest"'):
        arbitree.read_results()
