"""Settings of every test: no network, the same random examples each time, golden files."""

from __future__ import annotations

pytest_plugins = [
    "tests.plugins.sockets",
    "tests.plugins.examples",
    "tests.plugins.golden",
    "tests.plugins.signals",
    "tests.plugins.servers",
]

collect_ignore = ["src/arbitree/integrations/deepeval/adapters.py"]
"""What needs a library that the tests do without; `make deepeval` tests it."""
