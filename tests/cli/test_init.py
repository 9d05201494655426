"""`arbitree init` writes examples that run at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import arbitree
from arbitree.cli.examples import EXAMPLES
from tests.cli.calling import Call
from tests.meta.source import ROOT


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_runs_as_init_says(call: Call, name: str) -> None:
    said = call("init", "there", "--example", name)
    check, run, show = (line.split() for line in said.out.splitlines()[-3:])

    assert call(*check[1:]).code == 0
    assert call(*run[1:], "--gate", "coverage>=0.9").code == 0
    assert call(*show[1:]).code == 0


def test_every_folder_of_examples_can_be_named() -> None:
    assert {path.name for path in (ROOT / "examples").iterdir() if path.is_dir()} == set(EXAMPLES)


def test_a_start_of_ones_own_is_made_in_the_current_folder(call: Call) -> None:
    call("init")

    assert sorted(path.name for path in Path().iterdir()) == ["cases.jsonl", "rubric.yaml", "rules.py"]


def test_nothing_that_is_there_is_replaced(call: Call) -> None:
    Path("rules.py").write_text("mine", encoding="utf-8")

    said = call("init")

    assert said.code == 2 and "X342" in said.err
    assert [path.name for path in Path().iterdir()] == ["rules.py"]
    assert Path("rules.py").read_text(encoding="utf-8") == "mine"


def test_the_command_says_the_version_of_the_package(call: Call) -> None:
    assert call("--version").out == f"arbitree {arbitree.__version__}\n"
