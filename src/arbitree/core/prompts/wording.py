"""What a question says, before it is laid out: its own words, the form of the reply, and the sections of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from arbitree.core.records import Shape, ShapeKind


class Section(NamedTuple):
    """One piece of evidence under its heading, laid out for one style."""

    text: str
    flagged: bool
    """Whether lines of it were quoted, so that they cannot be taken for ours."""


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
