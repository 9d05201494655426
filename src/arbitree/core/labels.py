"""Labels of options: their normal form, which one a judge's wording means, and which cannot be told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Marks that show nothing: zero-width spaces and joiners, bidi marks, soft hyphens, variation selectors, tags."""

_SPACE: Final = re.compile(r"\s+")

_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)
"""Typographic quotes and dashes, which judges write and drop at will."""

_PAIRS: Final = (("'", "'"), ('"', '"'), ("*", "*"), ("_", "_"), ("~", "~"), ("(", ")"), ("[", "]"), ("<", ">"))
_STOPS: Final = ".,;:!?\u3002\u3001\uff0c\uff61\u061f\u060c\u06d4\u0964"
_LEAD: Final = re.compile(r"(?:[-+*#\u2022\u00b7\u2192]+ |\(?(?:\d{1,2}|[a-z])[.):] )+")
_JOINTS: Final = re.compile(r"(?<=\w)[-_/](?=\w)")


def light(label: str) -> str:
    """The label with case, compatibility forms, invisible marks and white space evened out; punctuation stays.

    >>> light(" Two\\u00a0are \\u200bOUT  of order. ")
    'two are out of order.'
    """
    if label.isascii():
        return _SPACE.sub(" ", label.casefold().translate(_SAME)).strip()
    before = ""
    while label != before:
        before = label
        label = unicodedata.normalize("NFKC", _INVISIBLE.sub("", label)).casefold().translate(_SAME)
    return _SPACE.sub(" ", label).strip()


def normal(label: str) -> str:
    """The label as it is compared: `light`, and free of closing punctuation, quotes and emphasis around it.

    What is nothing but punctuation stays, and so do signs that carry meaning.

    >>> [normal(label) for label in ("**Yes.**", "C++", "?", "A*", "'No'!")]
    ['yes', 'c++', '?', 'a*', 'no']
    """
    text = light(label)
    while True:
        peeled = _peel(text)
        if not peeled or peeled == text:
            return text
        text = peeled


def _peel(text: str) -> str:
    """The text without one layer of what surrounds it; the same text where there is none."""
    stripped = text.rstrip(_STOPS + " ")
    if stripped != text:
        return stripped
    for left, right in _PAIRS:
        if len(text) > 2 and text[0] == left and text[-1] == right:
            return text[1:-1].strip()
    return text


def _unled(label: str) -> str:
    """The normal label without a bullet, a number or a pictograph around it."""
    text = normal(label)
    text = _LEAD.sub("", text, count=1) if _LEAD.match(text) else text
    start, end = 0, len(text)
    while start < end and (text[start] == " " or unicodedata.category(text[start]) == "So"):
        start += 1
    while end > start and (text[end - 1] == " " or unicodedata.category(text[end - 1]) == "So"):
        end -= 1
    return normal(text[start:end])


def _unjoined(label: str) -> str:
    """The normal label with hyphens, underscores and slashes between letters as spaces."""
    return _JOINTS.sub(" ", normal(label))


def _same(label: str) -> str:
    return label


_LEVELS: Final[tuple[tuple[Callable[[str], str], Callable[[str], str]], ...]] = (
    (_same, _same),
    (light, light),
    (normal, normal),
    (_unled, normal),
    (_unjoined, _unjoined),
)
"""How the reply and the options are compared, from the closest to the most tolerant."""


def match(label: str, options: Sequence[str]) -> str | None:
    """The option that a judge's wording means, as declared; None when there is none or more than one.

    >>> match("YES\\u200b", ("Yes", "No")), match("c#", ("C", "C++", "C#")), match("Maybe", ("Yes", "No"))
    ('Yes', 'C#', None)
    """
    for of_reply, of_option in _LEVELS:
        wanted = of_reply(label)
        if not wanted:
            continue
        found = [option for option in options if of_option(option) == wanted]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def collisions(options: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of options that cannot be told apart, each later one with the first that it equals.

    >>> collisions(("Yes", "No", "yes ", "C", "C++"))
    (('Yes', 'yes '),)
    """
    first: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    for option in options:
        key = normal(option)
        if key in first:
            pairs.append((first[key], option))
        else:
            first[key] = option
    return tuple(pairs)


def blank(options: Sequence[str]) -> tuple[str, ...]:
    """The options that say nothing: empty, white space or invisible marks only.

    >>> blank(("Yes", "", " \\u200b"))
    ('', ' \\u200b')
    """
    return tuple(option for option in options if not normal(option))
