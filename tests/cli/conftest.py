"""What tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Call, caller
from tests.cli.counting import set_up


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """`call("run", ...)` in a new folder."""
    return caller(tmp_path, monkeypatch, capsys)


@pytest.fixture
def run(call: Call) -> Call:
    """`run("run", ...)` in a folder with a rubric, cases, and a model that counts what it is asked."""
    set_up()
    return call
