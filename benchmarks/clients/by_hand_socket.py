"""The work over bare sockets, the bytes of HTTP/1.1 put together by hand: its wall is the schedule itself."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from benchmarks.hand_requests import Template, said
from benchmarks.hand_walk import lines_of, walked
from benchmarks.job import Job
from benchmarks.works.table import WORKS


class Line(asyncio.Protocol):
    """One kept connection that carries one question at a time."""

    def __init__(self, host: str, templates: dict[str, Template]) -> None:
        self._head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: {host}\r\ncontent-length: ".encode()
        self._templates = templates
        self._got = b""
        self._answer: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Notes where to write to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Gives an answer that is whole to who waits for it."""
        got = self._got + data if self._got else data
        head = got.find(b"\r\n\r\n")
        length = got.find(b"content-length: ")
        if head < 0 or len(got) < head + 4 + int(got[length + 16 : got.index(b"\r\n", length)]):
            self._got = got
            return
        self._got = b""
        assert self._answer is not None
        self._answer.set_result(got[head + 4 :])

    async def ask(self, node: str, text: str) -> Any:
        """The answer, when it is there."""
        content = self._templates[node].filled(text)
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(content), content))
        return said(await self._answer)

    def close(self) -> None:
        """Ends the connection."""
        if self._transport is not None:
            self._transport.close()


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    return asyncio.run(_run(job))


async def _run(job: Job) -> list[float | None]:
    address = urlsplit(job.url)
    host, port = address.hostname or "", address.port or 80
    templates = {node: Template(asks) for node, asks in WORKS[job.work]().asks.items()}
    loop = asyncio.get_running_loop()
    made = [loop.create_connection(lambda: Line(address.netloc, templates), host, port) for _ in range(lines_of(job))]
    lines = [line for _, line in await asyncio.gather(*made)]
    try:
        return await walked(job, [line.ask for line in lines])
    finally:
        for line in lines:
            line.close()
