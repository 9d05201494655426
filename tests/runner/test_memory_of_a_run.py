"""A run of many cases takes no more memory than one of a few, through all that is read, written and told of each."""

from __future__ import annotations

import gc
import json
import tracemalloc
from pathlib import Path

import pytest

from tests.cli.calling import Call, caller

RUBRIC = "arbitree: 1\ndefaults: {shows: [text]}\nnodes:\n  short: {check: {max_words: 3}}\n"
FEW, MANY = 400, 1600
MOST_BYTES_PER_CASE = 100
"""Buffers that fill up, and are not longer for a million; the least that can be kept of a case takes more."""


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    for count in (FEW, MANY):
        rows = ({"id": f"case-{n}", "text": f"{n} word " * (n % 4)} for n in range(count))
        (tmp_path / f"{count}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return caller(tmp_path, monkeypatch, capsys)


def peak(call: Call, *arguments: str) -> int:
    """The most memory that Python holds while a command runs."""
    gc.collect()
    tracemalloc.start()
    try:
        assert call(*arguments).code in (0, 1, 3)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("more", [(), ("--limit", "1500")])
def test_a_run(call: Call, more: tuple[str, ...]) -> None:
    few, many = (("run", "rubric.yaml", f"{count}.jsonl", "--quiet", *more) for count in (FEW, MANY))
    call(*few)  # what is loaded once is not counted
    first, second = peak(call, *few), peak(call, *many)

    assert (second - first) / (MANY - FEW) < MOST_BYTES_PER_CASE


def test_a_run_that_is_gone_on_with(call: Call) -> None:
    runs = []
    for count in (FEW, MANY):
        call("run", "rubric.yaml", f"{count}.jsonl", "--quiet", "--name", str(count))
        lines = Path(f"runs/{count}/results.jsonl").read_bytes().splitlines(keepends=True)
        Path(f"runs/{count}/results.jsonl").write_bytes(b"".join(reversed(lines[::2])))
        runs.append(("run", "rubric.yaml", f"{count}.jsonl", "--quiet", "--resume", str(count)))
    first, second = (peak(call, *run) for run in runs)

    assert (second - first) / (MANY - FEW) < MOST_BYTES_PER_CASE
    ids = [json.loads(line)["case"] for line in Path(f"runs/{MANY}/results.jsonl").read_bytes().splitlines()]
    assert ids == [f"case-{n}" for n in range(MANY)]
