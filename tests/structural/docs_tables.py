"""Reads the tables of hard examples in docs/checks.md, so that docs and tests are one thing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from arbitree.core.kinds.base import Json

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"


class Row(NamedTuple):
    """One hard example."""

    test: str
    text: str
    argument: Json
    holds: bool
    line: int


def rows() -> list[Row]:
    """Every row of every table, with the test whose section it stands in."""
    found: list[Row] = []
    names: list[str] = []
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            names = re.findall(r"`(\w+)`", line) if line.startswith("## ") else []
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("|") else []
        if not names or len(cells) < 3 or cells[-1] not in ("yes", "no"):
            continue
        plain = [cell.replace("\\|", "|").strip("`").strip() for cell in cells]
        name = plain[0] if len(cells) == 4 else names[0]
        found.append(Row(name, json.loads(plain[-3]), json.loads(plain[-2]), plain[-1] == "yes", number))
    return found
