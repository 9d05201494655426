"""JSON text to a tree of values with places. Keys written twice are refused; reading costs no stack."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence

from arbitree.wire.tree import Listed, Mapped, Mark, Mistakes, Value
from arbitree.wire.yaml_tree import MAX_DEPTH

_SPACE = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[-+.0-9A-Za-z_]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, bool | float | None] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_HALF = re.compile("[\ud800-\udfff]")
_MOST_DIGITS = 4000
_STRINGS = json.JSONDecoder()


class _Wrong(Exception):
    """A mistake of syntax at an index."""

    def __init__(self, index: int, what: str, mend: str) -> None:
        super().__init__(what)
        self.index, self.what, self.mend = index, what, mend


class _Frame:
    """A mapping or list that is being read."""

    def __init__(self, container: Mapped | Listed) -> None:
        self.container = container
        self.closing = "}" if isinstance(container, Mapped) else "]"
        self.key, self.key_at, self.new = "", container.at, True

    def put(self, value: Value, at: Mark) -> None:
        """Add an entry; of a key written twice the first stays."""
        if isinstance(self.container, Listed):
            self.container.put(value, at)
        elif self.new:
            self.container.put(self.key, value, self.key_at, at)


class _Scanner:
    """Reads one JSON text."""

    def __init__(self, text: str, mistakes: Mistakes) -> None:
        self.text = text
        self.index = 0
        self.mistakes = mistakes
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def mark(self, index: int) -> Mark:
        """The place of an index."""
        line = bisect_right(self.starts, index)
        return Mark(line, index - self.starts[line - 1] + 1)

    def skip(self) -> str:
        """Go on to the next character that is not white space and give it, or nothing at the end."""
        found = _SPACE.match(self.text, self.index)
        self.index = found.end() if found else self.index
        return self.text[self.index : self.index + 1]

    def string(self) -> str:
        """The text that begins here."""
        start = self.index
        try:
            value, self.index = _STRINGS.raw_decode(self.text, self.index)
        except json.JSONDecodeError as error:
            what = f"a text cannot be read: {error.msg.lower()}"
            raise _Wrong(error.pos, what, "close it with a double quote; write line breaks as \\n") from None
        if half := _HALF.search(value):
            what = f"a text holds half a character (U+{ord(half[0]):04X}), which no file can hold"
            raise _Wrong(start, what, "write the whole character, or take the half out")
        return str(value)

    def scalar(self) -> Value:
        """The scalar that begins here."""
        if self.text[self.index] == '"':
            return self.string()
        found = _WORD.match(self.text, self.index)
        word = found[0] if found else self.text[self.index]
        if word in _WORDS:
            self.index += len(word)
            return _WORDS[word]
        number = _NUMBER.match(word)
        if word == "]":
            raise _Wrong(self.index, "a comma stands before the closing bracket", "take the comma out")
        if number is None:
            raise _Wrong(self.index, f"`{word}` is no JSON value", "put texts in double quotes")
        self.index += len(word)
        whole = number[1] is None and number[2] is None and len(word) < _MOST_DIGITS
        return int(word) if whole else float(word)

    def key(self, mapping: Mapped) -> tuple[str, Mark, bool]:
        """The key that begins here, its place, and whether it is new."""
        if self.skip() == "}":
            raise _Wrong(self.index, "a comma stands before the closing bracket", "take the comma out")
        if self.text.startswith(("//", "/*", "#"), self.index):
            raise _Wrong(self.index, "JSON has no comments", "take it out, or keep the rubric as YAML")
        if self.text[self.index : self.index + 1] != '"':
            raise _Wrong(
                self.index, "a key in double quotes is missing here", 'write `"key": value`, no comma at the end'
            )
        at = self.mark(self.index)
        key = self.string()
        if self.skip() != ":":
            raise _Wrong(self.index, f"a `:` is missing after the key `{key}`", 'write `"key": value`')
        self.index += 1
        if key in mapping:
            self.mistakes.add(
                at,
                "G202",
                f"`{key}` is written twice here; the first is in line {mapping.key_at[key].line}",
                "keep one of them, or give one another name",
                key=key,
            )
            return key, at, False
        return key, at, True

    def read(self) -> Value:
        """The whole text's value."""
        frames: list[_Frame] = []
        while True:
            value, at, opened = self._value(frames)
            if opened is not None:
                frames.append(opened)
                continue
            while frames:
                frame = frames[-1]
                frame.put(value, at)
                if self._goes_on(frame):
                    break
                frames.pop()
                value, at = frame.container, frame.container.at
            else:
                if self.skip():
                    raise _Wrong(self.index, "something follows the end of the JSON value", "keep one value to a file")
                return value

    def _value(self, frames: Sequence[_Frame]) -> tuple[Value, Mark, _Frame | None]:
        """The value that begins here, its place, and its frame where it has entries still to be read."""
        first = self.skip()
        at = self.mark(self.index)
        if not first:
            raise _Wrong(self.index, "the text ends too early", "close every `{` and `[`")
        if first not in "{[":
            return self.scalar(), at, None
        if len(frames) >= MAX_DEPTH:
            raise _Wrong(
                self.index, f"this nests deeper than {MAX_DEPTH} levels", "give inner nodes names of their own"
            )
        self.index += 1
        frame = _Frame(Mapped(at, flow=True) if first == "{" else Listed(at, flow=True))
        if self.skip() == frame.closing:
            self.index += 1
            return frame.container, at, None
        if isinstance(frame.container, Mapped):
            frame.key, frame.key_at, frame.new = self.key(frame.container)
        return None, at, frame

    def _goes_on(self, frame: _Frame) -> bool:
        """Whether another entry follows the one that was read; its key is read as well."""
        following = self.skip()
        if not following:
            raise _Wrong(self.index, "the text ends too early", "close every `{` and `[`")
        if following not in (",", frame.closing):
            raise _Wrong(self.index, "a comma or a closing bracket is missing here", "add it")
        self.index += 1
        if following == ",":
            if isinstance(frame.container, Mapped):
                frame.key, frame.key_at, frame.new = self.key(frame.container)
            return True
        return False


def read_json(text: str, mistakes: Mistakes) -> Value:
    """The tree of a JSON text; what is wrong with its syntax is added to the mistakes.

    >>> found = Mistakes("x.json")
    >>> read_json('{"yes": [10, 1.5, null]}', found), list(found)
    ({'yes': [10, 1.5, None]}, [])
    """
    scanner = _Scanner(text.removeprefix("\ufeff"), mistakes)
    try:
        return scanner.read()
    except _Wrong as wrong:
        mistakes.add(scanner.mark(wrong.index), "G201", wrong.what, wrong.mend)
        return None
