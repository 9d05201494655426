"""`arbitree run --dry-run` and what is paid for already: in the ledger, in the journal, in an earlier session."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import Call
from tests.cli.counting import RUN, asked, model, rubric


def test_a_dry_run_counts_what_is_paid_for_and_the_rest_and_writes_nothing(run: Call) -> None:
    def told(*flags: str) -> tuple[list[int], int]:
        said = json.loads(run(*RUN, "--dry-run", *flags).out)
        return said["calls"], said["paid"]

    assert told() == ([2, 4], 0) and not Path(".arbitree").exists()
    run(*RUN, "--limit", "1", "--name", "r")
    before = asked(), Path(".arbitree/ledger.sqlite").read_bytes()
    assert told() == ([1, 2], 2)
    assert told("--resume", "r") == ([1, 2], 0)
    assert told("--fresh") == told("--no-ledger") == ([2, 4], 0)
    rubric("Is it really polite?")
    # That it is clear is known of the first case, should it be asked.
    assert told() == ([2, 3], 1)
    model({"model": "m-2"})
    assert told() == ([2, 4], 0)
    assert (2 + asked(), Path(".arbitree/ledger.sqlite").read_bytes()) == before


def test_a_dry_run_counts_the_explanations_that_are_left(run: Call) -> None:
    run(*RUN, "--limit", "1", "--explain", "judge")
    said = json.loads(run(*RUN, "--dry-run", "--explain", "judge").out)

    assert (said["calls"], said["paid"]) == ([1, 3], 3)


def test_a_dry_run_knows_the_journal_of_the_run_that_it_would_go_on_with(run: Call) -> None:
    model(None)
    run(*RUN, "--name", "r")
    Path("runs/r/results.jsonl").write_bytes(b"")

    assert json.loads(run(*RUN, "--dry-run", "--resume", "r").out)["calls"] == [0, 0]
