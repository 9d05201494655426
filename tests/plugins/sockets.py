"""No test opens a connection; one marked `loopback` may open connections to this machine itself."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class NetworkRefused(AssertionError):
    """A test wanted to reach the network."""


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuses connections and the look-up of names."""
    allowed = _LOOPBACK if request.node.get_closest_marker("loopback") else set()

    def guarded(real: Callable[..., Any], host_of: Callable[..., object]) -> Callable[..., Any]:
        def call(*args: Any, **keywords: Any) -> Any:
            host = host_of(*args, **keywords)
            if host not in allowed:
                raise NetworkRefused(f"a test may not reach {host!r}; mark it loopback to reach this machine itself")
            return real(*args, **keywords)

        return call

    def of_address(_socket: socket.socket, address: Any, *_: Any) -> object:
        return address[0] if isinstance(address, tuple) else address

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, guarded(getattr(socket.socket, name), of_address))
    monkeypatch.setattr(socket, "getaddrinfo", guarded(socket.getaddrinfo, lambda host, *_, **__: host))
