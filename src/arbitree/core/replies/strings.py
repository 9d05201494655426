"""Reads one quoted string of a JSON-like text, telling the quotes inside it from the quote that ends it."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

CLOSERS: Final = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "\u201d": "\u201d"}
"""Every mark that can open a string, and the one that ends it."""

NEXT_KEY: Final = re.compile(
    r"(?:\"(?:[^\"\\\n]|\\.){0,80}+\"|'[^'\n]{0,80}+'|\u201c[^\u201d\n]{0,80}+\u201d|[^\W\d][\w\-]{0,40}+)\s*+[:\uff1a]"
)
"""A key with its colon, as it follows a comma."""

_SKIP: Final = re.compile(r"(?:\s++|(?://|\#)[^\n]{0,300}+|/\*(?:[^*]|\*(?!/)){0,300}+\*/){0,8}+")
"""White space and comments. The bounds keep a text of nothing but quotes and comments from being read over and over."""

_STOPS: Final = {opens: re.compile(rf"[\\{opens}{closes}]") for opens, closes in CLOSERS.items()}
_NEXT_ITEM: Final = re.compile(r"[\"'\u201c\u2018{\[\]\d-]|(?:true|false|null|none|nan)\b", re.IGNORECASE)
_JOINED: Final = re.compile(r"\s*+\+\s*+[\"']|[^\S\n]*+\n\s*+[\"']")
"""Between two strings that are written side by side as one: which belongs to what would be a guess."""
_BESIDE: Final = re.compile(r"\s*+\+\s*+[\"']|\s++[\"']")
_TRIPLED: Final = {'"""': re.compile(r'\\.|"{3,}', re.DOTALL), "'''": re.compile(r"\\.|'{3,}", re.DOTALL)}
"""Triple quotes, and the escapes before them. Of more than three in a row, the first belong to the string."""
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_HEX: Final = re.compile(r"[0-9a-fA-F]{4}")


class String(NamedTuple):
    """A string's text, and where it ends."""

    text: str
    end: int


class Broken(NamedTuple):
    """No value could be made out."""

    at: int
    """How far the parser came."""
    why: Literal["odd", "cut", "deep"]
    """Whether something does not belong there, the text ends inside an object, or values nest too deeply."""


def skip(text: str, at: int) -> int:
    """Where white space and comments end.

    >>> skip("a  // b", 1)
    7
    """
    found = _SKIP.match(text, at)
    return found.end() if found else at


def string(text: str, at: int, role: str) -> String | Broken:
    r"""The string that begins at `at`.

    A quote inside it that cannot be its end belongs to it, provided that such quotes come in pairs: with an odd one
    left, where the string ends would be a guess.

    Args:
        text: the whole text.
        at: where the opening quote stands.
        role: `:` for a key, `}` for a value in an object, `]` for an item of a list.

    >>> string('"he said "no" twice"}', 0, "}")
    String(text='he said "no" twice', end=20)
    >>> string('"5" wide"}', 0, "}")
    Broken(at=10, why='cut')
    """
    opens, closes = text[at], CLOSERS[text[at]]
    tripled = _tripled(text, at, role)
    if tripled is not None:
        return tripled
    stop = _STOPS[opens]
    parts: list[str] = []
    start, pending = at + 1, 0
    found = stop.search(text, start)
    while found:
        here = found.start()
        after = here + 1
        if text[here] == "\\":
            said, after = _escape(text, here)
            parts += (text[start:here], said)
            start = after
        elif text[here] == closes and pending <= 0 and _ends(text, after, role):
            return String("".join((*parts, text[start:here])), after)
        elif text[here] == closes and (role == ":" or (_JOINED if role == "}" else _BESIDE).match(text, after)):
            return Broken(here, "odd")
        elif opens != closes:
            pending += 1 if text[here] == opens else -1
        elif closes != "'" or not (text[here - 1].isalnum() and text[after : after + 1].isalnum()):
            pending = 1 - pending
        found = stop.search(text, after)
    return Broken(len(text), "cut")


def _tripled(text: str, at: int, role: str) -> String | None:
    """The string that begins at `at` between triple quotes, as Python writes them; None for any other."""
    quotes = text[at] * 3
    if quotes not in _TRIPLED or not text.startswith(quotes, at):
        return None
    parts: list[str] = []
    start = at + 3
    for found in _TRIPLED[quotes].finditer(text, start):
        here = found.start()
        if text[here] == "\\":
            said, after = _escape(text, here)
            parts += (text[start:here], said)
            start = after
        else:
            end = found.end() - 3
            ends = _ends(text, end + 3, role)
            return String("".join((*parts, text[start:end])), end + 3) if ends else None
    return None


def _ends(text: str, at: int, role: str) -> bool:
    """Whether a quote just before `at` closes a string in this role."""
    gap = skip(text, at)
    char = text[gap : gap + 1]
    if role == ":":
        return bool(char) and char in ":\uff1a"
    if not char or char == role:
        return True
    if char in ",\uff0c":
        after = skip(text, gap + 1)
        if not text[after : after + 1] or text[after] == role:
            return True
        return bool((NEXT_KEY if role == "}" else _NEXT_ITEM).match(text, after))
    return role == "}" and "\n" in text[at:gap] and bool(NEXT_KEY.match(text, gap))


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the escape at `at` stands for, and where it ends; an escape that JSON has not is kept as written."""
    char = text[at + 1 : at + 2]
    if char == "u":
        return _unicode_escape(text, at)
    if char in _ESCAPES:
        return _ESCAPES[char], at + 2
    if char and char in "\"'\\/`\u201d\u2019":
        return char, at + 2
    if char == "\n":
        return "", at + 2
    return "\\", at + 1


def _unicode_escape(text: str, at: int) -> tuple[str, int]:
    """The character of a `\\uXXXX`, two of which together may stand for one."""
    first = _HEX.match(text, at + 2)
    if first is None:
        return "\\", at + 1
    code, end = int(first.group(), 16), at + 6
    if 0xD800 <= code < 0xDC00 and text.startswith("\\u", end):
        second = _HEX.match(text, end + 2)
        low = int(second.group(), 16) if second else 0
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), end + 6
    return chr(code), end
