"""Folding of texts before they are compared: typography never decides whether a phrase is there."""

from __future__ import annotations

import unicodedata
from functools import cache

_QUOTES = {"'": "‘’‚‛ʼ′＇", '"': "“”„‟″«»＂"}
_DASHES = "‐‑‒–—―−﹣－"
_INVISIBLE = (
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e\ufeff\u0640"
)
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "…": "..."}


@cache
def _typography() -> dict[int, str]:
    table = {ord(char): plain for plain, chars in _QUOTES.items() for char in chars}
    table |= dict.fromkeys(map(ord, _DASHES), "-") | dict.fromkeys(map(ord, _INVISIBLE), "")
    table |= {ord(char): plain for char, plain in _LIGATURES.items()}
    return {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | table


def fold(text: str, *, case: bool = False, accents: bool = False) -> str:
    """A text with its typography made plain, and also its case and accents where asked.

    Quotation marks, apostrophes, dashes and hyphens become the plain ones, invisible characters go, full-width letters
    and ligatures become plain letters, composed and decomposed letters become equal, and a run of white space (line
    breaks and no-break spaces too) becomes one space, at the ends none.

    >>> fold("It’s  a 30\u2011day\u00a0ﬁx")
    "It's a 30-day fix"
    >>> fold("STRASSE") == fold("Straße"), fold("STRASSE", case=True) == fold("Straße", case=True)
    (False, True)
    >>> fold("Ångström İstanbul", case=True, accents=True)
    'angstrom istanbul'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_typography())
    if case:
        # The capital I with a dot folds to two characters, the second of which is in no other spelling of the word.
        text = unicodedata.normalize("NFC", text.casefold().replace("i\u0307", "i"))
    if accents:
        text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return " ".join(text.split())


def digits_to_ascii(text: str) -> str:
    """A text of the same length in which every decimal digit of any script is an ASCII one.

    >>> digits_to_ascii("٣ مارس ２０２６")
    '3 مارس 2026'
    """
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if not c.isascii() and c.isdecimal() else c for c in text)


@cache
def _flat() -> dict[int, str]:
    spaces = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
    table = dict.fromkeys(map(ord, spaces), " ") | dict.fromkeys(map(ord, "‐‑﹣－−"), "-")
    table |= dict.fromkeys(map(ord, "‒—―～〜"), "–") | dict.fromkeys(map(ord, _INVISIBLE), "")
    table |= {ord(char): "'" for char in _QUOTES["'"]}
    return {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | table


def flat(text: str) -> str:
    """A text whose digits, spaces, hyphens and apostrophes are plain, for patterns of numbers; dashes become `–`.

    >>> flat("３０\u2011day\u202fwindow, 5—7 days, −5")
    '30-day window, 5–7 days, -5'
    """
    return text if text.isascii() and "\t" not in text else digits_to_ascii(text.translate(_flat()))
