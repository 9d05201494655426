"""A bounded set of daemon threads for judges that block: a hanging call never holds up the end of a process."""

from __future__ import annotations

import asyncio
import contextvars
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_IDLE_SECONDS = 10.0
"""How long a thread without work stays, so that objects made and dropped by the thousand leave no threads behind."""


class _Job(Generic[T]):
    """One piece of work, and the future of the loop that waits for it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self._work = work
        self._context = contextvars.copy_context()

    def do(self) -> None:
        """Does the work in this thread, unless nobody waits for it any more."""
        if self.future.cancelled():
            return
        result = self._context.run(self._work)
        try:
            self.loop.call_soon_threadsafe(self._deliver, result)
        except RuntimeError:
            # The loop has been closed: whoever waited is gone.
            return

    def _deliver(self, result: T) -> None:
        if not self.future.done():
            self.future.set_result(result)


class Threads:
    """At most `size` threads, started as they are needed."""

    def __init__(self, size: int, *, name: str = "arbitree-judge") -> None:
        self.size = size
        self._name = name
        self._start_empty()

    def _start_empty(self) -> None:
        self._pid = os.getpid()
        self._changed = threading.Condition()
        self._jobs: deque[_Job[object]] = deque()
        self._alive = 0
        self._idle = 0

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` gives back, from a thread that sees the caller's context variables.

        `work` must not raise. Cancelled while it waits for a thread, it never starts; cancelled while it runs, it runs
        on, keeps its thread until it returns, and its result is dropped.
        """
        if self._pid != os.getpid():
            # A fork took the threads away but not their count.
            self._start_empty()
        job = _Job(work)
        with self._changed:
            self._jobs.append(job)  # type: ignore[arg-type]
            if self._idle >= len(self._jobs):
                self._changed.notify()
            elif self._alive < self.size:
                self._start_thread()
        return await job.future

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._serve, args=(self._changed,), name=self._name, daemon=True)
        self._alive += 1
        try:
            if sys.is_finalizing():
                raise RuntimeError("the interpreter is being taken down")
            thread.start()
        except RuntimeError:
            # At the very end of a process no thread can be started, or is but never runs: this one does the work.
            self._alive -= 1
            if not self._alive:
                self._jobs.pop().do()

    def _serve(self, changed: threading.Condition) -> None:
        while True:
            with changed:
                while not self._jobs:
                    self._idle += 1
                    woken = changed.wait(_IDLE_SECONDS)
                    self._idle -= 1
                    if not woken and not self._jobs:
                        self._alive -= 1
                        return
                job = self._jobs.popleft()
            job.do()
            # Else the last job, its prompt and its loop live on for as long as the thread is idle.
            del job
