"""An earlier run that is gone on with: which of its results still hold, and which replies need not be asked again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Reply, Result
from arbitree.errors import Problem, RecordError
from arbitree.runner.digests import case_digest, fields_shown
from arbitree.runner.folder import RESULTS, SUMMARY
from arbitree.runner.record import VERSION, Start
from arbitree.runner.rendered import reply_in
from arbitree.runner.store import Store, rows


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


def take_over(store: Store, plan: Plan, cases: Sequence[Case], known: dict[str, Reply]) -> Iterator[Kept]:
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
    places = {case.id: index for index, case in enumerate(cases)}
    seen: set[str] = set()
    for number, (row, start, length) in enumerate(rows(store.path)):
        case_id = row.result.case
        index = places.get(case_id)
        if case_id in seen:
            continue
        # Every row is noted until a newer one takes its place: a run that is cut short again must lose none.
        store.keep(case_id, start, length, index=len(cases) + number if index is None else index)
        if index is None:
            continue
        if row.result.status == "undecided" or row.digest != case_digest(fields_shown(plan, cases[index])):
            known.update(_replies(row.result))
        else:
            seen.add(case_id)
            yield Kept(index=index, case=cases[index], result=row.result)


def left_over(folder: Path, plan: Plan, cases: Sequence[Case], known: dict[str, Reply]) -> tuple[Case, ...]:
    """The cases that going on with a run would score: those whose result there does not hold. Nothing is written.

    Args:
        folder: the RUN folder.
        plan: the compiled rubric.
        cases: the input.
        known: takes in the readable replies of those cases, by the key of the question.

    Raises:
        RecordError: the results cannot be read.
    """
    by_id = {case.id: case for case in cases}
    kept: set[str] = set()
    for row, _, _ in rows(folder / RESULTS) if (folder / RESULTS).exists() else ():
        case = by_id.get(row.result.case)
        if case is None or case.id in kept:
            continue
        if row.result.status == "undecided" or row.digest != case_digest(fields_shown(plan, case)):
            known.update(_replies(row.result))
        else:
            kept.add(case.id)
    return tuple(case for case in cases if case.id not in kept)


def _replies(result: Result) -> Iterator[tuple[str, Reply]]:
    """The replies that were read. Those of a node that came to nothing are asked afresh."""
    for step in result.trace:
        if step.cause is None:
            for attempt in step.attempts:
                if attempt.reply is not None:
                    yield attempt.key, reply_in(attempt, attempt.reply)
