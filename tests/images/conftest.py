"""The command line, called in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Call, caller


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    return caller(tmp_path, monkeypatch, capsys)
