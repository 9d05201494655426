"""A tolerant parser for one JSON-like object or list: single quotes, Python words, comments, trailing commas.

It is for text that the strict parser has refused. It never raises, never recurses, and reads each character a bounded
number of times. What it cannot make out unambiguously, above all a value that is cut off, it gives up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from arbitree.core.replies import strings
from arbitree.core.replies.strings import Broken, String, skip

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


def as_dict(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """The pairs as a dict, a key that comes twice with different values holding `CLASH`.

    >>> as_dict([("verdict", True), ("verdict", False)])
    {'verdict': <Clash.TOKEN: 'clash'>}
    """
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: dict[str, Value] = {}
        for key, value in pairs:
            seen[key] = CLASH if key in seen and seen[key] != value else value
        return seen
    return result


_BARE_KEY: Final = re.compile(r"[^\W\d][\w \-]{0,40}+(?=\s*+[:\uff1a])")
_NUMBER: Final = re.compile(r"[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,9})?(?![\w.])")
_WORD: Final = re.compile(r"-?[^\W\d][\w .'\u2019&+%-]{0,80}+(?=\s*+(?:[,\uff0c\]}\n]|//|\#|/\*))")
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
_CLIPPED: Final = re.compile(r"[^\s,{}\[\]\"]{0,20}\s*\Z")


@dataclass(slots=True)
class _Frame:
    """A container that is still open."""

    closer: str
    pairs: list[tuple[str, Value]] = field(default_factory=list)
    items: list[Value] = field(default_factory=list)
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

    >>> parse("{'verdict': True, // sure", 0)
    Broken(at=25, why='cut')
    >>> parse('{"reason": "he said "no" twice", verdict: True,}', 0)
    Parsed(value={'reason': 'he said "no" twice', 'verdict': True}, end=48)
    """
    frames = [_frame(text[start])]
    at = start + 1
    keyed = False
    while True:
        at = skip(text, at)
        top = frames[-1]
        char = text[at : at + 1]
        if not char:
            return Broken(at, "cut" if keyed else "odd")
        moved: int | Broken
        if char == top.closer and top.key is None:
            frames.pop()
            if not frames:
                return Parsed(top.value(), at + 1)
            frames[-1].take(top.value())
            moved = _after_value(text, at + 1, frames[-1].closer)
        elif top.closer == "}" and top.key is None:
            moved = _key(text, at, top)
            keyed = keyed or (char in strings.CLOSERS and isinstance(moved, int))
        elif char in "{[":
            if len(frames) >= MAX_DEPTH:
                return Broken(at, "deep")
            frames.append(_frame(char))
            moved = at + 1
        else:
            moved = _scalar(text, at, top)
        if isinstance(moved, Broken):
            # Only a quoted key shows that an object was meant; a stray bracket in a sentence is not cut off.
            return moved if keyed or moved.why != "cut" else moved._replace(why="odd")
        at = moved


def _frame(char: str) -> _Frame:
    return _Frame("}" if char == "{" else "]")


def _after_value(text: str, at: int, closer: str) -> int | Broken:
    """Where the next key, item or closing bracket begins."""
    gap = skip(text, at)
    char = text[gap : gap + 1]
    if char and char in ",\uff0c":
        return gap + 1
    if not char or char == closer:
        return gap
    # A comma left out is plain enough when a key follows.
    return gap if closer == "}" and gap > at and strings.NEXT_KEY.match(text, gap) else Broken(gap, "odd")


def _key(text: str, at: int, frame: _Frame) -> int | Broken:
    """Reads a key into the frame; where its value begins."""
    if text[at] in strings.CLOSERS:
        read = strings.string(text, at, ":")
        if isinstance(read, Broken):
            return read
        key, end = read
    else:
        bare = _BARE_KEY.match(text, at)
        if bare is None:
            return Broken(at, "odd")
        key, end = bare.group().strip(), bare.end()
    frame.key = key
    # Both ways of finding a key have seen the colon behind it.
    return skip(text, end) + 1


def _scalar(text: str, at: int, frame: _Frame) -> int | Broken:
    """Reads a string, a number or a word into the frame; where what follows it begins."""
    if text[at] in strings.CLOSERS:
        read = strings.string(text, at, frame.closer)
        if isinstance(read, String):
            frame.take(read.text)
            return _after_value(text, read.end, frame.closer)
        return read
    number = _NUMBER.match(text, at)
    word = None if number else _WORD.match(text, at)
    if number:
        frame.take(Number(number.group()))
        return _after_value(text, number.end(), frame.closer)
    if word:
        said = word.group().strip()
        frame.take(_WORDS.get(said.casefold(), said))
        return _after_value(text, word.end(), frame.closer)
    # The last word of a text that breaks off, such as `tr`.
    return Broken(at, "cut" if _CLIPPED.match(text, at) else "odd")
