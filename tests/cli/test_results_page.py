"""The page on results names every key that a run writes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from arbitree.core.records import Attempt, Result, Step, Usage
from arbitree.errors import Problem
from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.meta.source import ROOT

NAMED = set(re.findall(r"`(\w+)`", (ROOT / "docs/results.md").read_text(encoding="utf-8")))

OPEN = ("judges", "styles", "leaves", "fields", "groups", "probabilities", "counts", "summary", "conditions")
"""Keys whose values hold keys that are somebody else's, or are told of on the page of summaries."""


def keys(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            if key not in OPEN:
                yield from keys(inner)
    elif isinstance(value, list):
        for item in value:
            yield from keys(item)


@pytest.fixture
def folder(call: Call) -> Path:
    call("run", RUBRIC, CASES, "--judge", RULES)
    return Path("runs/latest")


def test_every_key_of_a_run_is_on_the_page(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    summary = json.loads((folder / "run.json").read_text(encoding="utf-8"))

    assert {*keys(rows), *keys(summary)} - NAMED == set()


def test_every_field_of_the_records_is_on_the_page() -> None:
    fields = {name for record in (Attempt, Step, Problem, Usage) for name in record.__dataclass_fields__}
    fields |= set(Result.__dataclass_fields__) - {"exception"}

    assert fields - NAMED == set()


def test_every_key_of_the_json_report_is_on_the_page(call: Call) -> None:
    printed = json.loads(call("run", RUBRIC, CASES, "--judge", RULES, "--json", "--by", "product").out)

    assert set(printed) - NAMED == set()
