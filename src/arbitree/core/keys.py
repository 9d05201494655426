"""The key of a question: a tagged hash of what its answer may depend on, and of nothing else."""

from __future__ import annotations

import hashlib
import json

from arbitree.core.records import Message, Shape
from arbitree.core.scale import spelled

TAG = "q1-"
"""The version of the recipe. A recorded answer stays good for as long as this stays."""


def stem(role: str, shape: Shape) -> bytes:
    """The part of the hashed text that is the same for every question of a node."""
    told: list[object] = [TAG, role, shape.kind, shape.options]
    if shape.scale is not None:
        told.append([spelled(shape.scale.low), spelled(shape.scale.high), shape.scale.whole])
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass")


def lead(start: bytes, before: tuple[Message, ...], role: str = "user", *, sample: int = 0, attempt: int = 0) -> bytes:
    """All that is hashed before the last message: the stem, sample and attempt, the messages before it, and its role.

    No case changes it, so a place makes it once.
    """
    pieces = [start, b"\n%d %d" % (sample, attempt)]
    for message in before:
        encoded = message.content.encode("utf-8", "surrogatepass")
        pieces.append(b"\n%s %d\n%s" % (message.role.encode(), len(encoded), encoded))
    return b"%s\n%s" % (b"".join(pieces), role.encode())


def key_behind(start: bytes, content: str) -> str:
    """The key of a question by what `lead` gives of it, and its last message."""
    encoded = content.encode("utf-8", "surrogatepass")
    return TAG + hashlib.sha256(b"%s %d\n%s" % (start, len(encoded), encoded)).hexdigest()[:32]


def key_of(start: bytes, messages: tuple[Message, ...], *, sample: int = 0, attempt: int = 0) -> str:
    """The key: 128 bits of SHA-256 over role, shape, sample, attempt and messages, each with its length.

    Images are covered by the digests in their markers.

    >>> key_of(stem("judge", Shape(kind="yes_no")), (Message("user", "Is it?"),))
    'q1-83ac632e3790f1abff36717034f78cf0'
    """
    *before, last = messages
    return key_behind(lead(start, tuple(before), last.role, sample=sample, attempt=attempt), last.content)
