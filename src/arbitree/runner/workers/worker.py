"""The process of one worker: scores the cases that it is given until there are no more, or nobody is there any more."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import sys
import threading
import time
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.errors import ArbitreeError
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.runner.digests import fields_shown
from arbitree.runner.many import OUR_FAULT, scored
from arbitree.runner.memory import Memory
from arbitree.runner.seats import Seats, seated
from arbitree.runner.store import line_of
from arbitree.runner.workers.answering import Answering
from arbitree.runner.workers.channel import Channel, Message
from arbitree.runner.workers.job import Job, job_from
from arbitree.wire.images import pictured, with_bytes, with_plain_images
from arbitree.wire.load import load_rubric
from arbitree.wire.results import result_dict

if TYPE_CHECKING:
    from arbitree.executors.eager import Eager

GRACE_SECONDS: Final = 3.0
"""How long a worker may take to put its things away, once nobody waits for it any more."""


class Worker:
    """Scores cases, some at a time."""

    def __init__(self) -> None:
        self._channel = Channel(self._take, self._leave, add=self._count)
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[tuple[int, Case]] = asyncio.Queue()
        self._over = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._job: Job | None = None
        self._seats: Seats | None = None
        self._memory: Memory | None = None
        self._answering: Answering | None = None
        self._eager: Eager | None = None
        self._told: dict[str, Any] = {}

    async def serve(self, end: socket.socket) -> None:
        """Does all that is asked for over a socket."""
        await self._loop.create_unix_connection(lambda: self._channel, sock=end)
        await self._over.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._eager is not None:
            self._eager.cancel()
        problems = [] if self._memory is None else [*self._memory.close()]
        if self._answering is not None:
            answering = self._answering
            told = [asdict(problem) for problem in problems]
            self._channel.send("bye", answering.used(), told)
        self._channel.close()

    def _leave(self) -> None:
        self._over.set()

    def _take(self, message: Message, blob: bytes) -> None:
        answering = self._answering
        match message:
            case ["job", values]:
                self._begin(values)
            case ["case", int(index), str(case), fields]:
                self._waiting.put_nowait((index, Case(id=case, fields=fields)))
            case ["pictured", int(index), str(case), dict(told)]:
                fields = with_bytes({name: with_plain_images(value) for name, value in told.items()}, blob)
                self._waiting.put_nowait((index, Case(id=case, fields=fields, pictured=pictured(fields))))
            case ["known"] if answering:
                answering.office.knows_any = True
            case ["at_hand", int(number), answer] if answering:
                answering.office.found(number, answer)
            case ["go", int(number)] if answering:
                answering.office.go(number)
            case ["end", int(number), answer] if answering:
                answering.office.end(number, answer)
            case ["again", int(number)] if answering:
                answering.office.again(number)
            case ["learnt", int(seat), news] if answering:
                answering.hear(seat, news)
            case ["stop"]:
                self._leave()

    def _begin(self, values: Any) -> None:
        """Makes the judges, and says whether that went well."""
        try:
            job = self._job = job_from(values)
            layers = job.settings.asking
            graph = load_rubric(job.rubric, source=job.source, allow=job.allow).graph
            judges = {role: judge_from(text, concurrency=layers.in_flight) for role, text in job.judges.items()}
            self._seats = seats = seated(graph, judges, allow=job.allow, concurrency=layers.in_flight)
            if job.keeping is not None:
                self._memory = Memory(job.keeping, seats.paid, earlier=job.noted, began=job.began)
                if job.folder:
                    self._memory.open_journal(Path(job.folder))
            self._answering = Answering(
                seats.judges,
                self._channel,
                layers=layers,
                is_limited=job.is_limited,
                resumes=job.resumes,
                memory=self._memory,
            )
        except ArbitreeError as error:
            self._channel.send("unable", "; ".join(problem.what for problem in error.problems))
            return
        if job.settings.schedule == "eager" and not job.is_limited:
            from arbitree.executors.eager import Eager  # a frugal run has no use for it, and is to start the sooner

            self._eager = Eager(lambda *told: self._channel.send("ahead", *told, later=True), most=job.share)
        self._tasks = [self._loop.create_task(self._work()) for _ in range(job.settings.concurrency)]
        self._channel.send("ready")

    async def _work(self) -> None:
        while True:
            await self._score(*await self._waiting.get())
            # A judge that answers inline never waits; without this nobody else would get a turn.
            await asyncio.sleep(0)

    async def _score(self, index: int, case: Case) -> None:
        assert self._job is not None and self._seats is not None and self._answering is not None
        plan, began = self._seats.plan, time.perf_counter()
        result = await scored(plan, case, self._answering.judges, self._job.settings, self._eager)
        seconds = time.perf_counter() - began
        values = result_dict(result)
        line = line_of(values, fields_shown(plan, case)) if self._job.keeps else b""
        # The trace is in the line alone: reports look at no more than how it ended.
        self._channel.send("result", index, seconds, _fault(result), {**values, "trace": ()}, blob=line, later=True)

    def _count(self) -> None:
        """Tells what was counted, if that has changed."""
        if self._answering is None:
            return
        for about, news in (("asked", self._answering.asked()), ("lacked", self._answering.lacked())):
            if news:
                self._channel.send(about, news, later=True)
        counts = self._answering.counts()
        if counts != self._told:
            self._told = counts
            self._channel.send("counts", counts, later=True)


def _fault(result: Result) -> str:
    """Where arbitree itself failed on a case; empty where it did not."""
    error = result.exception
    is_ours = error is not None and any(cause.kind == OUR_FAULT for cause in result.causes)
    return "".join(traceback.format_exception(error)) if is_ours else ""


def _watch(end: int) -> None:
    """Ends the process some time after the other end is gone, whatever the judges are doing."""
    poll = select.poll()
    poll.register(end, 0)
    poll.poll()
    time.sleep(GRACE_SECONDS)
    os._exit(1)


async def _served(end: socket.socket) -> None:
    await Worker().serve(end)


def main() -> None:
    """Serves the socket that the process was started with. What judges print goes to the standard error stream."""
    end = socket.socket(fileno=int(sys.argv[2]))
    end.setblocking(False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    threading.Thread(target=_watch, args=(os.dup(end.fileno()),), daemon=True).start()
    run_sync(_served(end))
