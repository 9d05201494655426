"""One kept event-loop thread per process: every synchronous entry point runs its coroutine there.

A fresh loop for each call would break judges that keep one async client, and patching a running loop breaks servers and
notebooks. So there is one loop, in a thread of its own, from the first call to the end of the process. Called from that
very thread (a judge's callback that measures something), a second loop is kept one level further down, because a loop
cannot wait for itself.
"""

from __future__ import annotations

import asyncio
import atexit
import contextvars
import os
import sys
import threading
from collections.abc import Coroutine, Generator
from functools import partial
from typing import Any, Final, Generic, TypeVar, cast

T = TypeVar("T")

_GRACE_SECONDS: Final = 5.0
"""How long an interrupted coroutine may take to put its things away."""


def run_sync(coroutine: Coroutine[Any, Any, T]) -> T:
    """What `coroutine` gives back, run on the kept loop while this thread waits.

    It works in any thread, inside a running event loop, after a fork and at the end of the process, and sees this
    thread's context variables. A Ctrl-C here cancels the coroutine, waits for it to stop, and is raised.
    """
    # Once the interpreter is being taken down, a thread can be started but never runs.
    loop = None if sys.is_finalizing() else _KEPT.below(threading.current_thread())
    if loop is None:
        return _run_here(coroutine)
    running = _Running(coroutine)
    try:
        # Within the try: a Ctrl-C can come as soon as the coroutine runs.
        loop.call_soon_threadsafe(running.start, loop)
        running.done.wait()
    except BaseException:
        loop.call_soon_threadsafe(running.cancel)
        running.done.wait(_GRACE_SECONDS)
        raise
    return running.outcome()


def run_inline(coroutine: Coroutine[Any, Any, T]) -> T:
    """What `coroutine` gives back, driven right here, without any loop, for as long as it never waits.

    For judges marked `inline`. Should it wait after all, the rest of it runs on the kept loop.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration as finished:
        return cast(T, finished.value)
    return run_sync(_rest_of(coroutine, waits_for))


class _Running(Generic[T]):
    """One coroutine on its way through the kept loop, and the thread that waits for it."""

    def __init__(self, coroutine: Coroutine[Any, Any, T]) -> None:
        self.done = threading.Event()
        self._coroutine = coroutine
        self._context = contextvars.copy_context()
        self._task: asyncio.Task[None] | None = None
        self._result: list[T] = []
        self._error: BaseException | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._task = loop.create_task(self._watched(), context=self._context)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        else:
            self._coroutine.close()
            self.done.set()

    async def _watched(self) -> None:
        # Even KeyboardInterrupt and SystemExit end here: they are the caller's, and would stop the loop for everyone.
        try:
            self._result.append(await self._coroutine)
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def outcome(self) -> T:
        """What the coroutine gave back; raises what it raised."""
        if self._error is None:
            return self._result[0]
        try:
            raise self._error
        finally:
            # The traceback leads to this frame, and this frame would lead back to the exception.
            del self._error


class _Kept:
    """The kept loops of this process: the first for everyone, each further one for calls from within the one above."""

    def __init__(self) -> None:
        self._reset()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        """Nothing kept: so a process starts, and so a child, which has its parent's loops but not their threads."""
        self._lock = threading.Lock()
        self._levels: list[tuple[threading.Thread, asyncio.AbstractEventLoop]] = []

    def below(self, caller: threading.Thread) -> asyncio.AbstractEventLoop | None:
        """The first kept loop that `caller` may wait for; None when a thread can no longer be started."""
        with self._lock:
            level = 0
            for place, (thread, _) in enumerate(self._levels):
                if thread is caller:
                    level = place + 1
            if level < len(self._levels):
                return self._levels[level][1]
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=_serve, args=(loop,), name=f"arbitree-loop-{level}", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                loop.close()
                return None
            self._levels.append((thread, loop))
            return loop

    def close(self) -> None:
        """Stops the loops at the end of the process; a call after that starts anew."""
        with self._lock:
            levels, self._levels = self._levels, []
        for thread, loop in levels:
            if thread is not threading.current_thread():
                loop.call_soon_threadsafe(loop.stop)
                thread.join(1.0)
            if not thread.is_alive():
                loop.close()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    while True:
        try:
            loop.run_forever()
        except (KeyboardInterrupt, SystemExit):
            # Raised by a task of somebody's own and recorded there; the others go on.
            continue
        break
    for task in asyncio.all_tasks(loop):
        task.cancel()
    # One turn is enough for tasks to notice; nothing here may hold up the end of the process.
    loop.call_soon(loop.stop)
    loop.run_forever()
    # Clients that are kept for the life of a loop put their connections away here.
    loop.run_until_complete(loop.shutdown_asyncgens())


def _run_here(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs it in this thread: for the very end of a process, when no thread can be started."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()


class _Rest:
    """Awaits a coroutine that has already been driven up to its first wait."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], waits_for: object) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, Any]:
        waits_for = self._waits_for
        while True:
            try:
                sent = yield waits_for
            except GeneratorExit:
                self._coroutine.close()
                raise
            except BaseException as error:
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, sent)
            try:
                waits_for = step()
            except StopIteration as finished:
                return finished.value


async def _rest_of(coroutine: Coroutine[Any, Any, T], waits_for: object) -> T:
    return cast(T, await _Rest(coroutine, waits_for))


_KEPT: Final = _Kept()
