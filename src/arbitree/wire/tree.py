"""A file's content as plain values that still know where they were written, and the mistakes found in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arbitree.errors import Problem

Value: TypeAlias = "Mapped | Listed | str | int | float | bool | None"
"""What a file holds: mappings, lists and scalars."""


class Mark(NamedTuple):
    """A place in a file, both numbers counted from 1."""

    line: int
    column: int


class Mapped(dict[str, Value]):
    """A mapping with the places of its keys and values."""

    __slots__ = ("at", "flow", "key_at", "size", "spoilt", "value_at")

    def __init__(self, at: Mark, *, flow: bool = False) -> None:
        super().__init__()
        self.at = at
        self.flow = flow
        self.key_at: dict[str, Mark] = {}
        self.value_at: dict[str, Mark] = {}
        self.spoilt: dict[str | int, str] = {}
        """By key: what the file's syntax may have taken away from a text; asked only where prose is expected."""
        self.size = 1

    def put(self, key: str, value: Value, key_at: Mark, value_at: Mark) -> None:
        """Add one entry with its places."""
        self[key] = value
        self.key_at[key] = key_at
        self.value_at[key] = value_at

    def take_in(self, others: Iterable[Value]) -> None:
        """Add the entries of other mappings whose keys are not there, as a merge would.

        A merge is refused; this keeps what it leaves out from being told as missing beside it.
        """
        for other in others:
            if not isinstance(other, Mapped):
                continue
            for key, value in other.items():
                if key not in self:
                    self.put(key, value, other.key_at[key], other.value_at[key])

    def without(self, keys: Iterable[str]) -> Mapped:
        """The same mapping, some keys left out."""
        gone = frozenset(keys)
        rest = Mapped(self.at, flow=self.flow)
        for key, value in self.items():
            if key not in gone:
                rest.put(key, value, self.key_at[key], self.value_at[key])
        rest.spoilt = {key: text for key, text in self.spoilt.items() if key not in gone}
        return rest


class Listed(list[Value]):
    """A list with the places of its items."""

    __slots__ = ("at", "flow", "item_at", "size", "spoilt")

    def __init__(self, at: Mark, *, flow: bool = False) -> None:
        super().__init__()
        self.at = at
        self.flow = flow
        self.item_at: list[Mark] = []
        self.spoilt: dict[str | int, str] = {}
        self.size = 1

    def put(self, value: Value, at: Mark) -> None:
        """Add one item with its place."""
        self.append(value)
        self.item_at.append(at)


@dataclass(frozen=True, kw_only=True)
class Found:
    """A mistake and its place."""

    at: Mark
    problem: Problem


class Mistakes(list[Found]):
    """The mistakes of one file, in whatever order they are found."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source

    def add(self, at: Mark, code: str, what: str, mend: str, *, node: str = "", key: str = "") -> None:
        """Add one mistake; `where` is made from its place."""
        where = f"{self.source}:{at.line}:{at.column}"
        problem = Problem(code=code, what=what, where=where, mend=mend, node=node, key=key)
        self.append(Found(at=at, problem=problem))

    def in_order(self) -> tuple[Problem, ...]:
        """The problems in file order."""
        return tuple(found.problem for found in sorted(self, key=lambda found: found.at))


def shown(value: object) -> str:
    """A value as a message quotes it: short, and as it would be written.

    >>> shown("x" * 60), shown(True), shown(None), shown({"a": 1})
    ('"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."', 'true', 'nothing', 'a mapping with the key `a`')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value if len(value) <= 40 else value[:37] + "..."}"'.replace("\n", " ")
        case dict():
            keys = ", ".join(f"`{key}`" for key in list(value)[:3])
            return f"a mapping with the key{'s' if len(value) > 1 else ''} {keys}" if value else "an empty mapping"
        case list():
            return "a list" if value else "an empty list"
        case int() if value.bit_length() > 128:
            return "a number of very many digits"
        case _:
            return str(value)
