"""Requests over real sockets of this machine: what is kept, what is refused, and what each fault becomes."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import replace

import pytest

from arbitree.core.records import Failed
from arbitree.judges.http import Http, Limits
from arbitree.judges.loop import run_sync
from arbitree.providers.base import Request, Response
from arbitree.testing.server import LoopbackServer
from tests.judges.raw_server import RawServer, response
from tests.judges.sending import PATIENT, SURROUNDINGS, failure, send, serving, well

pytestmark = pytest.mark.loopback


@pytest.fixture(autouse=True)
def bare_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SURROUNDINGS:
        monkeypatch.delenv(name, raising=False)


def test_a_response_is_read_to_its_end_with_its_headers() -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(response(b'{"a": 1}', status="429 Too Many Requests", headers="Retry-After: 3\r\n"))

    with serving(answer) as server:
        got = send(f"{server.url}/v1/x")

    assert isinstance(got, Response)
    assert (got.status, got.body, got.headers["retry-after"]) == (429, b'{"a": 1}', "3")
    assert server.heads[0].startswith("POST /v1/x HTTP/1.1\r\n")


def test_connections_are_kept_for_the_next_request() -> None:
    async def many(url: str) -> None:
        http = Http()
        for _ in range(20):
            got = await http.send(Request(url=f"{url}/chat/completions", body=b"{}"))
            assert isinstance(got, Response)

    with LoopbackServer() as server:
        run_sync(many(server.url))

    assert (server.counts.requests, server.counts.connections) == (20, 1)


def test_each_loop_has_connections_of_its_own_and_closes_them_at_its_end() -> None:
    http = Http()

    async def once(url: str) -> Response | Failed:
        return await http.send(Request(url=f"{url}/chat/completions", body=b"{}"))

    with LoopbackServer() as server:
        for _ in range(3):
            assert isinstance(asyncio.run(once(server.url)), Response)

    assert server.counts.connections == 3


def test_nothing_listening_is_a_connection_failure_that_names_the_address() -> None:
    with serving(well) as server:
        port = server.port
    got = failure(send(f"http://localhost:{port}/v1"))

    assert (got.kind, got.transient) == ("connection", True)
    assert f"localhost:{port}" in got.message


def test_no_first_byte_in_time_is_a_timeout() -> None:
    async def silent(_: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    with serving(silent) as server:
        got = failure(send(server.url, limits=replace(PATIENT, first_byte=0.2)))

    assert (got.kind, got.transient) == ("timeout", True)
    assert got.message == f"localhost:{server.port} sent nothing within 0.2 s"


def test_a_response_that_drips_beyond_the_total_is_a_timeout() -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
        for _ in range(1000):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    with serving(drip) as server:
        got = failure(send(server.url, limits=replace(PATIENT, total=0.6)))

    assert got.kind == "timeout"
    assert "was not complete within 0.6 s" in got.message


@pytest.mark.parametrize("is_declared", [True, False])
def test_a_giant_response_is_refused_whether_it_says_its_size_or_not(is_declared: bool) -> None:
    async def giant(writer: asyncio.StreamWriter) -> None:
        length = b"content-length: 5000000\r\n" if is_declared else b"connection: close\r\n"
        writer.write(b"HTTP/1.1 200 OK\r\n" + length + b"\r\n")
        for _ in range(50):
            writer.write(b"x" * 100_000)
            await writer.drain()

    with serving(giant) as server:
        got = failure(send(server.url, limits=replace(PATIENT, most_bytes=1024 * 1024)))

    assert (got.kind, got.transient) == ("too_large", True)
    assert "larger than 1 MiB" in got.message


def test_a_packed_response_is_measured_unpacked() -> None:
    async def packed(writer: asyncio.StreamWriter) -> None:
        body = gzip.compress(b"x" * 5_000_000)
        writer.write(response(body, headers="content-encoding: gzip\r\n"))

    with serving(packed) as server:
        got = failure(send(server.url, limits=Limits(most_bytes=1024 * 1024)))

    assert got.kind == "too_large"


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"])
def test_a_connection_that_breaks_is_a_connection_failure(sent: bytes) -> None:
    async def breaks(writer: asyncio.StreamWriter) -> None:
        writer.write(sent)
        await writer.drain()
        writer.transport.abort()

    with serving(breaks) as server:
        got = failure(send(server.url))

    assert (got.kind, got.transient) == ("connection", True)


def test_what_is_no_http_is_garbled() -> None:
    async def other(writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")

    with serving(other) as server:
        got = failure(send(server.url))

    assert (got.kind, got.transient) == ("garbled", True)


def test_a_redirect_is_not_followed() -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(response(b"", status="307 Temporary Redirect", headers="location: https://other.test/x?k=1\r\n"))

    with serving(answer) as server:
        got = failure(send(server.url))

    assert (got.kind, got.transient) == ("redirected", True)
    assert got.message == "307: sent on to other.test; name that address if it is the right one"
    assert len(server.heads) == 1


def test_cancelling_a_call_closes_its_connection() -> None:
    arrived, gone = asyncio.Event(), []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.head(reader)
        loop.call_soon_threadsafe(arrived.set)
        gone.append(await reader.read())
        loop.call_soon_threadsafe(closed.set)

    async def cancel() -> None:
        nonlocal loop, closed
        loop, closed = asyncio.get_running_loop(), asyncio.Event()
        http = Http()
        call = asyncio.create_task(http.send(Request(url=server.url, body=b"{}")))
        await asyncio.wait_for(arrived.wait(), 5)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert http.open_calls == 0
        await asyncio.wait_for(closed.wait(), 5)

    loop: asyncio.AbstractEventLoop
    closed: asyncio.Event
    server = RawServer(serve)
    with server:
        asyncio.run(cancel())

    assert gone == [b""]


@pytest.mark.parametrize("url", ["http://", "ftp://models.test/", "http://a b.test/", "nonsense"])
def test_an_address_that_is_none_is_a_failure_and_no_exception(url: str) -> None:
    assert isinstance(send(url), Failed)
