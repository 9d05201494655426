"""An earlier run that is gone on with: which of its results still hold, and which replies need not be asked again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbitree.core.cases import Case, Cases
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.data.marks import Marks
from arbitree.errors import Problem, RecordError
from arbitree.runner.at_hand import Replies
from arbitree.runner.digests import case_digest, fields_shown
from arbitree.runner.folder import SUMMARY, results_in
from arbitree.runner.record import VERSION, Start
from arbitree.runner.rendered import reply_in
from arbitree.runner.rows import Row
from arbitree.runner.rows_by_case import RowsByCase
from arbitree.runner.store import Store


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A result of an earlier run that still holds."""

    index: int
    """Its case's place in the input."""
    case: Case
    result: Result


def run_summary(folder: Path) -> dict[str, Any]:
    """What `run.json` says.

    Raises:
        RecordError: it cannot be read, or is of another version.
    """
    path = folder / SUMMARY
    try:
        summary = json.loads(path.read_bytes())
        version = summary["arbitree"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not what a run writes"
        what = f"{SUMMARY} cannot be read: {reason}"
        raise RecordError(Problem(code="R213", what=what, where=str(path), mend="start a new run")) from None
    if version != VERSION:
        what = f"{SUMMARY} is of version {version!r}, and this arbitree reads version {VERSION}"
        mend = "use the arbitree that made the run, or start a new run"
        raise RecordError(Problem(code="R214", what=what, where=str(path), mend=mend))
    return dict(summary)


def differences(folder: Path, start: Start) -> Iterator[Problem]:
    """A problem for each thing in which a run that would go on differs from the earlier one.

    Raises:
        RecordError: `run.json` cannot be read.
    """
    earlier = run_summary(folder)
    fresh = "go on as before, or start a new run without --resume"
    if earlier.get("rubric", {}).get("digest") != start.rubric.digest:
        what = "the rubric is not the one that the run was made with"
        yield Problem(code="R215", what=what, where=f"{folder / start.rubric.file} is its copy", mend=fresh)
    for role, name in start.judges.items():
        before = earlier.get("judges", {}).get(role)
        if before != name:
            what = f'the judge of the role "{role}" is {name}, and was {before or "none"}'
            yield Problem(code="R216", what=what, where=str(folder / SUMMARY), mend=fresh)
    for setting, value in start.settings.items():
        before = earlier.get("settings", {}).get(setting)
        if before != value:
            what = f"the run was made with {setting} {before}, and this is {setting} {value}"
            yield Problem(code="R217", what=what, where=str(folder / SUMMARY), mend=fresh)


def take_over(store: Store, plan: Plan, cases: Cases, known: Replies) -> Iterator[Kept]:
    """Each result in the store that still holds, once: its case is in the input and looks the same, and was decided.

    An undecided result does not hold: what it lacked is asked afresh. Results of cases that are not in the input stay
    in the file, after the others.

    Args:
        store: the results of the earlier run, opened to go on with.
        plan: the compiled rubric.
        cases: the input.
        known: takes in the readable replies of the cases that have to be scored again, by the key of the question.

    Raises:
        RecordError: the results cannot be read.
    """
    with RowsByCase(store.path) as earlier:
        for index, case in enumerate(cases):
            found = earlier.of(case.id)
            if found is None:
                continue
            holds = _holds(found.row, plan, case)
            # What does not hold is noted too: a run that is cut short again must lose none.
            store.keep(index, found.piece, holds=holds)
            if holds:
                yield Kept(index=index, case=case, result=found.row.result)
            else:
                _note_replies(found.row.result, known)
        for number, piece in earlier.others():
            store.keep(len(cases) + number, piece)


def left_over(folder: Path, plan: Plan, cases: Cases, known: Replies) -> Cases:
    """The cases that going on with a run would score: those whose result there does not hold. Nothing is written.

    Args:
        folder: the RUN folder.
        plan: the compiled rubric.
        cases: the input.
        known: takes in the readable replies of those cases, by the key of the question.

    Raises:
        RecordError: the results cannot be read.
    """
    if not results_in(folder).exists():
        return cases
    kept = Marks()
    with RowsByCase(results_in(folder)) as earlier:
        for index, case in enumerate(cases):
            found = earlier.of(case.id)
            if found is not None and _holds(found.row, plan, case):
                kept.add(index)
            elif found is not None:
                _note_replies(found.row.result, known)
    return Left(cases, kept)


class Left:
    """The cases whose places are not marked."""

    def __init__(self, cases: Cases, kept: Marks) -> None:
        self._cases, self._kept = cases, kept

    def __len__(self) -> int:
        return len(self._cases) - len(self._kept)

    def __iter__(self) -> Iterator[Case]:
        return (case for _, case in self.placed())

    def placed(self) -> Iterator[tuple[int, Case]]:
        """The cases, each with its place in the whole input."""
        return ((index, case) for index, case in enumerate(self._cases) if index not in self._kept)


def _holds(row: Row, plan: Plan, case: Case) -> bool:
    return row.result.status != "undecided" and row.digest == case_digest(fields_shown(plan, case))


def _note_replies(result: Result, known: Replies) -> None:
    """Keeps the replies that were read. Those of a node that came to nothing are asked afresh."""
    for step in result.trace:
        if step.cause is None:
            for attempt in step.attempts:
                if attempt.reply is not None:
                    known.add(attempt.key, reply_in(attempt, attempt.reply))
