"""A worker's process, as the first process holds it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from arbitree.core.cases import Case
from arbitree.judges.local_process import warning_options
from arbitree.runner.workers.channel import Channel, Message
from arbitree.wire.images import bytes_of, plain_images

_START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from arbitree.runner.workers.worker import main; main()"
)  # fmt: skip

_AHEAD_SECONDS, _MOST_AHEAD = 0.05, 64
"""For how long a worker has cases at hand beyond those that it is scoring; and how many at most."""


class Given(NamedTuple):
    """A case that a worker has."""

    place: int
    """Its place in the input."""
    case: Case
    is_suspect: bool = False
    """Whether a worker has ended that had it."""


class Process:
    """One worker, started at once."""

    def __init__(self, take: Callable[[Process, Message, bytes], None], ended: Callable[[Process], None]) -> None:
        """Starts it.

        Args:
            take: is given each of its messages.
            ended: is told once nothing more comes of it.
        """
        self.given: dict[int, Given] = {}
        """The cases that it has, by their place in the input."""
        self.is_ready = False
        """Whether it has made its judges."""
        self.has_suspect = False
        """Whether it has a case alone."""
        self._done, self._ready_at = 0, 0.0
        self.channel = Channel(lambda message, blob: take(self, message, blob), lambda: ended(self))
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-P", *warning_options(), "-c", _START, json.dumps(sys.path)]
            # A session of its own: Ctrl-C is for the first process, and what a judge started can be ended with it.
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        ours.setblocking(False)
        self._end = ours

    async def open(self) -> None:
        """Opens the channel to it."""
        await asyncio.get_running_loop().create_unix_connection(lambda: self.channel, sock=self._end)

    def ready(self) -> None:
        """Notes that it can be given cases."""
        self.is_ready, self._ready_at = True, time.monotonic()

    @property
    def ahead(self) -> int:
        """How many cases it should have at hand beyond those that may be under way: the quicker it is, the more."""
        rate = self._done / max(time.monotonic() - self._ready_at, _AHEAD_SECONDS)
        return min(int(rate * _AHEAD_SECONDS), _MOST_AHEAD)

    @property
    def is_free(self) -> bool:
        """Whether it can be given cases."""
        return self.is_ready and not self.has_suspect

    def give(self, given: Given) -> None:
        """Gives it a case to score."""
        self.given[given.place] = given
        self.has_suspect = given.is_suspect
        case = given.case
        if case.pictured:
            fields = plain_images(case.fields)
            self.channel.send("pictured", given.place, case.id, fields, blob=bytes_of(case.fields))
        else:
            self.channel.send("case", given.place, case.id, dict(case.fields))

    def done(self, place: int) -> Given:
        """Notes that a case is scored, and gives it back."""
        self._done += 1
        self.has_suspect = False
        return self.given.pop(place)

    @property
    def runs(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends the process and whatever it started. To end it again does nothing."""
        process = self._process
        if self.runs:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    @property
    def died(self) -> str:
        """How its process ended, in words."""
        code = self._process.wait()
        if code >= 0:
            return f"it ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        killed = ", as when memory runs out" if -code == signal.SIGKILL else ""
        return f"it was ended by {name}{killed}"
