"""The workers' processes: starts them, takes what they say, and sees to it that they end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from arbitree.errors import Problem
from arbitree.judges.base import Judge
from arbitree.runner.workers.channel import Message
from arbitree.runner.workers.desk import Desk
from arbitree.runner.workers.job import Job
from arbitree.runner.workers.process import Process
from arbitree.runner.workers.worker import GRACE_SECONDS

_PATIENCE: Final = GRACE_SECONDS + 0.5
"""Seconds that workers are given to put their things away."""

_LOOK_SECONDS: Final = 0.01
"""How often it is looked whether processes that have said their last word are gone."""

_START_SECONDS: Final = 60.0
"""Seconds that workers are given to start."""


class Unable(Exception):
    """A worker cannot do what the first process can; says why."""


class Foreman(Protocol):
    """Whoever the workers work for."""

    def ready(self, process: Process) -> None:
        """A worker can be given cases."""
        ...

    def take(self, process: Process, message: Message, blob: bytes) -> None:
        """Takes a worker's message."""
        ...

    def died(self, process: Process) -> None:
        """A worker has ended that had not been asked to."""
        ...

    def failed(self, error: BaseException) -> None:
        """Something went wrong here with a message."""
        ...


class Staff:
    """The workers of a run."""

    def __init__(self, job: Job, judges: Sequence[Judge]) -> None:
        """Starts nobody yet.

        Args:
            job: what each worker is told.
            judges: each judge, by its seat.
        """
        self.desk = Desk(judges, is_limited=job.is_limited)
        """Where they ask for leave."""
        self.processes: list[Process] = []
        """Those that are there."""
        self.problems: tuple[Problem, ...] = ()
        """What the workers could not keep."""
        self._job = job.values()
        self._foreman: Foreman | None = None
        self._unable = ""
        self._changed = asyncio.Event()
        self._is_ending = False
        self._opening: set[asyncio.Task[None]] = set()

    async def hire(self, count: int) -> None:
        """Starts so many workers, and waits until each is ready.

        Raises:
            Unable: one of them cannot be.
        """
        try:
            for _ in range(count):
                await self.start()
            async with asyncio.timeout(_START_SECONDS):
                while not self._unable and not all(process.is_ready for process in self.processes):
                    await self._changed.wait()
                    self._changed.clear()
        except TimeoutError:
            self._unable = f"it was not ready within {_START_SECONDS:g} s"
        except OSError as error:
            self._unable = f"it cannot be started: {error.strerror}"
        if self._unable:
            self.close()
            raise Unable(self._unable)

    async def start(self) -> None:
        """Starts one worker.

        Raises:
            OSError: The system refused.
        """
        process = Process(self._take, self._ended)
        self.processes.append(process)
        self.desk.hands.append(process)
        await process.open()
        process.channel.send("job", self._job)

    def work_for(self, foreman: Foreman) -> None:
        """Says whom the workers work for from now on."""
        self._foreman = foreman
        for process in self.processes:
            foreman.ready(process)

    async def leave(self) -> None:
        """Has the workers end: what they have judged so far is still taken, and what they hold is put away."""
        self._is_ending = True
        leaving = tuple(self.processes)
        for process in leaving:
            process.channel.send("stop")
        try:
            async with asyncio.timeout(_PATIENCE):
                while self.processes:
                    await self._changed.wait()
                    self._changed.clear()
                while any(process.runs for process in leaving):
                    await asyncio.sleep(_LOOK_SECONDS)
        except TimeoutError:
            pass
        finally:
            self.processes = list(leaving)
            self.close()

    def close(self) -> None:
        """Ends whatever is still running."""
        self._is_ending = True
        for process in self.processes:
            process.end()
        self.processes, self.desk.hands = [], []

    def _take(self, process: Process, message: Message, blob: bytes) -> None:
        try:
            self._heard(process, message, blob)
        except Exception as error:
            # In a protocol's callback it would be lost.
            self._unable = self._unable or f"{type(error).__name__}: {error}"
            self._changed.set()
            if self._foreman is not None:
                self._foreman.failed(error)

    def _heard(self, process: Process, message: Message, blob: bytes) -> None:
        if self.desk.take(process, message):
            return
        match message:
            case ["ready"]:
                process.ready()
                self._changed.set()
                if self._foreman is not None:
                    self._foreman.ready(process)
            case ["unable", str(why)]:
                self._unable = why
                self._changed.set()
            case _ if self._foreman is not None:
                self._foreman.take(process, message, blob)

    def _ended(self, process: Process) -> None:
        if process not in self.processes:
            return
        self.processes.remove(process)
        self.desk.hands.remove(process)
        self.desk.gone(process)
        self._changed.set()
        if self._is_ending:
            return
        process.end()
        if self._foreman is None:
            self._unable = self._unable or process.died
        else:
            self._foreman.died(process)

    def replace(self) -> None:
        """Starts a worker in the place of one that died."""

        async def started() -> None:
            try:
                await self.start()
            except OSError as error:
                if self._foreman is not None:
                    self._foreman.failed(error)

        task = asyncio.create_task(started())
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)
