"""How long evidence may be: an estimate of tokens, and texts cut in the middle with a mark that no text can forge."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias
from unicodedata import combining

TooLong: TypeAlias = Literal["refuse", "head_and_tail"]
"""What becomes of evidence that is too long: the question is not asked, or the middle of long texts is left out."""

TOO_LONG: Final[tuple[TooLong, ...]] = ("refuse", "head_and_tail")

LEAST_TOKENS: Final = 100
"""The smallest budget that can be set."""

_LEAST_SHARE: Final = 50
"""The fewest tokens that a text is cut to: the mark takes about half of them."""

_MARK: Final = re.compile(r"\[(?=CUT\b)")
_JOINERS: Final = frozenset("\u200d\ufe0e\ufe0f")


class Budget(NamedTuple):
    """How much evidence a question may show."""

    tokens: int
    policy: TooLong = "refuse"


def tokens_of(text: str) -> int:
    """About how many tokens a text has: one for four ASCII characters, for two of up to U+07FF, for each other one.

    An estimate, which needs no tokenizer and is the same everywhere.

    >>> tokens_of("Is it polite?"), tokens_of("退货"), tokens_of("")
    (4, 2, 0)
    """
    return (_quarters(text) + 3) // 4


def harmless(text: str) -> str:
    """A text in which nothing is a mark.

    >>> harmless("[CUT here]")
    '[> CUT here]'
    """
    return _MARK.sub("[> ", text)


def share_of(lengths: Sequence[int], budget: int) -> int | None:
    """The most tokens that each text may have, so that all together keep to a budget; None where that is too few.

    Short texts stay whole, and what they leave goes to the long ones.

    >>> share_of([10, 500, 900], 1000), share_of([10, 20], 100), share_of([500, 500, 500], 100)
    (495, 20, None)
    """
    left = budget
    for place, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - place)
        if length > share:
            return share if share >= _LEAST_SHARE else None
        left -= length
    return max(lengths, default=0)


def cut(text: str, most: int) -> str:
    """The head and the tail of a text, and between them how much was left out; the text itself where it is short.

    The mark holds a hash of the whole text, which that text cannot hold; the caller sees to it that nothing else looks
    like one (`harmless`).

    >>> cut("word " * 1000, 60)[:20], tokens_of(cut("word " * 1000, 60)) <= 60
    ('word word word word ', True)
    """
    whole = tokens_of(text)
    if whole <= most:
        return text
    name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    room = 4 * most - _quarters(_mark(name, whole, whole))
    head = fitting(text, room - room // 2)
    tail = len(text) - fitting(text[::-1], room // 2)
    while head and _is_sign(text[head]):
        head -= 1
    while tail < len(text) and is_joined(text, tail):
        tail += 1
    return f"{text[:head]}{_mark(name, tokens_of(text[head:tail]), whole)}{text[tail:]}"


def _mark(name: str, left: int, whole: int) -> str:
    return f"\n[CUT {name}: about {left} of {whole} tokens are left out here]\n"


def _quarters(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(1 if sign < "\x80" else 2 if sign < "\u0800" else 4 for sign in text)


def fitting(text: str, quarters: int) -> int:
    """How many characters from the beginning fit into so many quarters of a token.

    >>> fitting("Is it polite?", 8), fitting("退货 now", 8)
    (8, 2)
    """
    if text.isascii():
        return min(len(text), max(quarters, 0))
    for count, sign in enumerate(text):
        quarters -= 1 if sign < "\x80" else 2 if sign < "\u0800" else 4
        if quarters < 0:
            return count
    return len(text)


def is_joined(text: str, at: int) -> bool:
    """Whether the characters before and behind a place within a text belong together.

    >>> is_joined("e\u0301a", 1), is_joined("e\u0301a", 2)
    (True, False)
    """
    return _is_sign(text[at]) or text[at - 1] in _JOINERS


def _is_sign(sign: str) -> bool:
    """Whether a character belongs to the one before it."""
    return combining(sign) > 0 or sign in _JOINERS
