"""How many of something a text is to have: `true` (some), `false` (none), or `min`, `max`, `exactly`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import options
from arbitree.core.structural.base import Finding, plural, quotes

RULES: Final[dict[str, options.Rule]] = {"min": options.count, "max": options.count, "exactly": options.count}
"""The options that bound a count."""


def fault(argument: Json) -> str | None:
    """Why no count can be within the bounds of an argument, or None.

    >>> fault({"min": 3, "max": 2})
    '"min" 3 is more than "max" 2, so it never holds'
    """
    least, most = bounds(argument)
    if least is not None and most is not None and least > most:
        return f'"min" {least} is more than "max" {most}, so it never holds'
    return None


def bounds(argument: Json) -> tuple[int | None, int | None]:
    """The least and the most that an argument allows.

    >>> bounds(True), bounds(False), bounds({"exactly": 2}), bounds({"max": 3})
    ((1, None), (0, 0), (2, 2), (None, 3))
    """
    if isinstance(argument, bool):
        return (1, None) if argument else (0, 0)
    exact = options.whole(argument, "exactly")
    least, most = options.whole(argument, "min"), options.whole(argument, "max")
    return (exact if least is None else least), (exact if most is None else most)


def judge(argument: Json, found: Sequence[str], noun: str, nouns: str = "") -> Finding:
    """Whether so many were found; a mapping without bounds wants at least one.

    >>> judge({"min": 2}, ["3 March"], "date")
    Finding(holds=False, why='1 date ("3 March"), at least 2 wanted')
    """
    least, most = bounds(argument)
    if least is None and most is None:
        least = 1
    count = len(found)
    holds = (least is None or count >= least) and (most is None or count <= most)
    shown = plural(count, noun, nouns) + (f" ({quotes(found, 3)})" if found else "")
    return Finding(holds, shown if holds else f"{shown}, {between(least, most)} wanted")


def between(least: int | None, most: int | None) -> str:
    """Bounds in words.

    >>> between(2, None), between(None, 3), between(2, 2), between(0, 0), between(2, 3)
    ('at least 2', 'at most 3', 'exactly 2', 'none', '2 to 3')
    """
    if least is not None and most is not None:
        return ("none" if most == 0 else f"exactly {least}") if least == most else f"{least} to {most}"
    return f"at least {least}" if least is not None else f"at most {most}"
