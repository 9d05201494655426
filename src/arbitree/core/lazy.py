"""Patterns that are compiled when they are first used: all of them would cost every start of the program 70 ms."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property


class Lazy:
    """A pattern of the standard library's, compiled at its first use.

    >>> Lazy(r"\\d+").findall("1 and 2")
    ['1', '2']
    """

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return re.compile(self.source, self.flags)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The match that begins at `start`."""
        return self.compiled.match(text, start)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The first match between `start` and `end`."""
        return self.compiled.search(text, start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match of the whole text."""
        return self.compiled.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every match."""
        return self.compiled.finditer(text)

    def findall(self, text: str) -> list[str]:
        """The text of every match, of a pattern without groups."""
        return [match[0] for match in self.compiled.finditer(text)]

    def split(self, text: str) -> list[str]:
        """The parts between matches, of a pattern without groups."""
        return self.compiled.split(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, *, count: int = 0) -> str:
        """The text with every match replaced, or the first `count`."""
        return self.compiled.sub(replacement, text, count=count)
