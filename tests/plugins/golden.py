"""Golden files: compared in tests, rewritten by `pytest --rewrite-golden`, read in review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[2]

Golden: TypeAlias = Callable[[str, str], None]
"""Compares a text with a file, named from the top of the repository."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--rewrite-golden`."""
    parser.addoption("--rewrite-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture
def rewrite_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are written anew."""
    return bool(request.config.getoption("--rewrite-golden"))


@pytest.fixture
def golden(rewrite_golden: bool) -> Golden:
    """`golden("tests/golden/x.txt", text)` fails unless the file holds that text."""

    def compare(name: str, text: str) -> None:
        path = ROOT / name
        if rewrite_golden:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"{name} is not there: pytest --rewrite-golden writes it"
        assert text == path.read_bytes().decode("utf-8"), f"{name} differs: see pytest --rewrite-golden"

    return compare
