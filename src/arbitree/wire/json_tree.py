"""JSON text to a tree of values with places. Keys written twice are refused; reading costs no stack."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

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
_MOST_DIGITS = 4000
_STRINGS = json.JSONDecoder()


class _Wrong(Exception):
    """A mistake of syntax at an index."""

    def __init__(self, index: int, what: str, mend: str) -> None:
        super().__init__(what)
        self.index, self.what, self.mend = index, what, mend


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
        try:
            value, self.index = _STRINGS.raw_decode(self.text, self.index)
        except json.JSONDecodeError as error:
            what = f"a text cannot be read: {error.msg.lower()}"
            raise _Wrong(error.pos, what, "close it with a double quote; write line breaks as \\n") from None
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
        if number is None:
            raise _Wrong(self.index, f"`{word}` is no JSON value", "put texts in double quotes")
        self.index += len(word)
        whole = number[1] is None and number[2] is None and len(word) < _MOST_DIGITS
        return int(word) if whole else float(word)

    def key(self, mapping: Mapped) -> tuple[str, Mark, bool]:
        """The key that begins here, its place, and whether it is new."""
        if self.skip() != '"':
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
        frames: list[tuple[Mapped | Listed, str, Mark, bool]] = []
        closing = {Mapped: "}", Listed: "]"}
        key, key_at, new = "", Mark(1, 1), True
        while True:
            first = self.skip()
            if not first:
                raise _Wrong(self.index, "the text ends too early", "close every `{` and `[`")
            at = self.mark(self.index)
            value: Value
            if first in "{[":
                self.index += 1
                opened: Mapped | Listed = Mapped(at, flow=True) if first == "{" else Listed(at, flow=True)
                if len(frames) >= MAX_DEPTH:
                    raise _Wrong(self.index, f"this nests deeper than {MAX_DEPTH} levels", "give inner nodes names")
                if self.skip() != closing[type(opened)]:
                    frames.append((opened, key, key_at, new))
                    if isinstance(opened, Mapped):
                        key, key_at, new = self.key(opened)
                    continue
                self.index += 1
                value = opened
            else:
                value = self.scalar()
            while True:
                if not frames:
                    if self.skip():
                        raise _Wrong(self.index, "something follows the end of the rubric", "keep one rubric to a file")
                    return value
                container, outer_key, outer_at, outer_new = frames[-1]
                if isinstance(container, Listed):
                    container.put(value, at)
                elif new:
                    container.put(key, value, key_at, at)
                following = self.skip()
                if following == ",":
                    self.index += 1
                    if isinstance(container, Mapped):
                        key, key_at, new = self.key(container)
                    break
                if following != closing[type(container)]:
                    raise _Wrong(self.index, "a comma or a closing bracket is missing here", "add it")
                self.index += 1
                frames.pop()
                value, at, key, key_at, new = container, container.at, outer_key, outer_at, outer_new


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
