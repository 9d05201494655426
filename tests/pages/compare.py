"""Comparing what a page says is printed with what is printed: `...` stands for anything, as in doctest."""

from __future__ import annotations

import re


def same(expected: str, printed: str) -> bool:
    """Whether the expected text is what was printed, ends of lines aside.

    >>> same("ran 223 cases in ... s", "ran 223 cases in 0.8 s  ")
    True
    >>> same("first\\n...\\nlast", "first\\n1\\n2\\nlast")
    True
    >>> same("first", "second")
    False
    """
    pattern = ".*".join(re.escape(part) for part in _tidy(expected).split("..."))
    return re.fullmatch(pattern, _tidy(printed), re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())
