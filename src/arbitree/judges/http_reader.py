"""Reads responses out of the bytes of a connection, one after the other. HTTP itself is httptools' affair."""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from arbitree.core.records import Failed
from arbitree.providers.failing import failed

_PACKED: Final = frozenset({b"gzip", b"x-gzip"})
_WITH_HEAD: Final = zlib.MAX_WBITS | 16
"""How zlib is told that what it unpacks has gzip's head."""


class Received(NamedTuple):
    """A response as it came."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Reader:
    """Reads one response at a time."""

    _unpacking: zlib._Decompress | None

    def __init__(self, where: str) -> None:
        """Makes it.

        Args:
            where: the server, as messages name it.
        """
        self.is_reusable = True
        """Whether what comes next can be told from what came before."""
        self._where = where
        self._parser = HttpResponseParser(self)
        self.begin(0)

    def begin(self, most_bytes: int) -> None:
        """Makes ready for the next response, which may have so many bytes at most, unpacked."""
        self.has_begun = False
        """Whether anything of it came."""
        self.found: Received | Failed | None = None
        """The response once it is whole, or why it cannot be had."""
        self._most_bytes = most_bytes
        self._forget()

    def feed(self, data: bytes) -> Received | Failed | None:
        """Reads on; gives back the response where it is whole, and why it cannot be had where that shows."""
        self.has_begun = True
        if not self._has_head:
            self._head_size += len(data)
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade):
            self.is_reusable = False
            # What comes after a whole response spoils the connection alone, in however many packets it comes.
            self.found = self.found or failed("garbled", f"what {self._where} sent is no HTTP")
        if self.found is None and not self._has_head:
            self._measure(self._head_size)
        return self.found

    def end(self) -> Received | Failed | None:
        """The same at the end of the connection: a response that does not tell its length is whole then."""
        if self.found is None and self._has_head and not self._has_length:
            self._give()
        return self.found

    def on_message_begin(self) -> None:
        """A second response to one request spoils the connection."""
        if self.found is not None:
            self.is_reusable = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keeps a header."""
        if self.found is not None:
            return
        self._headers.append((name, value))
        size = len(name)
        if size == 14 and name.lower() == b"content-length":
            self._has_length = True
            self._measure(int(value) if value.isdigit() else 0)
        elif size == 17 and name.lower() == b"transfer-encoding":
            self._has_length = True
        elif size == 16 and name.lower() == b"content-encoding" and value.strip().lower() in _PACKED:
            self._unpacking = zlib.decompressobj(_WITH_HEAD)

    def on_headers_complete(self) -> None:
        """Notes the status."""
        if self.found is None:
            self._status = self._parser.get_status_code()
            self._has_head = self._status >= 200

    def on_body(self, body: bytes) -> None:
        """Keeps a piece of the body, as far as it is not too much."""
        if self.found is not None:
            return
        if self._unpacking is None:
            self._keep(body)
            return
        while body and self.found is None:
            if self._unpacking.eof:
                # What is packed may be packed in several parts.
                self._unpacking = zlib.decompressobj(_WITH_HEAD)
            try:
                self._keep(self._unpacking.decompress(body, self._most_bytes + 1))
            except zlib.error:
                self._refuse("garbled", f"what {self._where} sent cannot be unpacked")
            body = self._unpacking.unused_data

    def on_message_complete(self) -> None:
        """Hands the response over; one that only says that another follows is passed over."""
        if self.found is not None:
            return
        if self._status < 200:
            self._forget()
            return
        self.is_reusable = self.is_reusable and self._parser.should_keep_alive()
        self._give()

    def _keep(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._size += len(piece)
        self._measure(self._size)

    def _forget(self) -> None:
        self._status = self._size = self._head_size = 0
        self._headers: list[tuple[bytes, bytes]] = []
        self._pieces: list[bytes] = []
        self._unpacking = None
        self._has_head = self._has_length = False

    def _give(self) -> None:
        if self._unpacking is not None and self._size and not self._unpacking.eof:
            self._refuse("garbled", f"what {self._where} sent is packed, and breaks off")
            return
        body = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
        self.found = Received(self._status, self._headers, body)

    def _measure(self, size: int) -> None:
        if size > self._most_bytes:
            self._refuse("too_large", f"the response is larger than {self._most_bytes / 1024 / 1024:g} MiB")

    def _refuse(self, kind: str, message: str) -> None:
        self.is_reusable = False
        self.found = failed(kind, message)
