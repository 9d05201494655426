"""Results left compressed, or in the order of finishing: everything reads them, and a run goes on with them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import arbitree
from arbitree.errors import RecordError
from tests.cli.calling import CASES, RUBRIC, RULES, Call

RUN = ("run", RUBRIC, CASES, "--judge", RULES)
SLOW = """
import asyncio, itertools
asked = itertools.count()
async def judge(prompt):
    for _ in range(100 - next(asked)):
        await asyncio.sleep(0)
    return '{"verdict": "Both"}' if "'verdict' [" in prompt else '{"verdict": true, "output": "30 days"}'
"""


def test_compressed_results_are_the_same_bytes(call: Call) -> None:
    call(*RUN, "--name", "plain")
    said = call(*RUN, "--name", "packed", "--compress")
    plain, folder = Path("runs/plain/results.jsonl").read_bytes(), Path("runs/packed")

    assert gzip.decompress((folder / "results.jsonl.gz").read_bytes()) == plain
    assert not (folder / "results.jsonl").exists() and "results.jsonl.gz" in said.out
    assert [path.name for path in folder.iterdir() if path.suffix == ".tmp"] == []


def test_whatever_reads_a_run_reads_it_compressed(call: Call) -> None:
    call(*RUN, "--name", "plain")
    call(*RUN, "--name", "packed", "--compress")

    assert list(arbitree.read_results("packed")) == list(arbitree.read_results("plain"))
    assert list(arbitree.read_results("runs/packed/results.jsonl.gz")) == list(arbitree.read_results("plain"))
    for command in (("show", "full", "--run"), ("record",)):
        assert call(*command, "packed").out == call(*command, "plain").out


def test_a_compressed_run_is_gone_on_with_and_stays_compressed(call: Call) -> None:
    call(*RUN, "--out", "whole")
    call(*RUN, "--name", "part", "--limit", "5", "--compress")
    folder = Path("runs/part")
    dry = call(*RUN, "--resume", "part", "--dry-run", "--json")
    said = call(*RUN, "--resume", "part", "--json")

    assert json.loads(dry.out)["cases"] == 12 - 5 and json.loads(said.out)["spent"]["kept"] == 5
    assert gzip.decompress((folder / "results.jsonl.gz").read_bytes()) == Path("whole/results.jsonl").read_bytes()
    assert not (folder / "results.jsonl").exists()


def test_a_kill_between_packing_and_clearing_away_loses_nothing(call: Call) -> None:
    call(*RUN, "--name", "one", "--compress")
    folder = Path("runs/one")
    packed = (folder / "results.jsonl.gz").read_bytes()
    (folder / "results.jsonl").write_bytes(gzip.decompress(packed))
    (folder / "results.jsonl.gz.tmp").write_bytes(packed[:100])
    said = call(*RUN, "--resume", "one", "--json")

    assert json.loads(said.out)["spent"]["calls"] == 0
    assert (folder / "results.jsonl.gz").read_bytes() == packed and not (folder / "results.jsonl").exists()


def test_a_compressed_file_that_was_cut_short_is_said(call: Call) -> None:
    call(*RUN, "--name", "one", "--compress")
    path = Path("runs/one/results.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-20])

    for command in (("show", "full", "--run", "one"), (*RUN, "--resume", "one")):
        said = call(*command)
        assert said.code == 2 and "Traceback" not in said.err and "end-of-stream marker" in said.err
    with pytest.raises(RecordError, match="cannot be read"):
        list(arbitree.read_results("one"))


def test_without_an_order_results_stay_as_they_came(call: Call) -> None:
    Path("slow.py").write_text(SLOW, encoding="utf-8")
    judge = ("--judge", "slow.py:judge", "--no-ledger")
    for name, more in (("ordered", ()), ("came", ("--unordered",)), ("packed", ("--unordered", "--compress"))):
        call("run", RUBRIC, CASES, *judge, "--name", name, *more)
    ordered, came = (Path(f"runs/{name}/results.jsonl").read_bytes() for name in ("ordered", "came"))
    packed = gzip.decompress(Path("runs/packed/results.jsonl.gz").read_bytes())

    assert came != ordered and sorted(came.splitlines()) == sorted(ordered.splitlines())
    assert sorted(packed.splitlines()) == sorted(ordered.splitlines()) and packed != ordered


def test_what_is_said_of_kept_results_needs_them_kept(call: Call) -> None:
    said = call(*RUN, "--no-save", "--compress", "--unordered")

    assert said.code == 2 and said.err.count("--no-save keeps none") == 2
