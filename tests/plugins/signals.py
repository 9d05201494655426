"""Ctrl-C reaches the tests that are about it, even where the suite was started in the background.

A shell starts what it runs in the background with SIGINT ignored, and so are all that it starts in turn.
"""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Takes SIGINT as it is taken in the foreground."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
