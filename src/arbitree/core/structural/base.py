"""What a structural test is: a name, what its argument may be, and a finding about a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from arbitree.core.kinds.base import Json


class Finding(NamedTuple):
    """What a test came to."""

    holds: bool
    """Whether it holds."""
    why: str
    """One sentence that names what was found or not."""


@dataclass(frozen=True, kw_only=True)
class Argued:
    """A test by name, whose argument can be checked without a text."""

    name: str
    """As rubrics write it."""
    about: str
    """One sentence: when it holds."""
    validate: Callable[[Json], str | None]
    """None for an argument that can be used; else what is wrong with it and how to mend it."""
    examples: tuple[Json, ...]
    """Arguments that can be used, for error messages and schemas."""


@dataclass(frozen=True, kw_only=True)
class StructuralTest(Argued):
    """A pure test: it needs nothing but the text, and its time is bounded by the text's length."""

    run: Callable[[Json, str], Finding]
    """What it finds in a text; its argument has passed `validate`."""


@dataclass(frozen=True, kw_only=True)
class LocalTest(Argued):
    """A test that needs a library, foreign code or an unbounded pattern: the `local` judge runs it."""


def quote(text: str, limit: int = 60) -> str:
    """A text in quotation marks, on one line, cut in the middle of nothing but its length.

    >>> quote("30  days\\n")
    '"30 days"'
    >>> quote("a" * 100, limit=5)
    '"aaaaa…"'
    """
    line = " ".join(text[: limit * 4].split())
    cut = line[:limit].rstrip() + "…" if len(line) > limit else line
    return f'"{cut}"'


def quotes(texts: Iterable[str], most: int = 5) -> str:
    """Several texts quoted and listed, the first few of many.

    >>> quotes(["a", "b"]), quotes("abcdefg", most=2)
    ('"a", "b"', '"a", "b" and 5 more')
    """
    everything = list(texts)
    shown = ", ".join(quote(text) for text in everything[:most])
    rest = len(everything) - most
    return f"{shown} and {rest} more" if rest > 0 else shown


def plural(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    >>> plural(1, "date"), plural(0, "date"), plural(2, "entry", "entries")
    ('1 date', 'no dates', '2 entries')
    """
    return f"1 {one}" if count == 1 else f"{count or 'no'} {many or one + 's'}"
