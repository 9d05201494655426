"""A process that runs tests for the `local` judge, as its parent holds it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arbitree.core.kinds.base import Json

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from arbitree.judges.local_worker import main; main()"
)  # fmt: skip

_GRACE = 30.0
"""Seconds that a process may take to start."""


class Ended(NamedTuple):
    """The process ended before it replied."""

    overdue: bool
    """Whether because the time was over; else it crashed or was killed."""


class Process:
    """One process, started at once. Not for several threads at a time."""

    def __init__(self, path: Sequence[str]) -> None:
        command = [sys.executable, "-P", *warning_options(), "-c", _START, json.dumps(list(path))]
        # A session of its own: Ctrl-C is for the parent, and what a test started can be ended with it.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=os.name == "posix"
        )
        self._loaded: set[str] = set()

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def load(self, tests: Sequence[tuple[str, Json]], *, limit: float) -> Mapping[str, Json] | Ended:
        """Imports what the tests need, as far as it is not done; gives what the process replied."""
        needed = {json.dumps([name, argument], sort_keys=True): [name, argument] for name, argument in tests}
        new = [test for key, test in needed.items() if key not in self._loaded]
        if not new:
            return {"ok": True}
        said = self._exchange({"load": list(new)}, limit + _GRACE if not self._loaded else limit)
        if not isinstance(said, Ended) and said["ok"] is True:
            self._loaded.update(needed)
        return said

    def run(self, tests: Sequence[tuple[str, Json]], text: str, *, limit: float) -> Mapping[str, Json] | Ended:
        """Runs the tests over the text; gives what the process replied."""
        listed: list[Json] = [[name, argument] for name, argument in tests]
        return self._exchange({"tests": listed, "text": text}, limit)

    def _exchange(self, request: dict[str, Json], limit: float) -> Mapping[str, Json] | Ended:
        process = self._process
        assert process.stdin is not None and process.stdout is not None, "both were asked for"
        line = json.dumps({**request, "limit": limit}).encode() + b"\n"
        began = time.monotonic()
        try:
            _write(process.stdin.fileno(), line)
            reply = _read_line(process.stdout.fileno())
        except OSError:
            reply = b""
        if not reply:
            self.end()
            return Ended(time.monotonic() - began >= limit * 0.95)
        said = json.loads(reply)
        assert isinstance(said, dict), "the process replies with an object"
        return said

    def end(self) -> None:
        """Ends the process and whatever it started. To end it again does nothing."""
        process = self._process
        # Once it has been waited for, its number may be another's.
        if process.returncode is None and os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()


def warning_options() -> list[str]:
    """The parent's own warning options, so that a test warns as it would there."""
    return [f"-W{option}" for option in sys.warnoptions]


def _write(pipe: int, content: bytes) -> None:
    while content:
        content = content[os.write(pipe, content) :]


def _read_line(pipe: int) -> bytes:
    """The next line; empty when the pipe ends before it does."""
    parts = bytearray()
    while not parts.endswith(b"\n"):
        part = os.read(pipe, 65_536)
        if not part:
            return b""
        parts += part
    return bytes(parts)
