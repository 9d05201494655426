"""Settings of every test: no network, the same random examples each time, golden files."""

from __future__ import annotations

pytest_plugins = [
    "tests.plugins.sockets",
    "tests.plugins.examples",
    "tests.plugins.golden",
    "tests.plugins.signals",
    "tests.plugins.servers",
]
