"""HTTP/1.1 with as little as it takes: requests out of a byte stream, replies into it, and ways to break them off."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from arbitree.testing.server.planning import Planned, Planner

_MOST_HEAD = 65_536
_TLS_ALERT = bytes((0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28))
"""A TLS record that says: fatal, handshake failure."""
_PIECES = 20
"""In how many pieces a slow reply is sent."""
_REASONS = {status.value: status.phrase for status in HTTPStatus}


class Protocol(asyncio.Protocol):
    """One connection. Requests on it are answered one after the other."""

    def __init__(self, planner: Planner, open_ones: set[asyncio.Transport]) -> None:
        self._planner = planner
        self._open = open_ones
        self._counting = planner.counting
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray()
        self._is_busy = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._open.add(transport)
        self._counting.connections += 1

    def data_received(self, data: bytes) -> None:
        """Takes in what came."""
        self._buffer += data
        if not self._is_busy:
            self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives up what was not sent yet."""
        self._open.discard(self._transport)
        if self._timer is not None:
            self._timer.cancel()
        if self._is_busy:
            self._counting.given_up += 1
            self._over()

    def _over(self) -> None:
        self._is_busy = False
        self._counting.in_flight -= 1

    def _next(self) -> None:
        """Answers the next whole request of the buffer, if there is one."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > _MOST_HEAD:
                self._transport.abort()
            return
        head = self._buffer[:end].decode("latin-1").split("\r\n")
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        try:
            method, target, _ = head[0].split(" ", 2)
            found = _body(self._buffer, end + 4, fields)
        except ValueError:
            self._transport.abort()
            return
        if found is None:
            if fields.pop("expect", "").lower() == "100-continue":
                self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            return
        body, used = found
        del self._buffer[:used]
        self._is_busy = True
        planned = self._planner.plan(method, target.partition("?")[0], body, self._loop.time())
        closes = fields.get("connection", "").lower() == "close"
        if planned.wait > 0:
            self._timer = self._loop.call_later(planned.wait, self._send, planned, closes)
        else:
            self._send(planned, closes)

    def _send(self, planned: Planned, closes: bool) -> None:
        match planned.manner:
            case "hang":
                return
            case "close":
                self._end()
            case "tls":
                self._transport.write(_TLS_ALERT)
                self._end()
            case "reset":
                whole = _bytes_of(planned, closes)
                self._transport.write(whole[: len(whole) - len(planned.body) // 2])
                # Aborted in this turn, the written half would never leave.
                self._timer = self._loop.call_later(0.001, self._abort)
            case "drip":
                whole = _bytes_of(planned, closes)
                self._drip(whole, max(len(whole) // _PIECES, 1), planned.drip / _PIECES, closes)
            case "whole":
                self._transport.write(_bytes_of(planned, closes))
                self._done(closes)

    def _abort(self) -> None:
        self._over()
        self._transport.abort()

    def _end(self) -> None:
        self._over()
        self._transport.close()

    def _drip(self, rest: bytes, size: int, pause: float, closes: bool) -> None:
        self._transport.write(rest[:size])
        if len(rest) > size:
            self._timer = self._loop.call_later(pause, self._drip, rest[size:], size, pause, closes)
        else:
            self._done(closes)

    def _done(self, closes: bool) -> None:
        self._over()
        if closes:
            self._transport.close()
        elif self._buffer:
            # Not from within: a client that sends many requests at once would make the stack as deep.
            self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if not self._is_busy and not self._transport.is_closing():
            self._next()


def _body(buffer: bytearray, start: int, fields: dict[str, str]) -> tuple[bytes, int] | None:
    """The body that begins at `start`, and where the request ends; None as long as it is not whole.

    Raises:
        ValueError: its length is not told in a way that can be read.
    """
    if "chunked" in fields.get("transfer-encoding", "").lower():
        return _chunked(buffer, start)
    end = start + int(fields.get("content-length", "0"))
    return (bytes(buffer[start:end]), end) if len(buffer) >= end else None


def _chunked(buffer: bytearray, start: int) -> tuple[bytes, int] | None:
    pieces: list[bytes] = []
    while True:
        line = buffer.find(b"\r\n", start)
        if line < 0:
            return None
        size = int(bytes(buffer[start:line]).partition(b";")[0], 16)
        if len(buffer) < line + 2 + size + 2:
            return None
        if not size:
            return b"".join(pieces), line + 4
        pieces.append(bytes(buffer[line + 2 : line + 2 + size]))
        start = line + 2 + size + 2


def _bytes_of(planned: Planned, closes: bool) -> bytes:
    lines = [
        f"HTTP/1.1 {planned.status} {_REASONS.get(planned.status, 'Overloaded')}",
        "content-type: application/json",
        f"content-length: {len(planned.body)}",
        *(f"{name}: {value}" for name, value in planned.headers),
        *(["connection: close"] if closes else []),
    ]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + planned.body
