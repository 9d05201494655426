"""The `local` judge: runs the tests of a `check` that need a library, a function of the user's or a pattern."""

from __future__ import annotations

import json
import os
import sys
import threading
import weakref
from collections.abc import Sequence
from functools import partial

from arbitree.core.kinds.base import Json
from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.core.structural.asked import LOCAL_ROLE, tests_of
from arbitree.core.structural.base import Finding
from arbitree.core.structural.table import LOCAL, TESTS, fault, run_tests
from arbitree.errors import Problem
from arbitree.judges.local_process import Ended, Process
from arbitree.judges.threads import Threads

_NEEDY = ("call", "language", "json_schema")
"""The tests that need more than the standard library, and so may not be there to be run."""

_LOAD_LIMIT = 60.0
"""Seconds that the import of a user's module or a library may take; they are not counted against a test."""


class LocalJudge:
    """Answers the questions of checks in processes of its own, each within a limit of time.

    Tests run in a process that is ended when the limit is over, since nothing else stops a pattern such as `(a+)+$` or
    a function that never returns. Processes start when they are first needed, are kept, and end with the judge.
    """

    def __init__(self, *, allow: Sequence[str] = (), limit: float = 2.0, workers: int | None = None) -> None:
        """Makes the judge; starts nothing.

        Args:
            allow: Modules and packages whose functions `call` may use. A package allows what is in it.
            limit: Seconds that the tests of one question may take.
            workers: How many processes may run at once; by default as many as there are processors, at most four.
        """
        self.allow = (allow,) if isinstance(allow, str) else tuple(allow)
        self.limit = limit
        self._threads = Threads(workers or min(4, os.cpu_count() or 1), name="arbitree-local")
        self._idle = _Idle()
        self._finalizer = weakref.finalize(self, self._idle.close)

    @property
    def name(self) -> str:
        """How reports and records call it."""
        return LOCAL_ROLE

    @property
    def style(self) -> Style:
        """The layout of the prompts it wants."""
        return "messages"

    async def ask(self, question: Question) -> Answer:
        """Whether every test of the question holds, with the reason; or how the world failed to tell."""
        try:
            tests, text = tests_of(question.messages)
        except ValueError as error:
            return Failed(kind="judge_error", message=f"the local judge answers questions of checks only: {error}")
        for name, argument in tests:
            if (wrong := fault(name, argument) or self._refused(name, argument)) is not None:
                return Failed(kind="judge_error", message=f"`{name}`: {wrong}")
        pure = [test for test in tests if test[0] in TESTS]
        known = run_tests(pure, text)
        if not known.holds or len(pure) == len(tests):
            return _reply(known)
        beyond = [test for test in tests if test[0] in LOCAL]
        answer = await self._threads.run(partial(_run, beyond, text, self._idle, self.limit))
        if isinstance(answer, Failed):
            return answer
        whys = [why for why in (known.why, answer.why) if why]
        return _reply(Finding(answer.holds, "; ".join(whys) if answer.holds else answer.why))

    def problems(self, tests: Sequence[tuple[str, Json]]) -> tuple[Problem, ...]:
        """What would keep the tests from being run: a library that is missing, a function that is not there.

        Imports what they need, in the judge's process, so that a run can tell before its first paid call.

        >>> LocalJudge().problems([("call", "os:system")])[0].what
        'the module "os" is not allowed'
        """
        found = []
        for name, argument in tests:
            if name not in _NEEDY or fault(name, argument) is not None:
                continue
            refused = self._refused(name, argument)
            said = (
                Failed(kind="judge_error", message=refused)
                if refused
                else _run([(name, argument)], None, self._idle, self.limit)
            )
            if isinstance(said, Failed):
                found.append(_problem(name, argument, said.message, bool(refused)))
        return tuple(found)

    def close(self) -> None:
        """Ends the judge's processes. It can be asked again; it then starts new ones."""
        self._idle.close()

    def _refused(self, name: str, argument: Json) -> str | None:
        if name != "call":
            return None
        module = str(argument).partition(":")[0]
        if any(module == each or module.startswith(f"{each}.") for each in self.allow):
            return None
        return f'the module "{module}" is not allowed'


class _Idle:
    """The processes that wait for work, of this process and not of one that it was forked from."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._waiting: list[Process] = []

    def take(self) -> Process:
        """A process that waits, or a new one."""
        with self._lock:
            if self._pid != os.getpid():
                # Pipes that a parent also reads and writes would mix up replies.
                self._pid, self._waiting = os.getpid(), []
            while self._waiting:
                process = self._waiting.pop()
                if process.alive:
                    return process
                process.end()
        # Where the command was started comes last, so that it hides nothing.
        return Process([*(each or os.getcwd() for each in sys.path), os.getcwd()])  # noqa: PTH109

    def give(self, process: Process) -> None:
        """Lays a process back."""
        with self._lock:
            self._waiting.append(process)

    def close(self) -> None:
        """Ends those that wait."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            if self._pid == os.getpid():
                for process in waiting:
                    process.end()


def _run(tests: list[tuple[str, Json]], text: str | None, idle: _Idle, limit: float) -> Finding | Failed:
    """The finding of tests in a process; without a text they are only loaded. Called in a thread.

    It knows nothing of the judge, so that a judge nobody holds any more goes although threads have worked for it.
    """
    try:
        process = idle.take()
    except OSError as error:
        return Failed(kind="judge_error", message=f"no process can be started: {error}", error=error)
    said = process.load(tests, limit=_LOAD_LIMIT)
    loaded = not isinstance(said, Ended) and said["ok"] is True
    if text is not None and loaded:
        said = process.run(tests, text, limit=limit)
    if isinstance(said, Ended):
        return _ended(said, tests, limit if loaded else _LOAD_LIMIT)
    idle.give(process)
    if said["ok"] is not True:
        return Failed(kind="judge_error", message=str(said["message"]))
    return Finding(said.get("holds") is True, str(said.get("why", "")))


def _reply(finding: Finding) -> Reply:
    written = json.dumps({"reason": finding.why, "verdict": finding.holds}, ensure_ascii=False)
    return Reply(text=written, model=LOCAL_ROLE)


def _ended(ended: Ended, tests: Sequence[tuple[str, Json]], limit: float) -> Failed:
    names = ", ".join(f"`{name}`" for name, _ in tests)
    if ended.overdue:
        return Failed(kind="timeout", message=f"{names} did not end within {limit:g} s, and the process was ended")
    return Failed(kind="judge_error", message=f"the process that ran {names} ended by itself")


def _problem(name: str, argument: Json, message: str, refused: bool) -> Problem:
    module = str(argument).partition(":")[0]
    return Problem(
        code="J110",
        what=message,
        where=f"`{name}: {json.dumps(argument, ensure_ascii=False)}`",
        mend=f'look at what it does, then allow it: `--allow {module}`, or allow=("{module}",) in Python'
        if refused
        else "mend what the message names; the check would be undecided for every case",
    )
