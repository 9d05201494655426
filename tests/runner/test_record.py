"""A RUN folder while it is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.errors import RecordError
from arbitree.judges.stack import Layers
from arbitree.runner.bench import Bench
from arbitree.runner.folder import LOG, RESULTS, SUMMARY
from arbitree.runner.record import Record, RubricCopy, Start
from tests.runner.runs import plan_of, polite

COPY = RubricCopy(name="Polite", text="arbitree: 1\n", suffix=".yaml", digest="d1-0")
START = Start(rubric=COPY, judges={"judge": "j"}, styles={}, allow=(), settings={"mode": "full"}, about={"note": "x"})
CASE = Case(id="c", fields={"text": "x"})
RESULT = Result(case="c", rubric="Polite", status="scored", score=1.0, interval=(1.0, 1.0), passed=True, threshold=0.5)


def opened(folder: Path) -> Record:
    return Record(folder, plan_of(polite()), START)


def test_a_folder_tells_how_far_its_run_has_come(tmp_path: Path) -> None:
    record = opened(tmp_path)
    record.begin()
    assert json.loads((tmp_path / SUMMARY).read_text("utf-8"))["state"] == "running"
    record.close("interrupted", Bench({}, layers=Layers()), {"counts": {"cases": 0}})
    summary = json.loads((tmp_path / SUMMARY).read_text("utf-8"))

    assert (summary["state"], summary["counts"], summary["note"]) == ("interrupted", {"cases": 0}, "x")
    assert (tmp_path / "rubric.yaml").read_text("utf-8") == "arbitree: 1\n"


def test_a_result_that_comes_after_the_end_is_not_written(tmp_path: Path) -> None:
    record = opened(tmp_path)
    record.add(0, CASE, RESULT, seconds=0.1)
    record.close("finished", Bench({}, layers=Layers()), {})
    before = (tmp_path / RESULTS).read_bytes(), (tmp_path / LOG).read_bytes()
    record.add(1, CASE, RESULT, seconds=0.1)

    assert ((tmp_path / RESULTS).read_bytes(), (tmp_path / LOG).read_bytes()) == before


def test_a_run_that_cannot_begin_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / SUMMARY).write_text("{}", encoding="utf-8")
    (tmp_path / RESULTS).write_bytes(b"{}\n")
    opened(tmp_path).abandon()

    assert (tmp_path / SUMMARY).read_text("utf-8") == "{}" and (tmp_path / RESULTS).read_bytes() == b"{}\n"


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written to"):
        opened(tmp_path / "none")
