"""The command line at a terminal of its own: a pseudo-terminal that a test types at."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.meta.source import ROOT

PATIENCE = 60.0
"""Seconds that a test waits for what has to come; none that passes waits so long."""

CTRL_C = "\x03"
SECOND_PRESS = 5.0
"""Seconds after which Ctrl-C is pressed once more."""

TAKES_THE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "arbitree", *sys.argv[1:]])
"""
"""Makes the terminal the one that the command is controlled from, so that Ctrl-C reaches it."""


class AtTerminal:
    """A command that runs at a terminal."""

    def __init__(self, folder: Path, arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Starts it."""
        self.text = ""
        """All that it has shown."""
        self._read = 0
        self._side, other = pty.openpty()
        given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "TERM": "dumb", "COLUMNS": "100"}
        # Not pty.fork(): a process with threads may not fork, and the runner of the tests has some.
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKES_THE_TERMINAL, *arguments],
            cwd=folder,
            env={**given, **(environment or {})},
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
        )
        os.close(other)

    def until(self, text: str) -> str:
        """What it shows from where was read last, up to a text that has to come."""
        end = time.monotonic() + PATIENCE
        while text not in self.text[self._read :]:
            assert self._more(end), f"{text!r} never came:\n{self.text}"
        found = self.text.index(text, self._read) + len(text)
        shown, self._read = self.text[self._read : found], found
        return shown

    def type(self, text: str) -> None:
        """Types."""
        os.write(self._side, text.encode())

    def interrupted(self) -> int:
        """Its exit code, once Ctrl-C has ended it.

        As a person would, it presses once more where nothing happens: Python misses a signal that comes between its
        last look for signals and the system's wait for a line, until the next one comes.
        """
        for _ in range(int(PATIENCE / SECOND_PRESS)):
            self.type(CTRL_C)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECOND_PRESS)
                break
        return self.ended()

    def ended(self) -> int:
        """Its exit code, once it has ended."""
        end = time.monotonic() + PATIENCE
        while self._more(end):
            pass
        os.close(self._side)
        return self._process.wait(PATIENCE)

    def _more(self, end: float) -> bool:
        """Reads more of what it shows; whether there was more."""
        if not select.select([self._side], [], [], max(end - time.monotonic(), 0))[0]:
            self._process.kill()
            self._process.wait()
            os.close(self._side)
            raise AssertionError(f"it stands still:\n{self.text}")
        try:
            read = os.read(self._side, 65536)
        except OSError:
            return False  # The other side is closed.
        self.text += read.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(read)
