"""The nearest right word to a wrong one, for the mend of an error."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like the word, or None when none is like it.

    >>> nearest("pass_rte", ["pass_rate", "coverage"])
    'pass_rate'
    >>> nearest("Actual-Output", ["actual_output"])
    'actual_output'
    >>> nearest("xyz", ["pass_rate"]) is None
    True
    """
    plain: dict[str, str] = {}
    for choice in choices:
        plain.setdefault(_plain(choice), choice)
    found = difflib.get_close_matches(_plain(word), list(plain), n=1, cutoff=0.6)
    return plain[found[0]] if found else None


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")
