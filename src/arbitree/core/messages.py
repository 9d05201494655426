"""One message of a prompt: its text, and the images in it."""

from __future__ import annotations

from typing import NamedTuple

from arbitree.core.images import Anchored


class Message(NamedTuple):
    """One message of a prompt."""

    role: str
    content: str
    images: tuple[Anchored, ...] = ()
    """The images in it, each just behind its marker; the markers in the content tell them apart."""
