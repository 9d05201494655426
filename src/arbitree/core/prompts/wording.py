"""What a question says, before it is laid out: its own words, the form of the reply, and the sections of evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from arbitree.core.records import Message, Shape, ShapeKind


class Section(NamedTuple):
    """One piece of evidence under its heading, laid out for one style."""

    text: str
    flagged: bool
    """Whether lines of it were quoted, so that they cannot be taken for ours."""


class Frame(NamedTuple):
    """All of a prompt that no case changes."""

    before: tuple[Message, ...]
    """The messages before the last one."""
    head: str
    """What stands before the evidence in the last one."""
    tail: str
    """What stands behind the evidence."""

    def around(self, evidence: str, retry: str = "") -> tuple[Message, ...]:
        """The prompt with this evidence in it, and at its end why it is asked again."""
        return (*self.before, Message("user", f"{self.head}{evidence}{self.tail}{retry}"))


def joined(sections: Iterable[Section]) -> str:
    """The sections as they stand in a prompt."""
    return "".join([f"{text}\n\n" for text, _ in sections])


@dataclass(frozen=True, kw_only=True)
class Wording:
    """The fixed parts of a node's question."""

    asks: str
    """The criteria or instructions, or what replaces them."""
    shape: Shape


EXAMPLES: dict[ShapeKind, str] = {
    "yes_no": '{"reason": "<one or two sentences>", "verdict": true}',
    "text": '{"output": "<the result>"}',
    "list": '{"output": ["<first item>", "<second item>"]}',
    "reason": '{"reason": "<one to three sentences>"}',
}
"""A reply of each shape that the reader accepts; `one_of` takes its own first option."""


def worded(criteria: str, options: tuple[str, ...], prompt: str | None) -> str:
    """The words of a question: the criteria, or the prompt that replaces them with its placeholders filled in.

    >>> worded("Is it polite?", (), "Think of a child reading. {criteria}")
    'Think of a child reading. Is it polite?'
    """
    if prompt is None:
        return criteria
    pieces = prompt.split("{criteria}")
    return criteria.join(piece.replace("{options}", ", ".join(options)) for piece in pieces)
