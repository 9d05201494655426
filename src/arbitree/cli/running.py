"""What `arbitree run` does once nothing is wrong: scores, reports, and says how it ended."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from arbitree.cli.flags import Flags
from arbitree.cli.preparing import Ready, made_ready
from arbitree.cli.reporting import Report
from arbitree.cli.signals import Signals, taken
from arbitree.cli.tabling import Table
from arbitree.core.cases import Case, Cases
from arbitree.data.marks import Marks
from arbitree.errors import ArbitreeError, Problem
from arbitree.judges.loop import run_sync
from arbitree.reports.printing import Out, aside
from arbitree.runner.at_hand import Replies
from arbitree.runner.bench import Bench
from arbitree.runner.earlier import Left, take_over
from arbitree.runner.folder import new_folder, note_latest
from arbitree.runner.many import Observer, score_cases
from arbitree.runner.memory import Memory
from arbitree.runner.record import Record, State
from arbitree.runner.settings import Settings

if TYPE_CHECKING:
    from arbitree.runner.workers.staff import Staff

STOPPED = 2
OUR_FAULT = 70


def run(flags: Flags) -> int:
    """Runs; gives back the exit code.

    Raises:
        ArbitreeError: with everything that is wrong with the flags, the rubric, the cases and the judges.
    """
    stdout = Out(sys.stdout)
    with aside(flags.as_json), taken() as signals:
        with signals.heard():
            ready = made_ready(flags)
        try:
            with signals.heard():
                table = Table(flags, ready.cases)
            return _run(flags, ready, stdout, signals, table)
        finally:
            if ready.memory is not None:
                ready.memory.close()


def _run(flags: Flags, ready: Ready, stdout: Out, signals: Signals, table: Table) -> int:
    if flags.dry_run:
        from arbitree.cli.estimating import tell

        tell(ready, stdout, as_json=flags.as_json)
        return 0
    known = None if ready.earlier is None else Replies()
    record = None if flags.no_save else _record(flags, ready)
    if record is not None and ready.memory is not None:
        _open_journal(ready.memory, record)
    if record is not None and known is None:
        # Before workers start, which takes a while: from here on a run that is killed can be gone on with.
        record.begin()
    staff = _staff(flags, ready, record)
    try:
        return _run_with(flags, ready, stdout, signals, record, known, staff, table)
    finally:
        if staff is not None:
            staff.close()


def _run_with(
    flags: Flags,
    ready: Ready,
    stdout: Out,
    signals: Signals,
    record: Record | None,
    known: Replies | None,
    staff: Staff | None,
    table: Table,
) -> int:
    bench = _bench(ready, record, known, staff)
    report = Report(ready, bench, stdout=stdout, as_json=flags.as_json, quiet=flags.quiet, by=flags.by or "")
    kept = _kept(ready, report, record, known)
    state = _scored(ready, bench, report, record, kept, signals, staff=staff, known=known)
    if ready.settings.mode == "decide":
        from arbitree.checks.explore import call_bounds

        report.at_most = call_bounds(ready.seats.plan)[1] * (report.gathered.done - len(kept))
    if record is not None:
        record.close(state, bench, report.counts())
        note_latest(record.folder)
        table.write(record.folder, state)
    report.show(state, record.folder if record is not None else None, again=_again(flags, record))
    lacks = report.say((*_of_the_ledger(ready), *(() if staff is None else staff.problems)))
    if state == "interrupted":
        return signals.exit_code
    if state == "stopped" or lacks:
        return STOPPED
    return OUR_FAULT if report.gathered.faults else report.decision.exit_code


def _staff(flags: Flags, ready: Ready, record: Record | None) -> Staff | None:
    """The workers; None where one process does it all."""
    if flags.workers == 1:
        return None
    from arbitree.cli.staffing import staffed

    return staffed(flags, ready, None if record is None else record.folder)


def _bench(ready: Ready, record: Record | None, known: Replies | None, staff: Staff | None) -> Bench:
    """The judges of the run; with workers, what stands for those that the workers ask and remember."""
    judges = ready.seats.judges
    bench = Bench(
        judges if staff is None else dict(zip(judges, staff.desk.stands, strict=True)),
        layers=ready.settings.asking,
        budget=ready.budget,
        known=known if staff is None else None,
        memory=ready.memory if staff is None else None,
        listener=None if record is None else record.called,
        schedule=ready.settings.schedule,
        unused=None if record is None else record.unused,
    )
    if staff is not None:
        staff.desk.asked = tuple(bench.judges[role] for role in judges)
    return bench


def _of_the_ledger(ready: Ready) -> tuple[Problem, ...]:
    """What is to be said of the ledger once the run is over: what a replay lacked, and what could not be kept."""
    return () if ready.memory is None else (*ready.memory.problems(), *ready.memory.close())


def _kept(ready: Ready, report: Report, record: Record | None, known: Replies | None) -> Marks:
    """The places of the cases whose results an earlier run has left."""
    kept = Marks()
    if record is None or known is None:
        return kept
    try:
        for one in take_over(record.store, ready.seats.plan, ready.cases, known):
            kept.add(one.index)
            report.keep(one.index, one.case, one.result)
        record.begin()
    except BaseException:
        record.abandon()
        raise
    return kept


def _open_journal(memory: Memory, record: Record) -> None:
    try:
        memory.open_journal(record.folder)
    except BaseException:
        record.abandon()
        raise


def _record(flags: Flags, ready: Ready) -> Record:
    folder = ready.earlier or new_folder(ready.rubric.name, name=flags.name, out=flags.out)
    return Record(folder, ready.seats.plan, ready.start, ordered=not flags.unordered, compress=flags.compress)


def _scored(
    ready: Ready,
    bench: Bench,
    report: Report,
    record: Record | None,
    kept: Marks,
    signals: Signals,
    *,
    staff: Staff | None,
    known: Replies | None,
) -> State:
    todo = Left(ready.cases, kept)
    try:
        if not _sat(ready, todo, signals):
            return "interrupted"
    except ArbitreeError:
        if record is not None:
            record.close("failed", bench, report.counts())
        raise
    # A person who is asked in the middle of it answers for one case after the other, and is not written over.
    settings = replace(ready.settings, concurrency=1) if ready.seats.is_talking else ready.settings
    progress = report.begin(len(todo), is_silent=ready.seats.is_talking)
    observers: list[Observer] = [report, progress] if record is None else [record, report, progress]
    try:
        with signals.heard():
            run_sync(_scoring(ready, bench, settings, todo.placed(), observers, staff, known))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return "interrupted"
    except Exception as error:
        if record is not None:
            record.fault(error)
            record.close("failed", bench, report.counts())
        raise
    finally:
        progress.close()
    return "finished" if bench.stopped is None else "stopped"


async def _scoring(
    ready: Ready,
    bench: Bench,
    settings: Settings,
    todo: Iterable[tuple[int, Case]],
    observers: Sequence[Observer],
    staff: Staff | None,
    known: Replies | None,
) -> None:
    """Scores the cases, here or by the workers."""
    plan, memory = ready.seats.plan, ready.memory
    if staff is None:
        await score_cases(plan, todo, bench, settings=settings, observers=observers)
    else:
        from arbitree.runner.workers.shift import Shift

        shift = Shift(staff, plan, bench, settings=settings, observers=observers, memory=memory, known=known)
        await shift.score(todo)


def _sat(ready: Ready, todo: Cases, signals: Signals) -> bool:
    """Has a person who answers alone answer first; whether that came to its end."""
    sitting = ready.seats.sitting
    is_asked = sitting is not None and not (ready.memory is not None and ready.memory.keeping.replay)
    try:
        if sitting is not None and is_asked:
            with signals.heard():
                sitting.sit(tuple(todo), limits=ready.settings.limits)
    except KeyboardInterrupt:
        return False
    return True


def _again(flags: Flags, record: Record | None) -> str:
    """The command that goes on with this run; empty when nothing was kept."""
    if record is None:
        return ""
    kept = _without(flags.arguments, ("--resume", "--out", "--name"))
    return shlex.join(["arbitree", *kept, "--resume", str(record.folder)])


def _without(arguments: Sequence[str], flags: tuple[str, ...]) -> list[str]:
    """The arguments without these flags and their values."""
    kept: list[str] = []
    skips = False
    for argument in arguments:
        if skips:
            skips = False
        elif argument in flags:
            skips = True
        elif not argument.startswith(tuple(f"{flag}=" for flag in flags)):
            kept.append(argument)
    return kept
