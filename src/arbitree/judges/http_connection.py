"""One connection to a server: a request out, its response in, each within its time, and then the next."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, cast

from arbitree.core.records import Failed
from arbitree.judges.http_reader import Reader, Received
from arbitree.providers.failing import failed


class Waits(NamedTuple):
    """How many seconds one request may take, and how large its response may be."""

    connect: float
    first_byte: float
    total: float
    most_bytes: int


class Connection(asyncio.Protocol):
    """One connection. It does one request at a time; whoever gives up waiting for it closes it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, where: str) -> None:
        """Makes it, to be connected.

        Args:
            loop: the running loop.
            where: the server, as messages name it.
        """
        self._loop, self._where = loop, where
        self._reader = Reader(where)
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[Received | Failed] | None = None
        self._waits = Waits(0.0, 0.0, 0.0, 0)
        self._deadline = self._end = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_reusable(self) -> bool:
        """Whether another request may follow."""
        return self._reader.is_reusable

    async def exchange(self, request: bytes, waits: Waits) -> Received | Failed:
        """The response to a request, or why there is none."""
        assert self._transport is not None
        now = self._loop.time()
        self._reader.begin(waits.most_bytes)
        self._waits, self._end = waits, now + waits.total
        self._deadline = now + min(waits.first_byte, waits.total)
        waiting: asyncio.Future[Received | Failed] = self._loop.create_future()
        self._waiting = waiting
        if self._timer is None or self._timer.when() > self._deadline:
            self._arm()
        if self._transport.is_closing():
            self._settle(self._broken("it was closed"))
        else:
            self._transport.write(request)
        try:
            return await waiting
        except asyncio.CancelledError:
            self.close()
            raise
        finally:
            self._waiting = None

    def close(self) -> None:
        """Closes it at once."""
        self._reader.is_reusable = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the connection over."""
        # Not asked for its class: uvloop's transports have none of asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Reads on."""
        if self._waiting is None or self._waiting.done():
            # Nobody asked: it would be taken for the answer to the next request.
            self.close()
            return
        self._deadline = self._end
        found = self._reader.feed(data)
        if found is not None:
            self._settle(found)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives up what is on its way, unless it is whole with the end of the connection."""
        self._reader.is_reusable = False
        found = self._reader.end() if exc is None else None
        said = str(exc) if exc is not None else "it was closed before the response was complete"
        self._settle(found or self._broken(said))
        self.close()

    def _settle(self, found: Received | Failed) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(found)
        if not self._reader.is_reusable or isinstance(found, Failed):
            self.close()

    def _broken(self, said: str) -> Failed:
        return failed("connection", f"the connection to {self._where} broke: {said}")

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._deadline, self._look)

    def _look(self) -> None:
        """Looks at the time. One timer serves many requests: most are over when it is due, and then it is set anew."""
        self._timer = None
        if self._waiting is None or self._waiting.done():
            return
        if self._loop.time() < self._deadline:
            self._arm()
            return
        where, waits = self._where, self._waits
        if self._reader.has_begun:
            said = f"the response of {where} was not complete within {waits.total:g} s"
        else:
            said = f"{where} sent nothing within {min(waits.first_byte, waits.total):g} s"
        self._settle(failed("timeout", said))
