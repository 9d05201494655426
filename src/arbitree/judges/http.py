"""Sends requests: with their key, through the proxy that the environment names, within limits; no secret comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from arbitree.core.records import Failed
from arbitree.judges.http_address import address_of
from arbitree.judges.http_connection import Waits
from arbitree.judges.http_opening import Route
from arbitree.judges.http_pool import POOLS
from arbitree.judges.http_reader import Received
from arbitree.judges.http_trust import TRUST
from arbitree.judges.keys import Keys
from arbitree.judges.proxies import proxy_of
from arbitree.judges.redacting import redacted, redacted_text
from arbitree.providers.base import Auth, Request, Response
from arbitree.providers.failing import failed

_MOST_WAYS: Final = 64
"""How many kinds of request are remembered."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long a request may take, in seconds, and how large its response may be."""

    connect: float = 10.0
    first_byte: float = 120.0
    """From sending to the response's first byte. Servers that do not stream send it when the reply is complete."""
    total: float = 300.0
    """From sending to the response's last byte."""
    most_bytes: int = 8 * 1024 * 1024


class _Way(NamedTuple):
    """What all requests of one kind have in common."""

    route: Route
    head: bytes
    """All headers but the length of the body."""
    secrets: tuple[str, ...]
    """What must not come back."""


class Http:
    """Sends requests over connections that are kept, one set of them for each event loop."""

    def __init__(self, *, limits: Limits | None = None, keys: Keys | None = None) -> None:
        self.limits = limits or Limits()
        self.open_calls = 0
        """How many requests are on their way."""
        self._keys = keys or Keys()
        self._ways: dict[tuple[object, ...], _Way] = {}

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
        way = await self._way(request, key)
        if isinstance(way, Failed):
            return way
        limits = self.limits
        waits = Waits(limits.connect, limits.first_byte, limits.total, limits.most_bytes)
        pool = await POOLS.of_running_loop()
        self.open_calls += 1
        try:
            got = await pool.exchange(way.route, b"%s%d\r\n\r\n%s" % (way.head, len(request.body), request.body), waits)
        finally:
            self.open_calls -= 1
        return _read(got, way.secrets)

    async def _way(self, request: Request, key: str) -> _Way | Failed:
        """What a request has in common with others before it: the environment is looked at for the first of them."""
        kind = (request.url, request.method, request.headers, request.auth, key)
        known = self._ways.get(kind)
        if known is not None:
            return known
        try:
            way = await _way_of(request, key)
        except (ValueError, UnicodeError) as error:
            return failed("bad_request", f"{_named(request.url) or 'nowhere'} cannot be asked: {error}")
        if isinstance(way, _Way):
            self._ways[kind] = way
            if len(self._ways) > _MOST_WAYS:
                del self._ways[next(iter(self._ways))]
        return way


async def _way_of(request: Request, key: str) -> _Way | Failed:
    """How a request is sent.

    Raises:
        ValueError: its address is none, or a header of it cannot be written.
    """
    address = address_of(request.url)
    proxy = proxy_of(request.url)
    if proxy is not None and not proxy.url.startswith(("http://", "https://")):
        return failed("bad_request", f"the proxy {proxy.shown} is none for HTTP, and no other can be used")
    try:
        via = None if proxy is None else address_of(proxy.url)
    except ValueError:
        return failed("bad_request", "the proxy that the environment names has no address of HTTP")
    has_tls = address.scheme == "https" or (via is not None and via.scheme == "https")
    try:
        trusted = await TRUST.certificates() if has_tls else None
    except OSError as error:
        return failed("tls", str(error))
    headers = {"host": address.named, "user-agent": "arbitree", "accept": "*/*", "accept-encoding": "gzip"}
    if address.login:
        headers["authorization"] = address.login
    headers |= {name.lower(): value for name, value in request.headers}
    if key:
        header, prefix = (request.auth.header, request.auth.prefix) if request.auth else ("authorization", "Bearer ")
        headers[header.lower()] = f"{prefix}{key}"
    is_passed_on = via is not None and address.scheme == "http"
    if via is not None and via.login and is_passed_on:
        headers["proxy-authorization"] = via.login
    lines = [f"{request.method} {address.whole if is_passed_on else address.asked} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if any(not line.isprintable() for line in lines):
        raise ValueError("a header holds what no header can hold")
    return _Way(
        route=Route(address.scheme, address.host, address.port, address.named, via, trusted),
        head=("\r\n".join(lines) + "\r\ncontent-length: ").encode("latin-1"),
        secrets=tuple(secret for secret in (key, proxy.secret if proxy else "") if secret),
    )


def _read(got: Received | Failed, secrets: tuple[str, ...]) -> Response | Failed:
    """A response as the codecs take it, as long as it is no redirect; every secret that it echoes is taken out."""
    if isinstance(got, Failed):
        message = redacted_text(got.message, secrets, is_reply=False) if secrets else got.message
        return got if message == got.message else failed(got.kind, message, retry_after=got.retry_after)
    is_reply, body = got.status == 200, got.body
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in got.headers}
    if secrets:
        body = redacted(body, secrets, is_reply=is_reply)
        # All headers at once first: hardly ever is there anything in them.
        head = b"\n".join([value for _, value in got.headers])
        if redacted(head, secrets, is_reply=is_reply) != head:
            headers = {name: redacted_text(value, secrets, is_reply=is_reply) for name, value in headers.items()}
    if 300 <= got.status < 400:
        to = _named(headers.get("location", "")) or "nowhere"
        return failed("redirected", f"{got.status}: sent on to {to}; name that address if it is the right one")
    return Response(status=got.status, headers=headers, body=body)


def _named(url: str) -> str:
    """Host and port of an address as far as it has them, or else its path; never a password, and no query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.netloc.rpartition("@")[2] or parts.path
