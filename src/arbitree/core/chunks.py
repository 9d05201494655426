"""A long text as chunks: all of it, in order, broken where its reader would pause, none longer than a budget."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from arbitree.core.budgets import fitting, is_joined

_PAUSES: Final = (
    re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)"),
    re.compile(r"\r\n|\r|\n"),
    re.compile(r"""[.!?…]["'”’»)\]]*\s|[。！？][”’」』）]*"""),
    re.compile(r"\s"),
)
"""Where a text may be broken, the best first: behind a paragraph, a line, a sentence, a word."""


def chunks_of(text: str, most: int) -> tuple[str, ...]:
    """The chunks of a text, of at most so many tokens each; put together they are the text.

    A chunk ends behind the last paragraph that ends in the second half of its room; where none does, behind a line, a
    sentence, a word. Where there is nothing to break at, it is full, and keeps a letter and its accents together.

    Args:
        text: the text.
        most: how many tokens, as `tokens_of` counts them, a chunk may have; at least 1.

    >>> chunks_of("One is here. Two is there.", 4)
    ('One is here. ', 'Two is there.')
    >>> chunks_of("", 4)
    ()
    """
    return tuple(text[begin:end] for begin, end in pairwise(_bounds(text, most)))


def _bounds(text: str, most: int) -> Iterator[int]:
    at = 0
    yield at
    while at < len(text):
        room = text[at : at + 4 * most + 1]
        fits = fitting(room, 4 * most)
        at += fits if fits == len(room) else _break(room, fits)
        yield at


def _break(room: str, fits: int) -> int:
    """Where to break what does not fit whole: at most so many characters of it."""
    half = (fits + 1) // 2
    for pause in _PAUSES:
        ends = [found.end() for found in pause.finditer(room, 0, fits) if found.end() >= half]
        good = next((end for end in reversed(ends) if not _is_within(room, end)), 0)
        if good:
            return good
    words = [found.end() for found in _PAUSES[-1].finditer(room, 0, fits) if not _is_within(room, found.end())]
    if words:
        return words[-1]
    return next((end for end in range(fits, 0, -1) if not _is_within(room, end)), fits)


def _is_within(room: str, end: int) -> bool:
    """Whether a break would part a letter from its accents, or the two signs of an end of line."""
    return is_joined(room, end) or room[end - 1 : end + 1] == "\r\n"
