"""Finding the citations of a text: numbers, footnotes, superscripts, author and year, keys, those of chat tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from arbitree.core.lazy import Lazy
from arbitree.core.structural.folding import digits_to_ascii
from arbitree.core.structural.markdown import without_code
from arbitree.core.structural.months import MONTHS


class Citation(NamedTuple):
    """A reference to one source as it stands in a text."""

    style: str
    source: str
    """The source's number, key or name, by which it may be defined further down."""
    text: str
    start: int


_NUMBERS: Final = Lazy(r"\[([1-9]\d{0,2}(?:\s?[,;–-]\s?[1-9]\d{0,2}){0,30})\]")
_SETS: Final = Lazy(r"(?:\b(?:interval|range|array|list|vector|set)|[∈=])\s*$", re.IGNORECASE)
_DEFINITION: Final = Lazy(r"(?m:^[ \t]{0,3}(?:[-*] )?\[(\^?[^\[\]\s]{1,60})\](:?)(?=[ \t]*\S))")
_FOOTNOTE: Final = Lazy(r"\[\^([^\s\[\]]{1,60})\]")
_RAISED: Final = r"[¹²³⁴-⁹][⁰¹²³⁴-⁹]{0,2}"
_SUPERSCRIPT: Final = Lazy(rf"(?<=[^\W\d_]|[.,;:!?)\]\"'”’*])({_RAISED}(?:[,˒’ʼ–⁻]{_RAISED}){{0,9}})")
_SUP_TAG: Final = Lazy(r"<sup>\s*\[?([1-9]\d{0,2})\]?\s*</sup>", re.IGNORECASE)
_TOOL: Final = Lazy(
    r"【([^【】\n]{1,80})】|[\[(](?:sources?|refs?\.?|doc|document|citation|quelle|fuente)(?:[:#]| ?(?=\d))\s*"
    r"([^\[\]()\n]{1,120})[\])]",
    re.IGNORECASE,
)
_KEYED: Final = Lazy(
    r"\[[^\[\]@\n]{0,40}@([\w:.-]{2,60})[^\[\]\n]{0,80}\]"
    r"|\\(?:cite[a-z]*|autocite|parencite|footcite)\*?(?:\[[^\[\]]{0,40}\]){0,2}\{([^{}]{1,200})\}"
)
_NAME: Final = r"[^\W\d_a-zß-ÿ][\w'’-]{1,30}\.?"
_NAMES: Final = rf"{_NAME}(?:(?: (?:and|&|und|et|y) |,? & |, |,? and | ){_NAME}){{0,5}}(?:,? et al\.?| u\. ?a\.)?"
_YEAR: Final = r"(?:1[5-9]|20)\d\d[a-z]?|n\.d\."
_BRACKETS: Final = Lazy(r"[(\[]([^()\[\]\n]{5,240})[)\]]")
_PAGES: Final = r"(?:,? (?:pp?\.|S\.|ch\.|:) ?[\d–-]{1,12}|: ?[\d–-]{1,12})?"
_AUTHOR: Final = Lazy(rf"(?:(?:see|see also|cf\.|e\.g\.,?|vgl\.) )?({_NAMES}),? (?:{_YEAR}){_PAGES}")
_NARRATIVE: Final = Lazy(rf"(?<![\w'’-])({_NAME}(?: (?:and|&|und|et) {_NAME}| et al\.?)?) \((?:{_YEAR})\)")
_WORDS: Final = (
    "in since from until copyright version windows office edition updated released published founded born spring summer"
    " autumn fall winter season q1 q2 q3 q4"
)
_PLAIN_WORDS: Final = frozenset(_WORDS.split())
_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

STYLES: Final = ("numbered", "footnote", "superscript", "author", "key", "tool")
"""The styles of citation."""


def citations(text: str) -> tuple[list[Citation], set[str]]:
    """The citations of a text in order, and the sources that it defines or lists.

    >>> found, defined = citations("So it is [1, 3], as Lee (2020) says[^a].\\n\\n[1]: https://a.org")
    >>> [c.source for c in found], sorted(defined)
    (['1', '3', 'Lee', '^a'], ['1'])
    """
    plain = digits_to_ascii(without_code(text))
    first: dict[str, int] = {}
    for match in _FOOTNOTE.finditer(plain):
        first.setdefault(f"^{match[1]}", match.start())
    for match in _NUMBERS.finditer(plain):
        for number in _expanded(match[1]):
            first.setdefault(number, match.start())
    defined: dict[int, str] = {}
    for match in _DEFINITION.finditer(plain):
        # "[1] says so" begins a sentence, unless [1] has been cited above: then it begins an entry of a list.
        if match[2] or first.get(match[1], match.start()) < match.start():
            defined[match.start(1) - 1] = match[1]
    found = [each for find in _FINDERS for each in find(plain) if each.start not in defined]
    return sorted(found, key=lambda each: each.start), set(defined.values())


def _expanded(numbers: str) -> list[str]:
    """The numbers of a bracket, ranges written out.

    >>> _expanded("1, 3-5")
    ['1', '3', '4', '5']
    """
    found: list[str] = []
    for part in re.split(r"\s?[,;]\s?", numbers):
        low, _, high = re.sub(r"\s", "", part).replace("–", "-").partition("-")
        last = int(high.rpartition("-")[2] or low)
        found += [str(n) for n in range(int(low), last + 1)] if int(low) <= last <= int(low) + 99 else [low]
    return found


def _numbered(plain: str) -> Iterator[Citation]:
    for match in _NUMBERS.finditer(plain):
        before, after = plain[max(0, match.start() - 12) : match.start()], plain[match.end() : match.end() + 2]
        indexed = before[-1:].isdigit() or (
            before[-1:] in ("_", ")") and not before.endswith("))") and after[:1] == "["
        )
        if indexed or re.match(r"\s?=|\.[a-z_]", after) or (len(match[1]) > 2 and _SETS.search(before)):
            continue
        for number in _expanded(match[1]):
            yield Citation("numbered", number, match[0], match.start())


def _footnotes(plain: str) -> Iterator[Citation]:
    for match in _FOOTNOTE.finditer(plain):
        yield Citation("footnote", f"^{match[1]}", match[0], match.start())


def _superscripts(plain: str) -> Iterator[Citation]:
    for match in _SUPERSCRIPT.finditer(plain):
        word = re.search(r"[^\W\d_]+$", plain[max(0, match.start() - 20) : match.start()])
        # After a short word it is a power: m², km², x³.
        if word and len(word[0]) < 3:
            continue
        for number in re.findall(r"[⁰¹²³⁴-⁹]+", match[1]):
            yield Citation("superscript", number.translate(_DIGITS), match[0], match.start())
    for match in _SUP_TAG.finditer(plain):
        word = re.search(r"[^\W\d_]+$", plain[max(0, match.start() - 20) : match.start()])
        if not word or len(word[0]) > 2:
            yield Citation("superscript", match[1], match[0], match.start())


def _tools(plain: str) -> Iterator[Citation]:
    for match in _TOOL.finditer(plain):
        yield Citation("tool", (match[1] or match[2]).strip(), match[0], match.start())


def _keyed(plain: str) -> Iterator[Citation]:
    for match in _KEYED.finditer(plain):
        for key in (match[1] or match[2]).split(","):
            yield Citation("key", key.strip(), match[0], match.start())


def _authors(plain: str) -> Iterator[Citation]:
    for match in _BRACKETS.finditer(plain):
        parts = [_AUTHOR.fullmatch(part.strip()) for part in match[1].split(";")]
        for part in parts:
            if part and all(parts) and _is_author(part[1]):
                yield Citation("author", part[1], match[0], match.start())
    for match in _NARRATIVE.finditer(plain):
        titled = re.search(r"\b(?:The|A|An|“|\")\s*$", plain[max(0, match.start() - 6) : match.start()])
        if _is_author(match[1]) and not titled:
            yield Citation("author", match[1], match[0], match.start())


def _is_author(names: str) -> bool:
    first = re.split(r"[\s,]", names)[0].rstrip(".").lower()
    return first not in MONTHS and first not in _PLAIN_WORDS


_FINDERS: Final[tuple[Callable[[str], Iterator[Citation]], ...]] = (
    *(_numbered, _footnotes, _superscripts, _authors, _keyed, _tools),
)
