"""The key of a question: a tagged hash of what its answer may depend on, and of nothing else."""

from __future__ import annotations

import hashlib
import json

from arbitree.core.records import Message, Shape

TAG = "q1-"
"""The version of the recipe. A recorded answer stays good for as long as this stays."""


def stem(role: str, shape: Shape) -> bytes:
    """The part of the hashed text that is the same for every question of a node."""
    return json.dumps([TAG, role, shape.kind, shape.options], ensure_ascii=False).encode("utf-8", "surrogatepass")


def key_of(start: bytes, messages: tuple[Message, ...], *, sample: int = 0, attempt: int = 0) -> str:
    """The key: 128 bits of SHA-256 over role, shape, sample, attempt and messages, each with its length.

    >>> key_of(stem("judge", Shape(kind="yes_no")), (Message("user", "Is it?"),))
    'q1-83ac632e3790f1abff36717034f78cf0'
    """
    pieces = [start, b"\n%d %d" % (sample, attempt)]
    for role, content in messages:
        encoded = content.encode("utf-8", "surrogatepass")
        pieces.append(b"\n%s %d\n" % (role.encode(), len(encoded)))
        pieces.append(encoded)
    return TAG + hashlib.sha256(b"".join(pieces)).hexdigest()[:32]
