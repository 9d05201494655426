"""Return-reply over bare sockets, the bytes of HTTP/1.1 put together by hand: its wall is the schedule itself."""

from __future__ import annotations

import asyncio
import json
from typing import Final
from urllib.parse import urlsplit

from benchmarks.hand_requests import SCORES, body, mark_of, said, written
from benchmarks.job import Job

_TEXT: Final = "<the text>"


def _pieces(node: str) -> list[bytes]:
    """What stands before, between and after the mark, the text and the mark again in a request."""
    whole = written(body(node, _TEXT))
    mark = mark_of(node, _TEXT).encode()
    before, middle, after = whole.split(mark)
    label, text_end = middle.split(_TEXT.encode())
    return [before, label, text_end, after]


_PIECES: Final = {node: _pieces(node) for node in ("facts", "window", "details")}


class Line(asyncio.Protocol):
    """One kept connection that carries one question at a time."""

    def __init__(self, host: str) -> None:
        self._head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: {host}\r\ncontent-length: ".encode()
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

    def ask(self, node: str, text: str) -> asyncio.Future[bytes]:
        """The response's body, when it is there."""
        before, label, text_end, after = _PIECES[node]
        mark = mark_of(node, text).encode()
        quoted = json.dumps(text, ensure_ascii=False)[1:-1].encode()
        content = b"".join((before, mark, label, quoted, text_end, mark, after))
        assert self._transport is not None
        self._transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(content), content))
        self._answer = asyncio.get_running_loop().create_future()
        return self._answer


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    return asyncio.run(_run(job))


async def _run(job: Job) -> list[float | None]:
    rows = job.rows
    scores: list[float | None] = [None] * len(rows)
    waiting = iter(enumerate(rows))
    address = urlsplit(job.url)
    host, port = address.hostname or "", address.port or 80
    loop = asyncio.get_running_loop()

    async def work() -> None:
        transport, line = await loop.create_connection(lambda: Line(address.netloc), host, port)
        for index, row in waiting:
            facts = said(await line.ask("facts", row["actual_output"]))["output"]
            if said(await line.ask("window", facts))["verdict"]:
                scores[index] = SCORES[said(await line.ask("details", facts))["verdict"]]
            else:
                scores[index] = 0.0
        transport.close()

    await asyncio.gather(*(work() for _ in range(min(job.concurrency, len(rows)))))
    return scores
