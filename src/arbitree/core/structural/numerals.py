"""Numbers written in words (English) and in Chinese characters, and ordinals up to the thirty-first."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS: Final = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES: Final = (
    {word: n for n, word in enumerate(_UNITS, 1)}
    | {word: n for n, word in enumerate(_TEENS, 10)}
    | {word: n * 10 for n, word in enumerate(_TENS, 2)}
    | {"a": 1, "an": 1, "zero": 0, "fourty": 40}
)
_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}

_UNIT: Final = "(?:" + "|".join(_UNITS) + ")"
_BELOW_100: Final = f"(?:(?:{'|'.join(_TENS)}|fourty)(?:[ -]{_UNIT})?|{'|'.join(_TEENS)}|{_UNIT})"
_BELOW_1000: Final = f"(?:(?:{_BELOW_100}|an?) hundred(?:(?: and)? {_BELOW_100})?|{_BELOW_100})"
_SCALED: Final = f"(?:{_BELOW_1000}|an?)[ -](?:thousand|million|billion|trillion)"
CARDINAL: Final = (
    f"(?:(?:(?:half )?a dozen|(?:{_UNIT} )dozen)|{_SCALED}(?:,? {_SCALED}){{0,4}}(?:,?(?: and)? {_BELOW_1000})?"
    f"|{_BELOW_1000}|zero)"
)
"""A pattern (case to be ignored) of a whole number in English words."""

_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth"),
    *("twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first"),
)
ORDINAL: Final = "(?:" + "|".join(word.replace("-", "[ -]") for word in sorted(_ORDINALS, key=len, reverse=True)) + ")"
"""A pattern (case to be ignored) of an ordinal from the first to the thirty-first in English words."""

FIRST_OF_ORDINALS: Final = frozenset(re.split(r"-", word)[0] for word in _ORDINALS)
"""The words that such an ordinal can begin with."""

FIRST_OF_CARDINALS: Final = frozenset((*_VALUES, "half"))
"""The words that a number in English words can begin with."""

_HAN: Final = {char: n for n, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2, "元": 1}
_HAN_SCALES: Final = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "萬": 10_000}
HAN: Final = "[〇零一二三四五六七八九十百千万萬两兩]"
"""A pattern of one character of a Chinese or Japanese number."""


def cardinal(words: str) -> int:
    """The number that words matched by `CARDINAL` say.

    >>> [cardinal(w) for w in ("thirty", "Twenty-one", "one hundred and five", "a dozen", "two thousand, six hundred")]
    [30, 21, 105, 12, 2600]
    """
    total = group = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ("and", "half"):
            continue
        if word == "dozen":
            return (group or 1) * 12 // (2 if words.lower().startswith("half") else 1)
        if word == "hundred":
            group *= 100
        elif word in _SCALES:
            total, group = total + group * _SCALES[word], 0
        else:
            group += _VALUES[word]
    return total + group


def ordinal(words: str) -> int:
    """The number that words matched by `ORDINAL` say.

    >>> ordinal("Third"), ordinal("twenty first")
    (3, 21)
    """
    return _ORDINALS.index(re.sub(r"\s+", "-", words.lower())) + 1


def han(characters: str) -> int:
    """The number that Chinese characters say, digit by digit or with their scales.

    >>> han("三十"), han("十五"), han("二〇二六"), han("一百零五"), han("元")
    (30, 15, 2026, 105, 1)
    """
    if not any(char in _HAN_SCALES for char in characters):
        return int("".join(str(_HAN[char]) for char in characters) or "0")
    total = group = digit = 0
    for char in characters:
        if char in _HAN:
            digit = _HAN[char]
        elif _HAN_SCALES[char] >= 10_000:
            total, group, digit = total + (group + digit or 1) * 10_000, 0, 0
        else:
            group, digit = group + (digit or 1) * _HAN_SCALES[char], 0
    return total + group + digit
