"""The proxy of an address, as the environment names it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True, kw_only=True)
class Proxy:
    """The proxy of one address."""

    url: str
    """With its user and password, where it has them: never to be shown."""
    shown: str
    """Host and port."""
    secret: str
    """Its password; empty where it has none."""


def proxy_of(url: str) -> Proxy | None:
    """The proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` names for an address, unless `NO_PROXY` excepts it."""
    where = urlsplit(url)
    found = _named(where.scheme) or _named("all")
    if not found or is_excepted(where.hostname or "", where.port, _variable("no_proxy")):
        return None
    found = found if "://" in found else f"http://{found}"
    parts = urlsplit(found)
    return Proxy(url=found, shown=parts.netloc.rpartition("@")[2], secret=unquote(parts.password or ""))


def is_excepted(host: str, port: int | None, exceptions: str) -> bool:
    """Whether a list as `NO_PROXY` holds one names a host: by itself, by its domain, with or without a port, or by `*`.

    >>> [is_excepted(host, 80, "example.com, .local,10.0.0.1:80") for host in ("api.example.com", "local", "10.0.0.1")]
    [True, True, True]
    >>> is_excepted("notexample.com", None, "example.com")
    False
    >>> is_excepted("::1", 80, "[::1]")
    True
    """
    for entry in (part.strip().lower() for part in exceptions.split(",")):
        name, colon, only = entry.rpartition(":") if entry.count(":") == 1 else (entry, "", "")
        if colon and only != str(port):
            continue
        # An IPv6 number may stand in brackets, as it does in addresses.
        bare = name.lstrip(".").removeprefix("[").removesuffix("]")
        if entry == "*" or (bare and (host.lower() == bare or host.lower().endswith(f".{bare}"))):
            return True
    return False


def _named(scheme: str) -> str:
    # A web server that runs us under CGI sets HTTP_PROXY from a header that anybody may send.
    if scheme == "http" and "REQUEST_METHOD" in os.environ:
        return os.environ.get("http_proxy", "")
    return _variable(f"{scheme}_proxy")


def _variable(name: str) -> str:
    return os.environ.get(name) or os.environ.get(name.upper(), "")
