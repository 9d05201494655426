"""What tests of sending share: one request by a client of its own, and servers that answer every request alike."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable

from arbitree.core.records import Failed
from arbitree.judges.http import Http, Limits
from arbitree.providers.base import Request, Response
from tests.judges.raw_server import RawServer, response

PATIENT = Limits(connect=30.0, first_byte=30.0, total=60.0)
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


SURROUNDINGS = (
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
)
"""Variables that sending looks at."""


def serving(answer: Answer, *, tls: ssl.SSLContext | None = None) -> RawServer:
    """A server that answers every request of a connection by writing."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await server.head(reader)
            await answer(writer)
            await writer.drain()

    server = RawServer(serve, tls=tls)
    return server


async def well(writer: asyncio.StreamWriter) -> None:
    """Answers with an empty object."""
    writer.write(response(b"{}"))


def send(url: str, *, limits: Limits = PATIENT, body: bytes = b"{}") -> Response | Failed:
    """One request by a client of its own."""

    async def once() -> Response | Failed:
        http = Http(limits=limits)
        try:
            return await http.send(Request(url=url, body=body))
        finally:
            assert http.open_calls == 0

    return asyncio.run(once())


def failure(got: Response | Failed) -> Failed:
    """The failure that it has to be."""
    assert isinstance(got, Failed), got
    return got
