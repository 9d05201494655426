"""How many characters, words, lines, sentences and paragraphs a text has, as people count them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from arbitree.core.lazy import Lazy
from arbitree.core.structural.markdown import prose_lines

_CUTS: Final = Lazy(r"[\s\u200b\u2013\u2014\u2015\u2026/\\|]+|--+|\.\.\.+")
_LETTERWISE: Final = Lazy(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_CJK_PUNCTUATION: Final = Lazy(r"[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\u30fb]+")
_LINKERS: Final = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
_LATE_MARKS: Final = frozenset("\u0e33\u0eb3\uff9e\uff9f")
_END: Final = Lazy(r"[.!?…؟۔]+[\"'”’»)\]*_]*(?=\s|$)|[。！？｡।॥]+[」』”’）]*")
_ABBREVIATED: Final = Lazy(
    r"mrs?|ms|dr|prof|[sj]r|st|mt|vs|e\.?g|i\.?e|cf|al|approx|dept|est|inc|ltd|corp|gen|col|lt|sgt|capt|rev|hon|gov|sen|rep"
    r"|ca|bzw|z\.b|d\.h|usw|ggf|evtl|vgl|inkl|u\.a|mme|mlle|uds?|srt?a|avda|dott",
    re.IGNORECASE,
)
_NUMBERED: Final = Lazy(r"nos?|nr|figs?|eqs?|vol|pp?|ch|sec|art|abs", re.IGNORECASE)
_BLOCK_START: Final = Lazy(r"\s*(?:[-*+•]|\d{1,3}[.)]|>)\s")


def characters(text: str) -> int:
    """How many characters a reader sees, white space included.

    A letter with its marks, an emoji of several parts, a flag, a Korean syllable and a line break of two codes are one
    each; invisible format characters are none.

    >>> [characters(t) for t in ("abc", "e\u0301", "👩\u200d👩\u200d👧", "🇩🇪🇫🇷", "क्षि", "a\\r\\nb", "a\u200bb", "")]
    [3, 1, 1, 2, 1, 3, 2, 0]
    """
    if text.isascii():
        return len(text) - text.count("\r\n")
    seen = 0
    before, joined, flags = "", False, 0
    for char in text.replace("\r\n", "\n"):
        category = unicodedata.category(char)
        flags = flags + 1 if "\U0001f1e6" <= char <= "\U0001f1ff" else 0
        if category == "Cf":
            joined = joined or char == "\u200d"
            continue
        mark = category[0] == "M" or char in _LATE_MARKS or "\U0001f3fb" <= char <= "\U0001f3ff"
        glued = (joined and not char.isascii()) or (before in _LINKERS and category == "Lo") or flags % 2 == 0 < flags
        if not seen or not (mark or glued or _same_syllable(before, char)):
            seen += 1
        before, joined = char, False
    return seen


def _same_syllable(before: str, char: str) -> bool:
    """Whether a Korean jamo goes on with the syllable that the character before it is in."""
    if not "\u1160" <= char <= "\u11ff" or not before:
        return False
    vowel = char <= "\u11a7"
    return "\u1100" <= before <= ("\u11a7" if vowel else "\u11ff") or "\uac00" <= before <= "\ud7a3"


def words(text: str) -> int:
    """How many words a text has.

    White space, dashes, slashes and ellipses part words; what has no letter or digit (a bullet, `%`, an emoji) is none.
    A Chinese or Japanese character is one word, as word processors count; a link is one word.

    >>> [words(t) for t in ("don't stop", "well-known 1,000.5", "- a — b", "a/b", "你好 world", "see https://a.b/c?d=e")]
    [2, 2, 2, 2, 3, 2]
    """
    text = re.sub(r"(?:https?://|www\.)\S+", " link ", text)
    pieces = _CUTS.split(_CJK_PUNCTUATION.sub(" ", text))
    return sum(_words_of(piece) for piece in pieces if piece)


def _words_of(piece: str) -> int:
    if piece.isascii():
        return int(any(char.isalnum() for char in piece))
    letters = len(_LETTERWISE.findall(piece))
    rest = _LETTERWISE.split(piece) if letters else [piece]
    return letters + sum(1 for part in rest if any(char.isalnum() for char in part))


def lines(text: str, *, blank: bool = False) -> int:
    """How many lines have something on them; with `blank`, the empty ones between them too.

    >>> lines("a\\n\\nb\\n"), lines("a\\n\\nb\\n", blank=True), lines("")
    (2, 3, 0)
    """
    if blank:
        return len(text.strip().splitlines())
    return sum(1 for line in text.splitlines() if line.strip())


def paragraphs(text: str) -> int:
    """How many blocks of lines blank lines part.

    >>> paragraphs("a\\nb\\n\\n \\nc"), paragraphs(" ")
    (2, 0)
    """
    return sum(1 for part in re.split(r"\n[^\S\n]*\n", "\n".join(text.splitlines())) if part.strip())


def sentences(text: str) -> int:
    """How many sentences a text has: an item of a list is at least one; headings, tables and code are none.

    >>> [sentences(t) for t in ("Dr. Li paid $3.50. OK!", "So... well. Yes", "- one\\n- two", "# Title", "好。吗？")]
    [2, 2, 2, 0, 2]
    """
    return sum(_sentences_of(block) for block in _blocks(text))


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    for line in prose_lines(text):
        apart = not line.strip() or line.lstrip()[0] in "#|"
        start = None if apart else _BLOCK_START.match(line)
        if (apart or start) and block:
            yield " ".join(block)
            block = []
        if not apart:
            block.append(line[start.end() if start else 0 :].strip())
    if block:
        yield " ".join(block)


def _sentences_of(block: str) -> int:
    count = seen = 0
    said = False
    for match in _END.finditer(block):
        said = said or any(char.isalnum() for char in block[seen : match.end()])
        seen = match.end()
        if said and _ends_sentence(block, match):
            count, said = count + 1, False
    return count + (said or any(char.isalnum() for char in block[seen:]))


def _ends_sentence(block: str, match: re.Match[str]) -> bool:
    after = block[match.end() : match.end() + 20].lstrip("\"'“‘«(*_ \t")[:1]
    if match[0][0] in "。！？｡।॥" or not after:
        return True
    if after.islower():
        return False
    if match[0] != ".":
        return True
    word = re.search(r"[^\s(\"'“‘]*$", block[max(0, match.start() - 20) : match.start()])
    last = word[0] if word else ""
    if _ABBREVIATED.fullmatch(last) or (after.isdigit() and _NUMBERED.fullmatch(last)):
        return False
    return not (len(last) == 1 and last.isupper() and last != "I")
