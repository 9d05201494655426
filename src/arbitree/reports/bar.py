"""The progress bar of a terminal."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.reports.progress import Pace
from arbitree.reports.terminal import has_colours, sayable

_SHOWN_EVERY = 0.1
"""Seconds between two looks at the counts: a case can take microseconds."""


class Bar:
    """A bar that moves in a thread of its own, so that it lives while a judge takes its time."""

    def __init__(self, stream: TextIO, pace: Pace) -> None:
        self._stream = stream
        self._pace = pace
        self._shown_at = 0.0
        console = Console(file=stream, force_terminal=True, no_color=not has_colours(stream), highlight=False)
        columns = (BarColumn(bar_width=None), TextColumn("{task.description}", markup=False))
        self._progress = Progress(*columns, console=console, expand=True, refresh_per_second=8)
        self._task = self._progress.add_task(self._text(), total=pace.total)
        self._progress.start()

    def _text(self) -> str:
        return sayable(self._pace.text(), self._stream)

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Counts one result."""
        self._pace.count(result)
        now = self._pace.seconds
        if now - self._shown_at >= _SHOWN_EVERY:
            self._shown_at = now
            self._progress.update(self._task, completed=self._pace.done, description=self._text())

    def close(self) -> None:
        """Shows the end, and leaves the bar standing."""
        self._progress.update(self._task, completed=self._pace.done, description=self._text())
        self._progress.stop()
