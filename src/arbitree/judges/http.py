"""Sends requests. The only file that owns a socket, and the only one that imports an HTTP client."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from arbitree.core.records import Failed
from arbitree.judges.keys import Keys
from arbitree.judges.proxies import Proxy, proxy_of
from arbitree.judges.redacting import redacted, redacted_text
from arbitree.providers.base import Auth, Request, Response
from arbitree.providers.failing import failed

if TYPE_CHECKING:
    import aiohttp

_IDLE_SECONDS = 4.5
"""How long a connection is kept for the next request: just below the 5 s after which some servers close it."""

_CA_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables that may name a file of certificates."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long a request may take, in seconds, and how large its response may be."""

    connect: float = 10.0
    first_byte: float = 120.0
    """From sending to the response's first byte. Servers that do not stream send it when the reply is complete."""
    total: float = 300.0
    most_bytes: int = 8 * 1024 * 1024


class Http:
    """Sends requests over connections that are kept, one set of them for each event loop."""

    def __init__(self, *, limits: Limits | None = None, keys: Keys | None = None) -> None:
        self.limits = limits or Limits()
        self.open_calls = 0
        """How many requests are on their way."""
        self._keys = keys or Keys()
        self._connect: aiohttp.ClientTimeout | None = None

    def __repr__(self) -> str:
        return f"<http, {self.open_calls} on their way>"

    def account(self, auth: Auth | None) -> str:
        """What tells the account that requests are sent for from others; never the key itself."""
        return self._keys.account(auth)

    async def send(self, request: Request) -> Response | Failed:
        """The response to a request, read to its end; or why there is none. Raises nothing but cancellation."""
        key = await self._keys.key_for(request.auth)
        if isinstance(key, Failed):
            return key
        got = await self._send(request, key)
        if isinstance(got, Response) and got.status == 401 and self._keys.can_renew:
            key = await self._keys.key_for(request.auth, instead_of=key)
            return key if isinstance(key, Failed) else await self._send(request, key)
        return got

    async def _send(self, request: Request, key: str) -> Response | Failed:
        proxy = proxy_of(request.url)
        secrets = tuple(secret for secret in (key, proxy.secret if proxy else "") if secret)
        self.open_calls += 1
        try:
            got = await self._exchange(request, key, proxy)
        finally:
            self.open_calls -= 1
        return _without(secrets, got) if secrets else got

    async def _exchange(self, request: Request, key: str, proxy: Proxy | None) -> Response | Failed:
        where = urlsplit(request.url).netloc.rpartition("@")[2]
        if proxy is not None and not proxy.url.startswith(("http://", "https://")):
            return failed("bad_request", f"the proxy {proxy.shown} is none for HTTP, and no other can be used")
        try:
            client = await _CLIENTS.of_running_loop()
            trusted = await _CLIENTS.certificates() if request.url.startswith("https:") or proxy else True
        except ImportError:
            return failed("connection", 'requests are sent by aiohttp, which is missing: pip install "aiohttp>=3.10"')
        except OSError as error:
            return failed("tls", str(error))
        headers = dict(request.headers)
        if key:
            header, prefix = (
                (request.auth.header, request.auth.prefix) if request.auth else ("authorization", "Bearer ")
            )
            headers[header] = f"{prefix}{key}"
        limits, stage = self.limits, "first"
        end = asyncio.get_running_loop().time() + limits.total
        try:
            async with asyncio.timeout(min(limits.first_byte, limits.total)) as timeout:
                response = await client.request(
                    request.method,
                    request.url,
                    data=request.body,
                    headers=headers,
                    allow_redirects=False,
                    proxy=proxy.url if proxy else None,
                    timeout=self._timeout(),
                    ssl=trusted,
                )
                timeout.reschedule(end)
                stage = "rest"
                async with response:
                    return await _read(response, limits.most_bytes)
        except Exception as error:
            return _why(error, where, stage, limits, proxy)

    def _timeout(self) -> aiohttp.ClientTimeout:
        import aiohttp

        if self._connect is None:
            self._connect = aiohttp.ClientTimeout(total=None, connect=self.limits.connect)
        return self._connect


class _Clients:
    """One client for each event loop, whoever sends. It is closed when its loop ends.

    A sender that is dropped leaves its connections to the others: closing a client takes turns of its loop, and a loop
    that is ending has none left to give.
    """

    def __init__(self) -> None:
        self._trusted: dict[tuple[str, ...], ssl.SSLContext] = {}
        self._kept: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[Any, None], Any]] = {}

    async def of_running_loop(self) -> aiohttp.ClientSession:
        """The running loop's client.

        Raises:
            ImportError: aiohttp is not installed.
        """
        loop = asyncio.get_running_loop()
        kept = self._kept.get(loop)
        if kept is None:
            for other in [one for one in self._kept if one.is_closed()]:
                self._kept.pop(other, None)
            clients = _client_for_life()
            kept = self._kept[loop] = (clients, await anext(clients))
        client: aiohttp.ClientSession = kept[1]
        return client

    async def certificates(self) -> ssl.SSLContext:
        """What is trusted: read when it is first needed, in a thread, since it can take a third of a second.

        Raises:
            OSError: a file that the environment names cannot be read as certificates.
        """
        named = tuple(os.environ.get(variable, "") for variable in _CA_FILES)
        if named not in self._trusted:
            self._trusted[named] = await asyncio.to_thread(_certificates)
        return self._trusted[named]


_CLIENTS: Final = _Clients()


async def _client_for_life() -> AsyncGenerator[aiohttp.ClientSession, None]:
    """One client, closed when the loop ends: a loop closes the asynchronous generators that are still open."""
    import aiohttp

    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=_IDLE_SECONDS, ttl_dns_cache=60)
    async with aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"user-agent": "arbitree"},
        trust_env=False,
    ) as client:
        while True:
            yield client


async def _read(response: aiohttp.ClientResponse, most: int) -> Response | Failed:
    """The whole response, as long as it is no redirect and not too large."""
    if 300 <= response.status < 400:
        target = urlsplit(response.headers.get("location", ""))
        response.close()
        to = target.netloc or target.path or "nowhere"
        return failed("redirected", f"{response.status}: sent on to {to}; name that address if it is the right one")
    chunks: list[bytes] = []
    size = response.content_length or 0
    if size <= most:
        size = 0
        async for chunk in response.content.iter_any():
            size += len(chunk)
            if size > most:
                break
            chunks.append(chunk)
    if size > most:
        response.close()
        return failed("too_large", f"the response is larger than {most / 1024 / 1024:g} MiB")
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Response(status=response.status, headers=headers, body=b"".join(chunks))


def _why(error: Exception, where: str, stage: str, limits: Limits, proxy: Proxy | None) -> Failed:
    """What an exception of the client means. The exception itself is dropped: it may hold the request's headers."""
    import aiohttp

    said = " ".join(str(error).split()).partition(": <")[0][:300] or type(error).__name__
    through = f" through the proxy {proxy.shown}" if proxy else ""
    match error:
        case aiohttp.ConnectionTimeoutError():
            return failed("timeout", f"no connection to {where}{through} within {limits.connect:g} s")
        case TimeoutError() if stage == "first":
            return failed("timeout", f"{where} sent nothing within {min(limits.first_byte, limits.total):g} s")
        case TimeoutError():
            return failed("timeout", f"the response of {where} was not complete within {limits.total:g} s")
        case aiohttp.ClientConnectorCertificateError():
            reason = getattr(error.certificate_error, "verify_message", "") or type(error.certificate_error).__name__
            return failed("tls", f"the certificate of {where} was refused: {reason}")
        case aiohttp.ClientSSLError() | ssl.SSLError():
            # No certificate was refused: the handshake broke, as connections do.
            return failed("connection", f"no TLS with {where}: {said}")
        case aiohttp.ClientHttpProxyError():
            return failed("connection", f"the proxy of {where} answered {error.status} {error.message}")
        case aiohttp.ClientResponseError():
            return failed("garbled", f"what {where} sent is no HTTP")
        case aiohttp.InvalidURL():
            return failed("bad_request", f"{where} is no address")
        case aiohttp.ClientConnectorError():
            return failed("connection", f"no connection to {where}{through}: {error.strerror or said}")
        case aiohttp.ClientError() | OSError():
            return failed("connection", f"the connection to {where}{through} broke: {said}")
        case _:
            return failed("bad_request", f"the request cannot be sent to {where}: {type(error).__name__}: {said}")


def _without(secrets: tuple[str, ...], got: Response | Failed) -> Response | Failed:
    """The same, with every secret that the server echoed taken out."""
    if isinstance(got, Failed):
        message = redacted_text(got.message, secrets, is_reply=False)
        return got if message == got.message else failed(got.kind, message, retry_after=got.retry_after)
    is_reply = got.status == 200
    headers = {name: redacted_text(value, secrets, is_reply=is_reply) for name, value in got.headers.items()}
    return Response(status=got.status, headers=headers, body=redacted(got.body, secrets, is_reply=is_reply))


def _certificates() -> ssl.SSLContext:
    """A context that trusts the system's certificates and those of the files that the environment names.

    Raises:
        OSError: A file that the environment names cannot be read, or holds no certificate.
    """
    # OpenSSL itself looks at SSL_CERT_FILE and SSL_CERT_DIR, but says nothing of a file that is not there.
    context = ssl.create_default_context()
    for variable in _CA_FILES:
        path = os.environ.get(variable)
        if path:
            try:
                context.load_verify_locations(cafile=path)
            except OSError as error:
                raise OSError(f"{variable} names {path}, which cannot be read as certificates: {error}") from error
    return context
