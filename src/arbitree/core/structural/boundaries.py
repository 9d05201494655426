"""Where words begin and end, in any script, so that a whole word is never found inside another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from arbitree.core.lazy import Lazy

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),  # Han
    (0xAC00, 0xD7AF),  # Hangul, whose particles are written onto the word
    (0xF900, 0xFAFF),  # Han
    (0x20000, 0x3FFFF),  # Han
)
_ELISIONS = Lazy(r"(?:^|[^\w'])(?:[ldjmnstc]|qu|jusqu|lorsqu|puisqu|un|(?:de|a|ne|su|da)ll|quest)'$", re.IGNORECASE)
_ENCLITICS = Lazy(r"'(?:s|ll|re|ve|d|m)?(?!\w)", re.IGNORECASE)


def is_unspaced(char: str) -> bool:
    """Whether a letter is of a script that puts no spaces between words, so that a word may begin or end anywhere.

    >>> is_unspaced("退"), is_unspaced("e")
    (True, False)
    """
    code = ord(char)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)


def is_wordly(char: str) -> bool:
    """Whether a character is a letter, a digit or a mark on one."""
    return char.isalnum() or unicodedata.category(char)[0] == "M"


def whole_words(needle: str, text: str) -> Iterator[int]:
    """Where `needle` is in `text` as whole words, both already folded (plain apostrophes and hyphens).

    A hyphen, an underscore of emphasis, a possessive and an elided article end a word; `can` is not in `can't`.

    >>> list(whole_words("free", "free-range, carefree, _free_, free_range"))
    [0, 23]
    >>> [bool(list(whole_words("can", t))) for t in ("I can", "I can't", "cans", "the can's lid")]
    [True, False, False, True]
    >>> list(whole_words("homme", "l'homme")), list(whole_words("5", "1.5 and 5"))
    ([2], [8])
    """
    start = text.find(needle) if needle else -1
    while start >= 0:
        end = start + len(needle)
        if _begins(text, start) and _ends(text, end):
            yield start
            start = text.find(needle, end)
        else:
            start = text.find(needle, start + 1)


def anywhere(needle: str, text: str) -> Iterator[int]:
    """Where `needle` is in `text`, inside of words too.

    >>> list(anywhere("ab", "abcab"))
    [0, 3]
    """
    start = text.find(needle) if needle else -1
    while start >= 0:
        yield start
        start = text.find(needle, start + len(needle))


def _begins(text: str, start: int) -> bool:
    """Whether no word runs on over this position from the left."""
    first = text[start]
    if start == 0 or not is_wordly(first) or is_unspaced(first):
        return True
    before = text[start - 1]
    if before == "_":
        while start and text[start - 1] == "_":
            start -= 1
        return start == 0 or not is_wordly(text[start - 1])
    if before == "'" and start > 1 and is_wordly(text[start - 2]):
        return _ELISIONS.search(text[max(0, start - 12) : start]) is not None
    if before in ".," and first.isdecimal() and start > 1:
        return not text[start - 2].isdecimal()
    return not is_wordly(before) or is_unspaced(before)


def _ends(text: str, end: int) -> bool:
    """Whether no word runs on over this position to the right."""
    last = text[end - 1]
    if end == len(text) or not is_wordly(last) or is_unspaced(last):
        return True
    after = text[end]
    if after == "_":
        while end < len(text) and text[end] == "_":
            end += 1
        return end == len(text) or not is_wordly(text[end])
    if after == "'" and end + 1 < len(text) and is_wordly(text[end + 1]):
        return _ENCLITICS.match(text, end) is not None
    if after in ".," and last.isdecimal() and end + 1 < len(text):
        return not text[end + 1].isdecimal()
    return not is_wordly(after) or is_unspaced(after)
