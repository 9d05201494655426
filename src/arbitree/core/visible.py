"""Foreign text made visible: what could steer a terminal, turn a line around or hide in it is written out."""

from __future__ import annotations

import re

from arbitree.core.lazy import Lazy

_UNSEEN = Lazy(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
    "|[\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls, separators, marks of direction, invisible characters, halves of characters, and tags.

Joiners stay as they are: scripts and emoji need them.
"""


def visible(text: str) -> str:
    """Text that came from a judge, a case or a file, with what could steer a terminal or hide in it written out.

    >>> visible("red \\x1b[31m")
    'red \\\\x1b[31m'
    >>> print(visible("see\\u202e\\U000e0041"))
    see\\u202e\\U000e0041
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(_written_out, text.replace("\r\n", "\n"))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
