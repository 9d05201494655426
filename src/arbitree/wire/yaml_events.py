"""What reads YAML text: PyYAML's C parser, or the one in Python, as one stream of events."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import yaml

from arbitree.wire.tree import Mark

Event: TypeAlias = yaml.events.Event


class Events(Protocol):
    """Where events come from: both of PyYAML's parsers."""

    def __init__(self, stream: str) -> None: ...
    def check_event(self) -> bool: ...
    def get_event(self) -> Event: ...


class PureParser(yaml.SafeLoader):
    """PyYAML's parser in Python, which alone does not take a `?` within an unquoted text in braces."""

    _within_plain = False

    def scan_plain(self) -> yaml.tokens.ScalarToken:
        """The unquoted text that begins here, as the C parser reads it."""
        self._within_plain = True
        try:
            return super().scan_plain()
        finally:
            self._within_plain = False

    def peek(self, index: int = 0) -> str:
        """The character ahead; within an unquoted text a question mark is a letter like others."""
        found: str = super().peek(index)
        return "x" if self._within_plain and found == "?" else found


Parser: type[Events] = getattr(yaml, "CSafeLoader", PureParser)
"""The C parser, or the pure one where PyYAML was built without it; both give the same trees."""


def mark_of(event: Event) -> Mark:
    """Where an event begins."""
    start = event.start_mark
    return Mark(start.line + 1, start.column + 1) if start is not None else Mark(1, 1)
