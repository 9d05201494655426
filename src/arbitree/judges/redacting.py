"""Takes keys and passwords out of what servers send back, in whatever spelling they echo them.

A key that is shorter than `ALWAYS` and a plain word (`ollama`, `lm-studio`, `secret`) or a number, or shorter than
`LEAST`, may well stand in a reply by itself, and protects nothing: replies keep it, and error texts lose it where it
stands as a word of its own. Every other key is taken out of everything.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

BLOT: Final = "[key]"

ALWAYS: Final = 12
"""From this length on a key is no word."""

LEAST: Final = 6
"""Below this length it may be part of any."""

_PLAIN: Final = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)(?:[-_. ](?:[A-Z]?[a-z]+|[A-Z]+))*")
"""A word or several, or a number."""

_NAMED: Final = re.compile(r"key|token|secret|password", re.IGNORECASE)
_RUN: Final = re.compile(r"[A-Za-z0-9]+")
_LEAST_TRACE: Final = 3
"""Shorter runs of letters stand everywhere, and would tell nothing."""


class _Spelling(NamedTuple):
    """One way to write a key."""

    trace: bytes
    """Letters and digits that stand in it however it is escaped: where they are not, it is not."""
    pattern: re.Pattern[bytes]


def is_word(secret: str) -> bool:
    """Whether a key may well stand in a text by itself.

    >>> [is_word(key) for key in ("ollama", "lm-studio", "EMPTY", "12345", "abc")]
    [True, True, True, True, True]
    >>> [is_word(key) for key in ("tok9-x2", "Zx81kq", "sk-no-key-required")]
    [False, False, False]
    """
    return len(secret) < LEAST or (len(secret) < ALWAYS and _PLAIN.fullmatch(secret) is not None)


def named_secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """What variables hold that are named like secrets, for where it is not known which of them was used.

    Words are left out, since most of such variables have nothing to do with it; and so are paths, as of files of keys.
    """
    held = {value for name, value in environment.items() if _NAMED.search(name)}
    return tuple(sorted(value for value in held if not is_word(value) and not value.startswith(("/", "."))))


def redacted(body: bytes, secrets: Iterable[str], *, is_reply: bool) -> bytes:
    """What a server sent, without the secrets: as they are, escaped for JSON or an address, in Base64 or hexadecimal.

    Args:
        body: What it sent.
        secrets: Keys and passwords that were sent to it.
        is_reply: Whether it may be a judge's reply, which keeps keys that are words.
    """
    for secret in secrets:
        if is_word(secret):
            body = body if is_reply else _as_word(secret).sub(BLOT.encode(), body)
            continue
        for spelling in _spellings(secret):
            if spelling.trace in body:
                body = spelling.pattern.sub(BLOT.encode(), body)
    return body


def redacted_text(text: str, secrets: Iterable[str], *, is_reply: bool) -> str:
    """The same of a text."""
    raw = text.encode("utf-8", "surrogatepass")
    without = redacted(raw, secrets, is_reply=is_reply)
    return text if without == raw else without.decode("utf-8", "surrogatepass")


@lru_cache(maxsize=64)
def _spellings(secret: str) -> tuple[_Spelling, ...]:
    raw = secret.encode("utf-8", "surrogatepass")
    written = [secret, raw.hex(), raw.hex().upper()]
    # What stands before it, as in `user:key`, shifts how it is cut into groups of six bits; the ends are shared.
    for before in range(3):
        coded = base64.b64encode(b"\0" * before + raw).rstrip(b"=")
        inner = coded[(before * 8 + 5) // 6 : len(coded) - bool((before + len(raw)) % 3)].decode()
        written += [inner, inner.translate(str.maketrans("+/", "-_"))]
    return tuple(_Spelling(_trace(one), re.compile(_tolerant(one))) for one in dict.fromkeys(written))


@lru_cache(maxsize=64)
def _as_word(secret: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w-])" + re.escape(secret.encode("utf-8", "surrogatepass")) + rb"(?![\w-])")


def _trace(written: str) -> bytes:
    longest = max(_RUN.findall(written), key=len, default="")
    return longest.encode() if len(longest) >= _LEAST_TRACE else b""


def _tolerant(written: str) -> bytes:
    """A pattern of a text however its signs are escaped: by JSON, once or more often, or as in addresses."""
    return b"".join(_sign(sign) for sign in written)


def _sign(sign: str) -> bytes:
    raw = sign.encode("utf-8", "surrogatepass")
    if sign.isascii() and sign.isalnum():
        return raw
    escaped = rb"\\+u(?i:%04x)" % ord(sign) if ord(sign) < 0x10000 else rb"(?!)"
    percent = b"".join(rb"%%(?:25)*(?i:%02x)" % byte for byte in raw)
    plain = rb"\\*" + re.escape(raw) if sign != "\\" else rb"\\+"
    space = rb"|\+" if sign == " " else b""
    return b"(?:" + plain + b"|" + escaped + b"|" + percent + space + b")"
