"""Plain scalars by the YAML 1.2 core schema: `yes`, `no`, `on`, `off`, dates and `12:30` are text."""

from __future__ import annotations

import re

_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_SPECIAL: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((f"{sign}.{name}" for sign in ("", "+") for name in ("inf", "Inf", "INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_MOST_DIGITS = 4000


def resolve(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar.

    >>> [resolve(text) for text in ("yes", "10", "1.0", "0x1F", "~", "true", "12:30", "1_000")]
    ['yes', 10, 1.0, 31, None, True, '12:30', '1_000']
    """
    if text in _SPECIAL:
        return _SPECIAL[text]
    if text[0] not in "+-.0123456789" or not text.isascii():
        return text
    if _INT.match(text):
        return int(text) if len(text) < _MOST_DIGITS else float(text)
    if _FLOAT.match(text):
        return float(text)
    if _BASED.match(text):
        return int(text, 0)
    return text
