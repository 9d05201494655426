"""A number of slots that callers of any thread and any event loop share, handed on in the order of asking."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from types import TracebackType


class _Waiter:
    """One caller that waits for a slot, in its own loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()
        self.has_slot = False


class Slots:
    """An asynchronous context manager that at most `count` callers are inside of.

    An `asyncio.Semaphore` belongs to one loop; one judge serves the kept loop and the loops of its users at once.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        """How many may be inside."""
        self._free = count
        self._lock = threading.Lock()
        self._waiting: deque[_Waiter] = deque()

    async def __aenter__(self) -> None:
        await self.enter()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.leave()

    async def enter(self) -> None:
        """Comes in, as soon as there is room. Whoever is in has to `leave`."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            waiter = _Waiter()
            self._waiting.append(waiter)
        try:
            await waiter.future
        except asyncio.CancelledError:
            if waiter.has_slot:
                # Handed over in the same turn as the cancellation.
                self._give()
            raise

    def leave(self) -> None:
        """Hands a slot to the longest waiting caller, or lays it back."""
        with self._lock:
            if not self._waiting:
                self._free += 1
                return
        self._give()

    def resize(self, count: int) -> None:
        """Lets `count` callers in from now on. Those inside stay: a smaller number holds once enough of them left."""
        with self._lock:
            more, self.count = count - self.count, count
            if more < 0:
                self._free += more
        for _ in range(more):
            self._give()

    def _give(self) -> None:
        """Hands a slot to the longest waiting caller, or lays it back."""
        while True:
            with self._lock:
                if not self._waiting or self._free < 0:
                    self._free += 1
                    return
                waiter = self._waiting.popleft()
            if waiter.loop is _running_loop():
                if self._hand(waiter):
                    return
                continue
            try:
                waiter.loop.call_soon_threadsafe(self._hand_or_pass_on, waiter)
            except RuntimeError:
                # Its loop has been closed with it waiting.
                continue
            return

    def _hand(self, waiter: _Waiter) -> bool:
        """Whether the waiter took the slot: one that was cancelled meanwhile does not."""
        if waiter.future.done():
            return False
        waiter.has_slot = True
        waiter.future.set_result(None)
        return True

    def _hand_or_pass_on(self, waiter: _Waiter) -> None:
        if not self._hand(waiter):
            self._give()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
