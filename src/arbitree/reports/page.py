"""A report as plain values: headings, grids, pairs and lines. How it is printed is no concern of what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Tone: TypeAlias = Literal["", "good", "bad", "warn", "dim", "strong"]
"""What a cell's colour is to say; printed only where there are colours."""


class Cell(NamedTuple):
    """One text of one line."""

    text: str
    tone: Tone = ""


@dataclass(frozen=True, kw_only=True)
class Heading:
    """A line that begins a part."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Rows under column headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: frozenset[int] = frozenset()
    """Columns whose cells end at the same place."""


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """A name and what it is, one pair a line."""

    pairs: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, kw_only=True)
class Lines:
    """Lines as they are."""

    lines: tuple[Cell, ...]
    indent: int = 0


Part: TypeAlias = Heading | Grid | Pairs | Lines
Page: TypeAlias = tuple[Part, ...]
"""A whole report."""


def is_apart(part: Part, before: Part) -> bool:
    """Whether an empty line goes between a part and the one before it: not below a heading, nor between lines."""
    return not isinstance(before, Heading) and not (isinstance(part, Lines) and isinstance(before, Lines))
