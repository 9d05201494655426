"""No test reaches the network, and the package holds nothing that would report on its user."""

from __future__ import annotations

import socket
import threading

import pytest

from tests.meta.source import imports, modules
from tests.plugins.sockets import NetworkRefused

OWNS_A_SOCKET = ("judges/http", "executors/", "testing/server/", "runner/workers/")
"""Where a connection may be opened from, or taken; workers are spoken to over a pair of sockets without an address."""

NETWORK = frozenset({"aiohttp", "ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "urllib3"})
"""Modules that open connections."""


def test_a_connection_is_refused() -> None:
    with socket.socket() as plain, pytest.raises(NetworkRefused):
        plain.connect(("192.0.2.1", 80))
    with pytest.raises(NetworkRefused):
        socket.create_connection(("localhost", 80))


@pytest.mark.loopback
def test_a_test_marked_loopback_may_reach_this_machine_and_no_other() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        accepted: list[tuple[socket.socket, object]] = []
        waiting = threading.Thread(target=lambda: accepted.append(server.accept()))
        waiting.start()
        socket.create_connection(server.getsockname()).close()
        waiting.join()
        accepted[0][0].close()

    with pytest.raises(NetworkRefused):
        socket.create_connection(("192.0.2.1", 80))


def test_only_judges_that_call_servers_can_open_a_connection() -> None:
    openers = {
        module.path
        for module in modules()
        for found in imports(module)
        if found.target.partition(".")[0] in NETWORK or found.target == "urllib.request"
    }

    assert {path for path in openers if not path.startswith(OWNS_A_SOCKET)} == set()
