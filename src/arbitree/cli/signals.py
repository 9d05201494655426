"""Signals that end a run: Ctrl-C, a request to terminate, a terminal that went away; each at a moment that suits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""What asks a run to end; not every system has all of them."""


class Ended(KeyboardInterrupt):
    """A signal asks the process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number
        """The signal's number."""

    @property
    def exit_code(self) -> int:
        """What a shell would say of a process that the signal ended: 130 after Ctrl-C, 143 after SIGTERM."""
        return 128 + self.number


class Signals:
    """Turns the first signal into an exception where that is wanted, and makes no more of it everywhere else.

    What a run puts away at its end (results in their order, `run.json`, the ledger) is not to be torn apart by a second
    Ctrl-C; and it does not take long.
    """

    def __init__(self) -> None:
        self.ended: Ended | None = None
        """The signal that came."""
        self._is_heard = False

    @property
    def exit_code(self) -> int:
        """The exit code of a run that was interrupted."""
        return 128 + signal.SIGINT if self.ended is None else self.ended.exit_code

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Within it a signal is raised, one that came before too.

        Raises:
            Ended: A signal has come.
        """
        try:
            self._is_heard = True
            if self.ended is not None:
                raise self.ended
            yield
        finally:
            self._is_heard = False

    def take(self, number: int, frame: FrameType | None = None) -> None:
        """Notes a signal, the first one that comes; raises it where that is wanted."""
        self.ended = self.ended or Ended(number)
        if self._is_heard:
            self._is_heard = False
            raise self.ended


def let_be() -> None:
    """Makes nothing more of further signals: for a process that one has already ended."""
    for name in _NAMES:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


@contextmanager
def taken() -> Iterator[Signals]:
    """Takes the signals that end a process, as long as it lasts.

    A signal that somebody else takes, or that is to be ignored as under `nohup`, is left to them; and so are all where
    this is not the main thread, which alone is told of them.
    """
    signals = Signals()
    ours = (signal.SIG_DFL, signal.default_int_handler)
    before: dict[int, object] = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
                if signal.getsignal(number) in ours:
                    before[number] = signal.signal(number, signals.take)
        yield signals
    finally:
        for number, old in before.items():
            signal.signal(number, old)  # type: ignore[arg-type]
