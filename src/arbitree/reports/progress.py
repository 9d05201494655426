"""How far a run has come: a bar on a terminal, a line now and then elsewhere, nothing when nobody wants to know."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.reports.printing import Out
from arbitree.reports.terminal import can_move
from arbitree.reports.words import counted, duration

EVERY_SECONDS = 10.0
"""How long a log without a terminal stays silent at most, as long as cases are finished."""


class Progress(Protocol):
    """Told of each result, and of the end."""

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Counts one result."""
        ...

    def close(self) -> None:
        """Says the last word."""
        ...


class Pace:
    """Counts cases and time, and says how things stand."""

    def __init__(self, total: int, calls: Callable[[], int], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Begins now.

        Args:
            total: how many cases are to be scored.
            calls: how many calls were made so far.
            clock: the time in seconds.
        """
        self.total = total
        self.done = 0
        self.undecided = 0
        self._calls = calls
        self._clock = clock
        self._began = clock()

    def count(self, result: Result) -> None:
        """Counts one result."""
        self.done += 1
        self.undecided += result.status == "undecided"

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return max(self._clock() - self._began, 1e-9)

    def text(self) -> str:
        """Cases, cases a second, calls, undecided, and an estimate of what is left."""
        parts = [f"{self.done:,} of {counted(self.total, 'case')}", self._rate(), counted(self._calls(), "call")]
        if self.undecided:
            parts.append(f"{self.undecided:,} undecided")
        if self.done < self.total:
            left = self.seconds / self.done * (self.total - self.done) if self.done else None
            parts.append("time left unknown" if left is None else f"about {duration(left)} left")
        else:
            parts.append(f"took {duration(self.seconds)}")
        return " · ".join(parts)

    def _rate(self) -> str:
        rate = self.done / self.seconds
        return f"{rate:,.0f} cases/s" if rate >= 10 else f"{rate:.2g} cases/s"


class Silent:
    """Says nothing."""

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class Lines:
    """A line now and then, and one at the end: for logs, and terminals that cannot do better."""

    def __init__(self, out: Out, pace: Pace) -> None:
        self._out = out
        self._pace = pace
        self._said_at = 0.0

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Counts one result, and says how things stand when it is time."""
        self._pace.count(result)
        now = self._pace.seconds
        if now - self._said_at >= EVERY_SECONDS:
            self._said_at = now
            self._out.line(self._pace.text())

    def close(self) -> None:
        """How things stood at the end."""
        self._out.line(self._pace.text())


def progress_on(out: Out, pace: Pace, *, quiet: bool = False) -> Progress:
    """The progress that suits a stream."""
    if quiet or out.stream is None:
        return Silent()
    if not can_move(out.stream):
        return Lines(out, pace)
    from arbitree.reports.bar import Bar

    return Bar(out.stream, pace)
