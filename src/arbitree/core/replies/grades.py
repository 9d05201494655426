"""Reads a grade: a number on the scale, written plainly or out of the best one; or says why it is none."""

from __future__ import annotations

from typing import Final

from arbitree.core.labels import normal
from arbitree.core.lazy import Lazy
from arbitree.core.records import Unread
from arbitree.core.replies.lenient import Number, Value
from arbitree.core.replies.spelling import quote, written
from arbitree.core.scale import Scale

_NUMBER: Final = r"[-+]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})"
_GRADE: Final = Lazy(rf"({_NUMBER})(?:\s*(?:/|out of|of)\s*({_NUMBER}))?(?:\s*(?:points?|stars?))?")
_LEAD: Final = Lazy(
    r"[#*_\s]{0,9}(?:(?:my|the)\s)?(?:final\s|overall\s)?(?:score|grade|rating|verdict|answer|result)[*_]{0,3}"
    r"(?:\s+is\b\s*:?|\s*[:=\uff1a\n])\s*",
    flags=2,
)
"""Words that lead up to a grade; the flag is `re.IGNORECASE`."""


def grade(value: Value, scale: Scale) -> float | Unread:
    """The grade that a value says, or why it is none.

    >>> grade(Number("8"), Scale()), grade("8/10", Scale()), grade("4 out of 5", Scale(low=1, high=5))
    (8, 8, 4)
    >>> print(grade(Number("15"), Scale()).message)
    The score 15 is not on the scale; give a whole number from 0 to 10.
    """
    said: float | None = None
    if isinstance(value, Number):
        said = _number(value.literal)
    elif isinstance(value, str):
        said = grade_word(value, scale)
    if said is not None and scale.holds(said):
        return int(said) if said.is_integer() else said
    shown = quote(value) if isinstance(value, str) else quote(written(value))[1:-1]
    return off_scale(shown, scale)


def off_scale(shown: str, scale: Scale) -> Unread:
    """That a score is not on the scale, and what is."""
    return Unread("off_scale", f"The score {shown} is not on the scale; give {scale.said}.")


def grade_word(text: str, scale: Scale) -> float | None:
    """The number that a text consists of, on the scale or not; None for any other text.

    A number out of another one is a grade only where that is the best grade: nothing is converted.
    """
    found = _GRADE.fullmatch(normal(text))
    if found is None:
        return None
    if found[2] is not None and float(found[2]) != scale.high:
        return None
    return float(found[1])


def bare_grade(text: str, scale: Scale) -> float | None:
    """The grade that a text consists of, with or without a few words that lead up to it; None for any other text.

    >>> bare_grade("**Score:** 8/10", Scale()), bare_grade("15", Scale()), bare_grade("8 or 9", Scale())
    (8, None, None)
    """
    led = _LEAD.match(text)
    said = grade_word(text[led.end() :].lstrip("*_ ") if led else text, scale)
    if said is None or not scale.holds(said):
        return None
    return int(said) if said.is_integer() else said


def _number(literal: str) -> float | None:
    try:
        return float(literal)
    except ValueError:
        return None
