"""Synchronous calls run on one kept event loop, wherever they come from."""

from __future__ import annotations

import asyncio
import contextvars
import os
import signal
import subprocess
import sys
import threading
import types
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbitree.judges.loop import run_inline, run_sync


async def current_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def test_every_call_runs_on_the_same_loop_from_any_thread() -> None:
    with ThreadPoolExecutor(8) as pool:
        loops = {id(loop) for loop in pool.map(lambda _: run_sync(current_loop()), range(50))}
    assert loops == {id(run_sync(current_loop()))}


def test_acceptance_17_a_call_works_inside_a_running_loop() -> None:
    async def notebook() -> tuple[asyncio.AbstractEventLoop, asyncio.AbstractEventLoop]:
        return run_sync(current_loop()), asyncio.get_running_loop()

    kept, own = asyncio.run(notebook())
    assert kept is run_sync(current_loop())
    assert kept is not own


def test_a_call_from_within_the_kept_loop_does_not_wait_for_itself() -> None:
    async def deepest() -> str:
        return "deep"

    async def deeper() -> str:
        return "deeper, " + run_sync(deepest())

    async def outer() -> str:
        return "outer, " + run_sync(deeper())

    assert run_sync(outer()) == "outer, deeper, deep"


def test_an_exception_comes_out_as_itself() -> None:
    error = KeyError("mine")

    async def fails() -> None:
        raise error

    with pytest.raises(KeyError) as raised:
        run_sync(fails())
    assert raised.value is error


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt])
def test_the_loop_outlives_whatever_is_raised_in_it(kind: type[BaseException]) -> None:
    before = run_sync(current_loop())

    async def raises() -> None:
        raise kind

    async def in_a_task() -> None:
        await asyncio.create_task(raises())

    for coroutine in (raises(), in_a_task()):
        with pytest.raises(kind):
            run_sync(coroutine)
    assert run_sync(current_loop()) is before


def test_the_callers_context_variables_are_seen() -> None:
    tenant: contextvars.ContextVar[str] = contextvars.ContextVar("tenant")
    tenant.set("acme")

    async def read() -> str:
        return tenant.get()

    assert run_sync(read()) == "acme"


def test_an_interrupt_cancels_the_coroutine_and_is_raised() -> None:
    ended: list[str] = []
    main = threading.main_thread().ident
    assert main is not None

    async def waits() -> None:
        try:
            asyncio.get_running_loop().call_soon(signal.pthread_kill, main, signal.SIGINT)
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("put away")
            raise

    with pytest.raises(KeyboardInterrupt):
        run_sync(waits())
    assert ended == ["put away"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_a_loop_of_its_own() -> None:
    script = """
import os
from arbitree.judges.loop import run_sync
async def pid(): return os.getpid()
run_sync(pid())
child = os.fork()
if not child:
    os._exit(0 if run_sync(pid()) == os.getpid() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert _python(script).stdout == "0\n"


def test_a_call_works_at_the_very_end_of_a_process() -> None:
    script = """
import atexit
async def late(): return "late"
atexit.register(lambda: print(run_sync(late())))
from arbitree.judges.loop import run_sync
print(run_sync(late()))
class Last:
    def __del__(self): print(run_sync(late()))
last = Last()
"""
    ended = _python(script)
    assert ended.stdout.splitlines() == ["late", "late", "late"], ended.stderr
    assert ended.returncode == 0


def test_a_hanging_blocking_judge_does_not_hold_up_the_end_of_a_process() -> None:
    script = """
import asyncio, threading
from arbitree.judges.loop import run_sync
from arbitree.judges.threads import Threads
async def give_up():
    started = threading.Event()
    def hang():
        started.set()
        threading.Event().wait()
    hanging = asyncio.ensure_future(Threads(1).run(hang))
    while not started.is_set():
        await asyncio.sleep(0)
    hanging.cancel()
    return "given up"
print(run_sync(give_up()))
"""
    assert _python(script).stdout == "given up\n"


def _python(script: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_a_coroutine_that_never_waits_runs_in_the_calling_thread() -> None:
    async def here() -> str:
        return threading.current_thread().name

    assert run_inline(here()) == threading.current_thread().name


@types.coroutine
def _turn() -> Generator[None, None, None]:
    yield


def test_a_coroutine_that_waits_after_all_is_finished_on_the_kept_loop() -> None:
    async def waits() -> list[str]:
        names = [threading.current_thread().name]
        await _turn()
        names.append(threading.current_thread().name)
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0)
        except TimeoutError:
            names.append("timed out")
        return names

    assert run_inline(waits()) == [threading.current_thread().name, "arbitree-loop-0", "timed out"]


def test_an_exception_of_a_coroutine_that_never_waits_comes_out_as_itself() -> None:
    async def fails() -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        run_inline(fails())
