"""Responses in every form that servers send them in, and connections that are no longer what they were."""

from __future__ import annotations

import asyncio
import gzip
import ssl

import pytest
import trustme

from arbitree.core.records import Failed
from arbitree.judges.http import Http, Limits
from arbitree.judges.http_address import address_of
from arbitree.judges.http_connection import Connection, Waits
from arbitree.judges.http_opening import Opener, Route
from arbitree.providers.base import Request, Response
from tests.judges.raw_server import RawServer, response
from tests.judges.sending import PATIENT, SURROUNDINGS, failure, send, serving, well

pytestmark = pytest.mark.loopback

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nab\r\n\r\n3\r\ncde\r\n0\r\nafter: all\r\n\r\n"
LENGTH = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"


@pytest.fixture(autouse=True)
def bare_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SURROUNDINGS:
        monkeypatch.delenv(name, raising=False)


def written(*pieces: bytes, closes: bool = False) -> RawServer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        if closes:
            writer.close()

    return serving(answer)


def body_of(*pieces: bytes, closes: bool = False) -> bytes:
    with written(*pieces, closes=closes) as server:
        got = send(server.url)
    assert isinstance(got, Response), got
    return got.body


def twice(server: RawServer, *, pause: float = 0.0) -> list[object]:
    async def both() -> list[object]:
        http = Http(limits=PATIENT)
        found: list[object] = []
        for _ in range(2):
            got = await http.send(Request(url=server.url, body=b"{}"))
            found.append(got.body if isinstance(got, Response) else got.kind)
            await asyncio.sleep(pause)
        return found

    with server:
        return asyncio.run(both())


def test_a_body_in_chunks_is_joined() -> None:
    assert body_of(CHUNKED) == b"ab\r\ncde"


@pytest.mark.parametrize("whole", [CHUNKED, LENGTH])
def test_a_response_may_come_byte_by_byte(whole: bytes) -> None:
    assert body_of(*(bytes([one]) for one in whole)) == body_of(whole)


def test_a_body_without_a_length_ends_with_its_connection() -> None:
    assert body_of(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc", b"def", closes=True) == b"abcdef"


def test_a_body_of_chunks_that_breaks_off_is_a_connection_failure() -> None:
    with written(CHUNKED[:60], closes=True) as server:
        assert failure(send(server.url)).kind == "connection"


def test_what_only_says_that_a_response_follows_is_passed_over() -> None:
    assert body_of(b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + LENGTH) == b"abc"


def test_a_packed_body_is_unpacked() -> None:
    assert body_of(response(gzip.compress(b"abc" * 1000), headers="Content-Encoding: gzip\r\n")) == b"abc" * 1000


def test_a_body_packed_in_several_parts_is_unpacked_whole() -> None:
    packed = gzip.compress(b"abc") + gzip.compress(b"def")

    assert body_of(response(packed, headers="content-encoding: gzip\r\n")) == b"abcdef"


def test_a_head_without_an_end_is_too_large_as_a_body_would_be() -> None:
    limits = Limits(most_bytes=4096)

    for endless in (b"y" * 8192, b"y: z\r\n" * 2000):
        with written(b"HTTP/1.1 200 OK\r\nx: " + endless) as server:
            assert failure(send(server.url, limits=limits)).kind == "too_large"


@pytest.mark.parametrize(
    "packed", [b"not packed at all", gzip.compress(b"abc" * 1000, mtime=0)[:-12]], ids=["not packed", "cut"]
)
def test_a_packed_body_that_cannot_be_unpacked_is_garbled(packed: bytes) -> None:
    with written(response(packed, headers="content-encoding: gzip\r\n")) as server:
        assert failure(send(server.url)).kind == "garbled"


def test_a_response_without_a_body_is_one() -> None:
    assert body_of(b"HTTP/1.1 204 No Content\r\n\r\n") == b""


def test_a_second_response_to_one_request_is_never_taken_for_the_next_ones() -> None:
    assert twice(written(LENGTH + LENGTH.replace(b"abc", b"no!"))) == [b"abc", b"abc"]


@pytest.mark.parametrize("ending", ["", "connection: close\r\n"])
def test_what_is_no_http_after_a_whole_response_takes_nothing_from_it(ending: str) -> None:
    assert twice(written(response(b"abc", headers=ending) + b"no HTTP")) == [b"abc", b"abc"]


def test_what_comes_unasked_closes_the_connection() -> None:
    server = written(LENGTH, LENGTH.replace(b"abc", b"no!"))

    assert twice(server, pause=0.1) == [b"abc", b"abc"]


def test_a_connection_that_the_server_closed_is_not_used_again() -> None:
    assert twice(written(LENGTH, closes=True), pause=0.1) == [b"abc", b"abc"]


def test_a_server_that_says_that_it_closes_is_asked_over_a_new_connection() -> None:
    assert twice(written(response(b"abc", headers="Connection: close\r\n"))) == [b"abc", b"abc"]


def test_a_request_is_written_as_it_should_be() -> None:
    with serving(well) as server:
        send(f"http://me:pass%20word@localhost:{server.port}/v1/\u00e9 x?a=b c")
    head = server.heads[0].split("\r\n")

    assert head[0] == "POST /v1/%C3%A9%20x?a=b%20c HTTP/1.1"
    assert f"host: localhost:{server.port}" in head
    assert "authorization: Basic bWU6cGFzcyB3b3Jk" in head
    assert "content-length: 2" in head


def test_a_header_cannot_bring_another_one_in() -> None:
    async def sent() -> Response | Failed:
        request = Request(url="http://localhost:1/", body=b"", headers=(("x", "a\r\nevil: b"),))
        return await Http(limits=PATIENT).send(request)

    assert "no header can hold" in failure(asyncio.run(sent())).message


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("http://[::1]:8000/v1", "[::1]:8000"),
        ("https://models.test/", "models.test"),
        ("http://b\u00fccher.test", "xn--bcher-kva.test"),
    ],
)
def test_an_address_names_its_server(url: str, named: str) -> None:
    assert address_of(url).named == named


@pytest.mark.parametrize("host", ["models..test", ".test", "m" * 64 + ".test"])
def test_a_name_with_an_empty_or_endless_part_is_refused(host: str) -> None:
    failed = failure(send(f"http://{host}/v1"))

    assert failed.kind == "bad_request"
    assert "its name is none" in failed.message


class Proxy:
    """Lets everybody through to one server, or nobody."""

    def __init__(self, port: int, *, status: str = "200 Connection established") -> None:
        self._port, self._status = port, status
        self.server = RawServer(self._serve)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.server.head(reader)
        writer.write(f"HTTP/1.1 {self._status}\r\nvia: proxy\r\n\r\n".encode())
        await writer.drain()
        if not self._status.startswith("200"):
            return
        far_reader, far_writer = await asyncio.open_connection("localhost", self._port)
        try:
            await asyncio.gather(_pumped(reader, far_writer), _pumped(far_reader, writer))
        finally:
            far_writer.close()


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


def test_a_proxy_is_asked_for_a_way_through_to_a_server_with_tls(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(f"{tmp_path}/ca.pem")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    monkeypatch.setenv("SSL_CERT_FILE", f"{tmp_path}/ca.pem")
    with serving(well, tls=context) as server, Proxy(server.port).server as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://me:canary-77@localhost:{proxy.port}")
        got = send(server.url, limits=Limits())

    assert isinstance(got, Response)
    assert proxy.heads[0].startswith(f"CONNECT localhost:{server.port} HTTP/1.1\r\n")
    assert "proxy-authorization: Basic " in proxy.heads[0]
    assert "proxy-authorization" not in server.heads[0].lower()


def test_a_proxy_that_lets_nobody_through_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with Proxy(1, status="407 Proxy Authentication Required").server as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://me:canary-77@localhost:{proxy.port}")
        got = failure(send("https://models.test/v1"))

    assert (got.kind, got.transient) == ("connection", True)
    assert got.message == "the proxy of models.test answered 407 Proxy Authentication Required"


def test_another_number_of_a_name_is_tried_and_what_did_not_answer_comes_last_from_then_on() -> None:
    async def places() -> list[tuple[str, int]]:
        opener = Opener()
        until = asyncio.get_running_loop().time() + 60
        opener._numbers["models.test", 80] = (until, [("127.0.0.1", 1), ("127.0.0.1", server.port)])
        connection = await opener.opened(Route("http", "models.test", 80, "models.test", None, None), seconds=30)
        assert isinstance(connection, Connection)
        await connection.exchange(b"GET / HTTP/1.1\r\n\r\n", Waits(30, 30, 30, 1000))
        connection.close()
        return opener._numbers["models.test", 80][1]

    with serving(well) as server:
        assert asyncio.run(places()) == [("127.0.0.1", server.port), ("127.0.0.1", 1)]


class _Foreign(asyncio.BaseTransport):
    """A transport of another loop than asyncio's own: it does what they do, and is none of their classes."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        return


def test_a_transport_of_another_event_loop_is_written_to() -> None:
    async def asked() -> tuple[bytes, object]:
        transport, connection = _Foreign(), Connection(asyncio.get_running_loop(), "models.test")
        connection.connection_made(transport)
        asking = asyncio.create_task(connection.exchange(b"GET", Waits(1, 1, 1, 1000)))
        await asyncio.sleep(0)
        connection.data_received(LENGTH)
        return transport.written, await asking

    written, got = asyncio.run(asked())
    assert (written, getattr(got, "body", None)) == (b"GET", b"abc")
