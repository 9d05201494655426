"""A tolerant parser for one JSON-like value: single quotes, Python words, comments, trailing commas, raw newlines.

It is for text that the strict parser has refused. It never raises, never recurses, and reads each character a bounded
number of times. What it cannot make out unambiguously, above all a value that is cut off, it gives up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

MAX_DEPTH: Final = 64
"""How deep values may nest; replies to our questions need four levels at most."""


class Number(NamedTuple):
    """A JSON number as it was written, so that 1.0 stays apart from 1."""

    literal: str


class Clash(Enum):
    """The type of `CLASH`."""

    TOKEN = "clash"


CLASH: Final = Clash.TOKEN
"""Stands for the value of a key that one object gives twice, differently."""

Value: TypeAlias = "bool | str | Number | Clash | list[Value] | dict[str, Value] | None"
"""What a JSON-like text holds."""


class Parsed(NamedTuple):
    """A value, and where it ends in the text."""

    value: Value
    end: int


class Broken(NamedTuple):
    """No value could be made out."""

    at: int
    """How far the parser came."""
    cut: bool
    """Whether the text ended inside an object that had begun with a quoted key: it is cut off."""


def as_dict(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """The pairs as a dict, a key that comes twice with different values holding `CLASH`."""
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: dict[str, Value] = {}
        for key, value in pairs:
            result[key] = CLASH if key in seen and seen[key] != value else value
            seen[key] = result[key]
    return result


_SKIP: Final = re.compile(r"(?:\s++|(?://|\#)[^\n]{0,300}+|/\*(?:[^*]|\*(?!/)){0,300}+\*/){0,8}+")
"""White space and comments. The bounds keep a text of nothing but quotes and comments from being read over and over."""
_CLOSER: Final = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u201d": "\u201d", "`": "`"}
_STOP: Final = {closer: re.compile(r"[\\" + closer + "]") for closer in _CLOSER.values()}
_BARE_KEY: Final = re.compile(r"[^\W\d][\w \-]{0,40}+(?=\s*+:)")
_NEXT_KEY: Final = re.compile(
    r"(?:\"[^\"\n]{1,80}+\"|'[^'\n]{1,80}+'|\u201c[^\u201d\n]{1,80}+\u201d|[^\W\d][\w\-]{0,40}+)\s*+:"
)
_NEXT_ITEM: Final = re.compile(r"[\"'\u201c\u2018{\[\]\d-]|(?:true|false|null|none|nan)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,9})?(?![\w.])")
_WORD: Final = re.compile(r"-?[^\W\d][\w .'\u2019&+%-]{0,80}+(?=\s*+(?:[,\]}\n]|//|\#|/\*))")
_WORDS: Final[dict[str, Value]] = {
    "true": True,
    "false": False,
    "null": None,
    "none": None,
    "undefined": None,
    "nan": Number("NaN"),
    "infinity": Number("Infinity"),
    "-infinity": Number("-Infinity"),
}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_HEX: Final = re.compile(r"[0-9a-fA-F]{4}")


@dataclass(slots=True)
class _Frame:
    """A container that is still open."""

    closer: str
    pairs: list[tuple[str, Value]]
    items: list[Value]
    key: str | None = None

    def take(self, value: Value) -> None:
        if self.closer == "]":
            self.items.append(value)
        elif self.key is not None:
            self.pairs.append((self.key, value))
            self.key = None

    def value(self) -> Value:
        return self.items if self.closer == "]" else as_dict(self.pairs)


def parse(text: str, start: int) -> Parsed | Broken:
    """The object or list that begins at `start`, or how far the parser came.

    >>> parse("{'verdict': True, // sure", 0).cut
    True
    >>> parse('{"reason": "he said "no" twice", verdict: True,}', 0)
    Parsed(value={'reason': 'he said "no" twice', 'verdict': True}, end=48)
    """
    frames = [_Frame("}" if text[start] == "{" else "]", [], [])]
    at = start + 1
    keyed = False
    while True:
        at = _skip(text, at)
        top = frames[-1]
        char = text[at : at + 1]
        if not char:
            return Broken(at, keyed)
        if char == top.closer and top.key is None:
            frames.pop()
            if not frames:
                return Parsed(top.value(), at + 1)
            frames[-1].take(top.value())
            moved: int | None = _after_value(text, at + 1, frames[-1].closer)
        elif top.closer == "}" and top.key is None:
            named = _key(text, at)
            if named is None:
                return Broken(at, keyed and _reaches_end(text, at))
            top.key, moved = named
            keyed = keyed or char in _CLOSER
        elif char in "{[":
            if len(frames) >= MAX_DEPTH:
                return Broken(at, False)
            frames.append(_Frame("}" if char == "{" else "]", [], []))
            moved = at + 1
        else:
            scalar = _scalar(text, at, top.closer)
            if scalar is None:
                return Broken(at, keyed and _reaches_end(text, at))
            top.take(scalar[0])
            moved = _after_value(text, scalar[1], top.closer)
        if moved is None:
            return Broken(at, False)
        at = moved


def _skip(text: str, at: int) -> int:
    """Where white space and comments end."""
    found = _SKIP.match(text, at)
    return found.end() if found else at


def _reaches_end(text: str, at: int) -> bool:
    """Whether the piece that could not be read is the text's last: a string that never closes, a word cut short."""
    if text[at] in _CLOSER:
        return True
    return len(text) - at <= 100 and not re.search(r"[\s,{}\[\]\"]", text[at:].rstrip())


def _after_value(text: str, at: int, closer: str) -> int | None:
    """Where the next key, item or closing bracket begins; None when something else follows the value."""
    gap = _skip(text, at)
    char = text[gap : gap + 1]
    if char == ",":
        return gap + 1
    if not char or char == closer:
        return gap
    # A comma left out between two lines is plain enough when a key follows.
    if closer == "}" and gap > at and _NEXT_KEY.match(text, gap):
        return gap
    return None


def _key(text: str, at: int) -> tuple[str, int] | None:
    """A key and where its value begins."""
    if text[at] in _CLOSER:
        read = _string(text, at, ":")
        if read is None:
            return None
        key, end = read
    else:
        bare = _BARE_KEY.match(text, at)
        if bare is None:
            return None
        key, end = bare.group().strip(), bare.end()
    colon = _skip(text, end)
    return (key, colon + 1) if text[colon : colon + 1] == ":" else None


def _scalar(text: str, at: int, closer: str) -> tuple[Value, int] | None:
    """A string, number or word, and where it ends."""
    if text[at] in _CLOSER:
        return _string(text, at, closer)
    number = _NUMBER.match(text, at)
    if number:
        return Number(number.group()), number.end()
    word = _WORD.match(text, at)
    if word is None:
        return None
    said = word.group().strip()
    return _WORDS.get(said.casefold(), said), word.end()


def _string(text: str, at: int, role: str) -> tuple[str, int] | None:
    """A quoted string and where it ends; a quote inside it that cannot be its end belongs to it."""
    closer = _CLOSER[text[at]]
    stop = _STOP[closer]
    parts: list[str] = []
    start = at + 1
    found = stop.search(text, start)
    while found:
        here = found.start()
        if text[here] == "\\":
            said, after = _escape(text, here)
            parts += (text[start:here], said)
            start = after
            found = stop.search(text, after)
        elif _ends(text, here + 1, role):
            parts.append(text[start:here])
            return "".join(parts), here + 1
        else:
            found = stop.search(text, here + 1)
    return None


def _ends(text: str, at: int, role: str) -> bool:
    """Whether a quote just before `at` closes a string in this role: a key (`:`), an object's value, a list's item."""
    gap = _skip(text, at)
    char = text[gap : gap + 1]
    if role == ":":
        return char == ":"
    if not char or char == role:
        return True
    if char == ",":
        after = _skip(text, gap + 1)
        if not text[after : after + 1] or text[after] == role:
            return True
        return bool((_NEXT_KEY if role == "}" else _NEXT_ITEM).match(text, after))
    return role == "}" and "\n" in text[at:gap] and bool(_NEXT_KEY.match(text, gap))


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the escape at `at` stands for, and where it ends; an escape that JSON has not is kept as written."""
    char = text[at + 1 : at + 2]
    if char == "u":
        first = _HEX.match(text, at + 2)
        if first is None:
            return "\\u", at + 2
        code, end = int(first.group(), 16), at + 6
        if 0xD800 <= code < 0xDC00 and text.startswith("\\u", end):
            second = _HEX.match(text, end + 2)
            low = int(second.group(), 16) if second else 0
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), end + 6
        return chr(code), end
    if char in _ESCAPES:
        return _ESCAPES[char], at + 2
    if char and char in "\"'\\/`\u201d\u2019":
        return char, at + 2
    if char == "\n":
        return "", at + 2
    return "\\", at + 1
