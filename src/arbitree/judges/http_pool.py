"""Connections that are kept, one set for each event loop: opened where none is free, closed when their loop ends.

A sender that is dropped leaves its connections to the others: closing takes turns of a loop, and a loop that is ending
has none left to give.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from arbitree.core.records import Failed
from arbitree.judges.http_connection import Connection, Waits
from arbitree.judges.http_opening import Opener, Route
from arbitree.judges.http_reader import Received

_IDLE_SECONDS: Final = 4.5
"""How long a connection is kept for the next request: just below the 5 s after which some servers close it."""


class Pool:
    """The connections of one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._opener = Opener()
        self._idle: dict[Route, list[tuple[Connection, float]]] = {}
        self._open: set[Connection] = set()
        self._sweeping: asyncio.TimerHandle | None = None

    async def exchange(self, route: Route, request: bytes, waits: Waits) -> Received | Failed:
        """The response to a request, over a connection that is kept or a new one; or why there is none."""
        connection = self._kept(route)
        if connection is None:
            opened = await self._opener.opened(route, seconds=waits.connect)
            if isinstance(opened, Failed):
                return opened
            connection = opened
            self._open.add(connection)
        try:
            return await connection.exchange(request, waits)
        finally:
            self._keep(route, connection)

    def close(self) -> None:
        """Closes everything."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for connection in self._open:
            connection.close()
        self._open.clear()
        self._idle.clear()

    def _kept(self, route: Route) -> Connection | None:
        idle = self._idle.get(route)
        while idle:
            connection, since = idle.pop()
            if connection.is_reusable and self._loop.time() - since < _IDLE_SECONDS:
                return connection
            self._drop(connection)
        return None

    def _keep(self, route: Route, connection: Connection) -> None:
        if not connection.is_reusable:
            self._drop(connection)
            return
        self._idle.setdefault(route, []).append((connection, self._loop.time()))
        if self._sweeping is None:
            self._sweeping = self._loop.call_later(_IDLE_SECONDS, self._sweep)

    def _drop(self, connection: Connection) -> None:
        connection.close()
        self._open.discard(connection)

    def _sweep(self) -> None:
        """Closes what has been idle for too long."""
        self._sweeping = None
        oldest = self._loop.time() - _IDLE_SECONDS
        for route, idle in list(self._idle.items()):
            for connection, since in idle:
                if since <= oldest or not connection.is_reusable:
                    self._drop(connection)
            self._idle[route] = [one for one in idle if one[0].is_reusable]
            if not self._idle[route]:
                del self._idle[route]
        if self._idle:
            self._sweeping = self._loop.call_later(_IDLE_SECONDS / 2, self._sweep)


class _Pools:
    """The pool of each loop."""

    def __init__(self) -> None:
        self._kept: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[Pool, None], Pool]] = {}

    async def of_running_loop(self) -> Pool:
        """The running loop's."""
        loop = asyncio.get_running_loop()
        kept = self._kept.get(loop)
        if kept is None:
            for other in [one for one in self._kept if one.is_closed()]:
                self._kept.pop(other, None)
            pools = _for_life()
            kept = self._kept[loop] = (pools, await anext(pools))
        return kept[1]


async def _for_life() -> AsyncGenerator[Pool, None]:
    """One pool, closed when the loop ends: a loop closes the asynchronous generators that are still open."""
    pool = Pool()
    try:
        while True:
            yield pool
    finally:
        pool.close()
        # The turn in which sockets are closed.
        await asyncio.sleep(0)


POOLS: Final = _Pools()
