"""The flags of `arbitree run`, and those that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbitree.core.engine import Mode, Schedule
from arbitree.data.columns import CsvEmpty
from arbitree.errors import Problem
from arbitree.executors.explained import Explain


@dataclass(frozen=True, kw_only=True)
class Flags:
    """What was given on the command line."""

    arguments: tuple[str, ...]
    """The command line as it was given."""
    rubric: str
    cases: str
    judges: tuple[str, ...]
    gate: str | None
    threshold: float | None
    mode: Mode
    tolerance: float | None
    schedule: Schedule
    explain: Explain
    limit: int | None
    only: tuple[str, ...]
    count: int | None
    seed: int
    by: str | None
    renames: tuple[str, ...]
    id_column: str | None
    csv_empty: CsvEmpty
    skip_bad: bool
    concurrency: int
    workers: int
    deadline: float | None
    timeout: float | None
    retries: int
    rpm: float | None
    tpm: float | None
    max_calls: int | None
    max_tokens: int | None
    max_cost: float | None
    dry_run: bool
    yes: bool
    allow: tuple[str, ...]
    name: str | None
    out: str | None
    resume: str | None
    no_save: bool
    table: str | None
    table_with: tuple[str, ...]
    unordered: bool
    compress: bool
    ledger: str | None
    no_ledger: bool
    replay: bool
    fresh: bool
    keep_undecided: bool
    store_prompts: bool
    remember_as: str
    as_json: bool
    quiet: bool


def contradictions(flags: Flags) -> Iterator[Problem]:
    """A problem for each pair of flags that cannot both be meant."""
    places = {"--name": flags.name, "--out": flags.out, "--resume": flags.resume, "--no-save": flags.no_save or None}
    given = [flag for flag, value in places.items() if value is not None]
    if len(given) > 1:
        what = f"{' and '.join(given)} each say where the run is kept"
        yield Problem(code="X324", what=what, where="arbitree run", mend="give one of them")
    if flags.no_save:
        kept = {"--unordered": flags.unordered, "--compress": flags.compress, "--table": flags.table}
        for flag in [flag for flag, value in kept.items() if value]:
            what = f"{flag} is about the results that are kept, and --no-save keeps none"
            yield Problem(code="X329", what=what, where="arbitree run", mend="give one of them")
    if flags.no_ledger:
        uses = {"--ledger": flags.ledger, "--replay": flags.replay, "--fresh": flags.fresh}
        uses |= {"--keep-undecided": flags.keep_undecided, "--store-prompts": flags.store_prompts}
        for flag in [flag for flag, value in uses.items() if value]:
            what = f"{flag} is about the ledger, and --no-ledger goes without one"
            yield Problem(code="X325", what=what, where="arbitree run", mend="give one of them")
