"""A server for tests that sends exactly the bytes it is told to, at the times it is told to."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TypeAlias

Serve: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class RawServer:
    """Serves each connection by a function, in a thread of its own; it keeps the head of every request."""

    def __init__(self, serve: Serve, *, tls: ssl.SSLContext | None = None) -> None:
        self.heads: list[str] = []
        self.closed = threading.Event()
        """Set when a client has closed a connection."""
        self.port = 0
        self._serve, self._tls = serve, tls
        self._ready = threading.Event()

    @property
    def url(self) -> str:
        """Its address."""
        return f"{'https' if self._tls else 'http'}://localhost:{self.port}"

    def __enter__(self) -> RawServer:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "localhost", 0, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
            # Within the block: from Python 3.12 on its end waits for every connection.
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def head(self, reader: asyncio.StreamReader) -> str:
        """Reads one request, its body too, and keeps its head."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.heads.append(head)
        for line in head.lower().splitlines():
            if line.startswith("content-length:"):
                await reader.readexactly(int(line.partition(":")[2]))
        return head


def response(body: bytes, *, status: str = "200 OK", headers: str = "") -> bytes:
    """The bytes of a response."""
    return f"HTTP/1.1 {status}\r\ncontent-length: {len(body)}\r\n{headers}\r\n".encode() + body


def answering(body: bytes, status: str = "200 OK", *, headers: str = "") -> RawServer:
    """A server that gives every request the same response."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await server.head(reader)
            writer.write(response(body, status=status, headers=headers))
            await writer.drain()

    server = RawServer(serve)
    return server
