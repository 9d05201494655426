"""The suite measures what it says, and its page and picture tell what its file of figures holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import page, picture, record
from benchmarks.calls import Repeats, Scenario, compared, table
from benchmarks.scenarios import quick, whole
from tests.meta.source import ROOT
from tests.plugins.golden import Golden

DOCS = ROOT / "docs"


@pytest.mark.loopback
def test_contenders_do_the_same_work_in_processes_of_their_own(tmp_path: Path) -> None:
    names = ("by hand, sockets", "by hand, aiohttp", "arbitree")
    scenario = Scenario(work="early-exit", cases=5, concurrency=3, latency=0)

    found = compared(scenario, names, repeats=Repeats(ours=1, others=0), environments=tmp_path)

    assert found.left_out == {}
    assert {(row["requests"], row["unknown"], row["scored"]) for row in found.rows.values()} == {(15, 0, 5)}
    assert len({row["total"] for row in found.rows.values()}) == 1
    assert scenario.name in table(found)


def test_a_library_that_cannot_be_installed_is_left_out_and_said_so(tmp_path: Path) -> None:
    environments = tmp_path / "a file"
    environments.touch()
    scenario = Scenario(work="return-reply", cases=1, concurrency=1, latency=0)

    found = compared(scenario, ["DeepEval"], repeats=Repeats(ours=0, others=1), environments=environments)

    assert found.rows == {}
    assert found.left_out["DeepEval"].startswith("deepeval==")


def test_everybody_takes_part_in_both_forms_of_the_suite() -> None:
    for planned in (quick(), whole()):
        assert {name for one in planned for name in one.names} >= {"DeepEval", "arbitree", "by hand, sockets"}


def test_the_page_and_its_picture_tell_the_figures(golden: Golden) -> None:
    figures = record.kept(DOCS / "benchmarks.json")

    golden("docs/benchmarks.svg", picture.drawn(figures))
    golden("docs/benchmarks.md", page.filled((DOCS / "benchmarks.md").read_text(encoding="utf-8"), figures))
