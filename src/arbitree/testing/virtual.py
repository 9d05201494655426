"""Time that jumps: code that waits is tested in the order of its waits, and none of them is waited for."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_virtual(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives back, run in an event loop whose clock jumps to the next thing that is due.

    Sleeps, timeouts and timers take no time and happen in their order; `asyncio.get_running_loop().time()` begins at
    0. Nothing in it may wait for a network or a thread: the clock would not wait for them.

    >>> async def long_nap() -> float:
    ...     await asyncio.sleep(3600)
    ...     return asyncio.get_running_loop().time()
    >>> run_virtual(long_nap())
    3600.0
    """
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(coroutine)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self.now


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: moves the loop's clock on by what it would have waited."""

    def __init__(self, loop: _Loop) -> None:
        super().__init__()
        self._of = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found: list[tuple[selectors.SelectorKey, int]] = super().select(0 if timeout is not None else None)
        if not found and timeout:
            self._of.now += timeout
        return found
