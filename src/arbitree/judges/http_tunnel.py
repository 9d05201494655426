"""Asks a proxy for a way through to a server, which TLS then goes through."""

from __future__ import annotations

import asyncio
from typing import cast

_MOST_HEAD = 65_536


class Refused(Exception):
    """The proxy does not let anybody through; says with which status."""


class Tunnel(asyncio.Protocol):
    """One request for a way through. `ready` is done when there is one, and raises `Refused` or OSError otherwise."""

    def __init__(self, host: str, port: int, login: str) -> None:
        """Makes it.

        Args:
            host: the server.
            port: its port.
            login: what the proxy knows the user by; empty for nobody.
        """
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        named = f"{f'[{host}]' if ':' in host else host}:{port}"
        known = f"proxy-authorization: {login}\r\n" if login else ""
        self._request = f"CONNECT {named} HTTP/1.1\r\nhost: {named}\r\n{known}\r\n".encode("ascii")
        self._head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks."""
        cast("asyncio.Transport", transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        """Reads what the proxy says. The server speaks only after we do, so nothing of it can be among it."""
        self._head += data
        if b"\r\n\r\n" in self._head:
            line = self._head.partition(b"\r\n")[0].decode("latin-1")
            protocol, _, status = line.partition(" ")
            if not protocol.startswith("HTTP/1."):
                self._fail(ConnectionResetError("the proxy does not speak HTTP"))
            elif status.startswith("2"):
                if not self.ready.done():
                    self.ready.set_result(None)
            else:
                self._fail(Refused(status.strip()[:200]))
        elif len(self._head) > _MOST_HEAD:
            self._fail(ConnectionResetError("the proxy does not come to an end"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives up."""
        self._fail(exc if isinstance(exc, OSError) else ConnectionResetError("the proxy closed the connection"))

    def _fail(self, error: Exception) -> None:
        if not self.ready.done():
            self.ready.set_exception(error)
            # Nobody may be waiting any more.
            self.ready.exception()
