"""Functions that tests and docs/checks.md use as a user's own checks."""

from __future__ import annotations

import os
import time


def is_polite(text: str) -> bool:
    """Whether a text says please or thank you."""
    return "please" in text.lower() or "thank" in text.lower()


def complaint(text: str) -> str:
    """What is wrong with a text; empty when nothing is."""
    return "" if len(text) > 10 else f"{len(text)} characters are few"


def both(text: str) -> tuple[bool, str]:
    """A verdict with its reason."""
    return text.isupper(), "case was looked at"


async def is_long(text: str) -> bool:
    """An async check."""
    return len(text) > 10


def forgets(text: str) -> None:
    """Gives nothing back."""


def raises(text: str) -> bool:
    """Raises."""
    raise ValueError("no such thing")


def leaves(text: str) -> bool:
    """Ends the process."""
    os._exit(7)


def hangs(text: str) -> bool:
    """Never returns."""
    while True:
        time.sleep(1)


def prints(text: str) -> bool:
    """Writes to the standard output, as people do while they look for a mistake."""
    print("looking at", text)
    return True
