"""Messages between two processes over a socket: framed, several in one frame, plain values and bytes only."""

from __future__ import annotations

import asyncio
import json
import math
import struct
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

Message: TypeAlias = list[Any]
"""What it is about, and then plain values."""

Take: TypeAlias = Callable[[Message, bytes], None]
"""Takes a message, and the bytes that come with it."""

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))

_HEAD: Final = struct.Struct(">II")
"""The lengths of a frame's messages and of its bytes."""

LATER_SECONDS: Final = 0.004
"""How long a message that nobody waits for may be kept, so that it travels with others."""

APART_SECONDS: Final = 0.001
"""How far apart frames are sent at least: each costs both ends more than the messages in it."""

_MOST_KEPT: Final = 64
"""How many such messages are kept at most."""


class Channel(asyncio.Protocol):
    """One end of a socket, in the loop that it was opened in."""

    def __init__(self, take: Take, ended: Callable[[], None], *, add: Callable[[], None] | None = None) -> None:
        """Makes it; `asyncio` opens it.

        Args:
            take: is given each message, in the order of sending.
            ended: is told when the other end is gone; nothing comes after that.
            add: is called before a frame is sent: what it sends travels with it.
        """
        self._take, self._ended, self._add = take, ended, add
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.WriteTransport | None = None
        self._held = bytearray()
        self._going: list[tuple[Message, int]] = []
        self._blobs: list[bytes] = []
        self._flush_at = math.inf
        self._timer: asyncio.Handle | None = None
        self._flushed_at = -math.inf

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Is called by the loop."""
        self._transport = cast("asyncio.WriteTransport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Is called by the loop."""
        self._transport = None
        self._ended()

    @property
    def is_open(self) -> bool:
        """Whether anything that is sent can still arrive."""
        return self._transport is not None

    def send(self, *message: Any, blob: bytes = b"", later: bool = False) -> None:
        """Sends a message, with what else is sent at about the same time; nothing where the other end is gone.

        Args:
            message: what it is about, and plain values.
            blob: bytes that go with it as they are.
            later: nobody is waiting for it.
        """
        self._going.append((list(message), len(blob)))
        if blob:
            self._blobs.append(blob)
        now = self._loop.time()
        is_later = later and len(self._going) < _MOST_KEPT
        due = now + LATER_SECONDS if is_later else self._flushed_at + APART_SECONDS
        if due < self._flush_at:
            if self._timer is not None:
                self._timer.cancel()
            self._flush_at = due
            self._timer = self._loop.call_at(due, self.flush) if due > now else self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Hands what was sent to the system."""
        if self._going and self._add is not None:
            self._add()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._flush_at, self._flushed_at = math.inf, self._loop.time()
        if not self._going or self._transport is None:
            return
        going, blobs = self._going, self._blobs
        self._going, self._blobs = [], []
        told = _ENCODER.encode(going).encode("ascii")
        self._transport.writelines((_HEAD.pack(len(told), sum(map(len, blobs))), told, *blobs))

    def data_received(self, data: bytes) -> None:
        """Is called by the loop."""
        self._held += data
        held, place = self._held, 0
        while len(held) - place >= _HEAD.size:
            told, blobs = _HEAD.unpack_from(held, place)
            begins = place + _HEAD.size
            if len(held) - begins < told + blobs:
                break
            blob = begins + told
            place = blob + blobs
            for message, length in json.loads(bytes(held[begins:blob])):
                self._take(message, bytes(held[blob : blob + length]))
                blob += length
        if place:
            del held[:place]

    def close(self) -> None:
        """Sends what is left, and closes this end."""
        self.flush()
        if self._transport is not None:
            self._transport.close()
