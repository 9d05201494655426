"""Calls the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from arbitree.cli.shield import run_command
from tests.meta.source import ROOT

EXAMPLE = ROOT / "examples" / "return-reply"
RUBRIC = str(EXAMPLE / "rubric.yaml")
CASES = str(EXAMPLE / "replies.jsonl")
RULES = f"rules:{EXAMPLE / 'rules.py'}"


class Said(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


Call: TypeAlias = Callable[..., Said]


def caller(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls commands in a folder, as in a terminal without colours."""
    monkeypatch.chdir(folder)
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "ARBITREE_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = run_command(arguments)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return call
