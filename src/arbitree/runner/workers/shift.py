"""One run with workers: hands out the cases, takes the results, and gives what a dead worker had to others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result
from arbitree.errors import Problem
from arbitree.runner.at_hand import AtHand
from arbitree.runner.bench import Bench
from arbitree.runner.many import Observer, undecided
from arbitree.runner.memory import Memory
from arbitree.runner.settings import Settings
from arbitree.runner.workers.channel import Message
from arbitree.runner.workers.counted import Counted
from arbitree.runner.workers.plain import answer_values
from arbitree.runner.workers.process import Given, Process
from arbitree.runner.workers.staff import Staff
from arbitree.wire.results import result_from_dict

_MOST_DEATHS: Final = 5
"""So many deaths of workers without a result between them, and the run is stopped."""


class FaultElsewhere(Exception):
    """Where arbitree itself failed on a case, in a worker."""


@runtime_checkable
class LineObserver(Observer, Protocol):
    """Wants the line of a result as it is to be kept."""

    def add_line(self, index: int, case: Case, result: Result, line: bytes, *, seconds: float) -> None:
        """Takes one result, whose trace is in the line alone."""
        ...


class Shift:
    """Scores cases with workers.

    A case whose worker died is given to another one, alone: should that one die too, it is this case that is to blame,
    and it stays undecided.
    """

    def __init__(
        self,
        staff: Staff,
        plan: Plan,
        bench: Bench,
        *,
        settings: Settings,
        observers: Iterable[Observer],
        memory: Memory | None = None,
        known: AtHand | None = None,
    ) -> None:
        """Begins nothing yet.

        Args:
            staff: the workers.
            plan: the compiled rubric.
            bench: the judges of the run, made of what stands for them.
            settings: how the run is made.
            observers: who is told of each result.
            memory: the ledgers of the run.
            known: replies at hand, by the key of the question.
        """
        self._staff, self._plan, self._bench, self._settings = staff, plan, bench, settings
        told = tuple(observers)
        self._writers = tuple(one for one in told if isinstance(one, LineObserver))
        self._observers = tuple(one for one in told if not isinstance(one, LineObserver))
        self._counted = Counted(staff.desk.stands, bench, memory)
        self._known = known
        self._source: Iterator[tuple[int, Case]] = iter(())
        self._suspects: deque[Given] = deque()
        self._deaths = 0
        self._is_empty = False
        self._error: BaseException | None = None
        self._over = asyncio.Event()

    async def score(self, cases: Iterable[tuple[int, Case]]) -> None:
        """Scores the cases and tells the observers of each; ends early when the bench says that the run should stop."""
        self._source = iter(cases)
        self._staff.work_for(self)
        waits = [asyncio.create_task(event.wait()) for event in (self._over, self._bench.stop)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await self._staff.leave()
            self._staff.problems = tuple(self._counted.problems)
        if self._error is not None:
            raise self._error

    def ready(self, process: Process) -> None:
        """Gives a worker that has just started cases."""
        if self._known:
            process.channel.send("known")
        self._supply()

    def take(self, process: Process, message: Message, blob: bytes) -> None:
        """Takes a worker's message."""
        match message:
            case ["result", int(place), float(seconds), str(fault), dict(values)]:
                result = result_from_dict(values)
                result = replace(result, exception=FaultElsewhere(fault)) if fault else result
                self._result(process, place, seconds, result, blob)
            case ["at_hand", int(number), str(key)] if self._known is not None:
                reply = self._known.get(key)
                process.channel.send("at_hand", number, None if reply is None else answer_values(reply))
            case _:
                self._counted.take(process, message)

    def failed(self, error: BaseException) -> None:
        """Ends the run: something went wrong here."""
        self._error = self._error or error
        self._over.set()

    def died(self, process: Process) -> None:
        """Has what a worker had done by others."""
        how = process.died
        self._deaths += 1
        for given in process.given.values():
            if given.is_suspect:
                self._tell(given, self._lost(given.case, how))
            else:
                self._suspects.append(given._replace(is_suspect=True))
        if self._deaths >= _MOST_DEATHS:
            self._bench.halt(_dying(how))
            return
        self._staff.replace()
        self._supply()

    def _result(self, process: Process, place: int, seconds: float, result: Result, line: bytes) -> None:
        self._deaths = 0
        given = process.done(place)
        self._tell(given, result, seconds, line)
        self._supply()

    def _tell(self, given: Given, result: Result, seconds: float = 0.0, line: bytes = b"") -> None:
        for writer in self._writers:
            if line:
                writer.add_line(given.place, given.case, result, line, seconds=seconds)
            else:
                writer.add(given.place, given.case, result, seconds=seconds)
        for observer in self._observers:
            observer.add(given.place, given.case, result, seconds=seconds)

    def _supply(self) -> None:
        """Gives workers cases: first those of dead workers, each alone; then as many as may be under way or at hand."""
        free = [process for process in self._staff.processes if process.is_free]
        if self._suspects:
            for process in free:
                if self._suspects and not process.given:
                    process.give(self._suspects.popleft())
            return
        room = self._settings.concurrency - sum(len(one.given) - one.ahead for one in self._staff.processes)
        while room > 0 and free and not self._is_empty:
            following = next(self._source, None)
            if following is None:
                self._is_empty = True
            else:
                # Who has fewest is the one that is quickest, or just began.
                min(free, key=_load).give(Given(*following))
                room -= 1
        if self._is_empty and not any(one.given for one in self._staff.processes):
            self._over.set()

    def _lost(self, case: Case, how: str) -> Result:
        cause = Problem(
            code="J399",
            kind="worker_died",
            what=f"the process that scored this case died, and so did the next one that scored it alone: {how}",
            mend="see what the code of the judge or of a check does with this case; every other case is unharmed",
        )
        return undecided(self._plan, case, self._settings, cause)


def _load(process: Process) -> int:
    return len(process.given)


def _dying(how: str) -> Problem:
    return Problem(
        code="J154",
        what=f"the run was stopped: {_MOST_DEATHS} workers died one after the other without a result: {how}",
        where="--workers",
        mend="see what the code of the judge or of a check does, or whether memory runs out; then go on with fewer",
    )
