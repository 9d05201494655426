"""An address as a request needs it: whom to connect to, what to ask for there, and what may be shown of it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

_PORTS = {"http": 80, "https": 443}
_KEPT_AS_IT_IS = "/?:@!$&'()*+,;=%[]~-._#"


@dataclass(frozen=True, kw_only=True, slots=True)
class Address:
    """Where a request goes."""

    scheme: str
    """`http` or `https`."""
    host: str
    """The name or number of the machine, without brackets."""
    port: int
    asked: str
    """The path and the query."""
    named: str
    """Host and port as a request names them, and as they may be shown."""
    login: str
    """The header of a user and a password that stand in the address; empty where none do. Never to be shown."""

    @property
    def whole(self) -> str:
        """The address as a proxy is asked for it."""
        return f"{self.scheme}://{self.named}{self.asked}"


def address_of(url: str) -> Address:
    """An address taken apart.

    >>> address_of("http://localhost:8000/v1/chat?x=1").asked
    '/v1/chat?x=1'
    >>> address_of("https://[::1]/").named
    '[::1]'

    Raises:
        ValueError: it is none of HTTP.
    """
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("it is no address of HTTP")
    try:
        # Of plain letters too: a label that is empty or too long is refused here, and not while it is connected to.
        host = parts.hostname.encode("idna").decode()
    except UnicodeError as error:
        raise ValueError(f"its name is none: {error}") from None
    port = parts.port or _PORTS[parts.scheme]
    if not host.isprintable() or any(sign in host for sign in ' \\^`{|}<>"%'):
        raise ValueError("its name holds what no name can hold")
    bracketed = f"[{host}]" if ":" in host else host
    path = quote(parts.path or "/", safe=_KEPT_AS_IT_IS)
    query = f"?{quote(parts.query, safe=_KEPT_AS_IT_IS)}" if parts.query else ""
    return Address(
        scheme=parts.scheme,
        host=host,
        port=port,
        asked=path + query,
        named=bracketed if parts.port is None else f"{bracketed}:{port}",
        login=_login(parts),
    )


def _login(parts: SplitResult) -> str:
    if parts.username is None and parts.password is None:
        return ""
    both = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    return f"Basic {base64.b64encode(both.encode()).decode()}"
