"""Certificates and proxies that the environment names."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme

from arbitree.judges.http import Limits
from arbitree.providers.base import Response
from tests.judges.raw_server import RawServer
from tests.judges.sending import SURROUNDINGS, failure, send, serving, well

pytestmark = pytest.mark.loopback


@pytest.fixture(autouse=True)
def bare_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SURROUNDINGS:
        monkeypatch.delenv(name, raising=False)


def tls_context(authority: trustme.CA, name: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(name).configure_cert(context)
    return context


def test_a_certificate_that_nobody_vouches_for_is_refused_and_said() -> None:
    with serving(well, tls=tls_context(trustme.CA(), "localhost")) as server:
        got = failure(send(server.url, limits=Limits()))

    assert (got.kind, got.transient) == ("tls", False)
    assert got.message.startswith(f"the certificate of localhost:{server.port} was refused: ")


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_an_authority_that_the_environment_names_is_trusted(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv(variable, str(tmp_path / "ca.pem"))
    with serving(well, tls=tls_context(authority, "localhost")) as server:
        assert isinstance(send(server.url, limits=Limits()), Response)


def test_a_file_of_authorities_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "none.pem"))
    got = failure(send("https://localhost:1/"))

    assert got.kind == "tls"
    assert f"REQUESTS_CA_BUNDLE names {tmp_path / 'none.pem'}" in got.message


def test_a_server_that_speaks_no_tls_is_said() -> None:
    async def plain(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()

    with RawServer(plain) as server:
        got = failure(send(server.url.replace("http:", "https:")))

    assert (got.kind, got.transient) == ("connection", True)
    assert f"no TLS with localhost:{server.port}" in got.message


def test_a_proxy_of_the_environment_is_used_and_its_password_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(well) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://me:proxy-canary-77@localhost:{proxy.port}")
        got = send("http://models.test/v1/chat")
    assert isinstance(got, Response)
    assert proxy.heads[0].startswith("POST http://models.test/v1/chat HTTP/1.1\r\n")
    assert "proxy-authorization: basic" in proxy.heads[0].lower()

    gone = failure(send("http://models.test/v1/chat"))
    assert gone.kind == "connection"
    assert f"through the proxy localhost:{proxy.port}" in gone.message
    assert "canary" not in gone.message


def test_an_exception_of_the_environment_goes_past_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://localhost:1")
    monkeypatch.setenv("NO_PROXY", "example.com,localhost")
    with serving(well) as server:
        assert isinstance(send(server.url), Response)


def test_a_proxy_that_is_none_for_http_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://localhost:1080")

    assert failure(send("http://models.test/")).kind == "bad_request"


@pytest.mark.parametrize("proxy", ["http://u:hidden@:99999", "a..b:80"])
def test_a_proxy_without_an_address_is_what_is_named_and_not_the_server(
    monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)

    assert (
        failure(send("http://models.test/v1")).message == "the proxy that the environment names has no address of HTTP"
    )
