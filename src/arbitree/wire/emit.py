"""Plain values to YAML that people read and edit: short things on one line, long texts as blocks, quotes where needed.

A text is quoted when any reader, of YAML 1.1 or 1.2, could take it for something else (`No`, `1.0`, `#12`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from arbitree.wire.readers import written
from arbitree.wire.scalars import resolve

Plain: TypeAlias = "Mapping[str, Plain] | Sequence[Plain] | str | int | float | bool | None"
"""What can be written."""

WIDTH: Final = 100
"""How wide a line may be that holds a whole mapping or list."""
_LONGEST_KEY: Final = 120
"""YAML wants a key's colon within 1024 characters; a longer key is written after `? `."""
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"})
_NUMBER_LIKE = re.compile(r"[-+]?\.?[0-9][-+0-9_.,:eExXoOa-fA-FTtZz ]*\Z")
_FIRST = frozenset("-?:,[]{}#&*!|>'\"%@`=<~ ")
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_NOT_LITERAL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_BLANK_LINE = re.compile(r"^ +$", re.M)


class Fields(dict[str, Plain]):
    """A mapping of the format: `open` puts each key on a line of its own, and `named` keys are quoted where needed."""

    def __init__(self, entries: Mapping[str, Plain] | None = None, *, open: bool = False, named: bool = False) -> None:
        super().__init__(entries or {})
        self.open = open
        self.named = named


class Items(list[Plain]):
    """A list with each item on a line of its own."""


def quoted(text: str) -> str:
    """A text in double quotes, CJK and the like as they are.

    >>> print(quoted('say "退款"\\n'))
    "say \\"退款\\"\\n"
    """
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def scalar(value: str | int | float | bool | None, *, flow: bool = False) -> str:
    """A scalar on one line.

    >>> [scalar(value) for value in ("No", "1.0", "#12", "a: b", "Only one", 10.0, True, None)]
    ['"No"', '"1.0"', '"#12"', '"a: b"', 'Only one', '10', 'true', 'null']
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return value if _reads_plain(value, flow=flow) else quoted(value)
        case _:
            return written(value)


def _reads_plain(text: str, *, flow: bool) -> bool:
    if not text or text[0] in _FIRST or text[-1] in " :" or text.startswith("..."):
        return False
    if text.lower() in _WORDS or _NUMBER_LIKE.match(text) or not isinstance(resolve(text), str):
        return False
    if ": " in text or " #" in text or _BREAKING.search(text):
        return False
    return not (flow and any(mark in text for mark in ",[]{}:?"))


def write_yaml(value: Mapping[str, Plain]) -> str:
    """The YAML text of a mapping.

    >>> print(write_yaml({"a": [1, "two"], "b": {"No": "one\\ntwo\\n"}}), end="")
    a: [1, two]
    b:
      "No": |
        one
        two
    """
    return "".join(f"{line}\n" for line in _mapping(value, 0))


def _mapping(value: Mapping[str, Plain], indent: int) -> Iterator[str]:
    raw = isinstance(value, Fields) and not value.named
    for key, item in value.items():
        name = key if raw else scalar(key)
        if len(name) > _LONGEST_KEY:
            yield f"{' ' * indent}? {name}"
            yield from _entry(f"{' ' * indent}:", item, indent)
        else:
            yield from _entry(f"{' ' * indent}{name}:", item, indent)


def _entry(head: str, item: Plain, indent: int) -> Iterator[str]:
    """The lines of one entry; the first begins with the head."""
    line = _on_one_line(item, WIDTH - len(head) - 1)
    if line is not None:
        yield f"{head} {line}"
    elif isinstance(item, str):
        yield from _literal(head, item, indent)
    elif isinstance(item, Mapping):
        yield head
        yield from _mapping(item, indent + 2)
    elif isinstance(item, Sequence):
        yield head
        for part in item:
            yield from _item(part, indent + 2)


def _item(part: Plain, indent: int) -> Iterator[str]:
    """The lines of one item of a list."""
    dash = " " * indent + "-"
    line = _on_one_line(part, WIDTH - indent - 2)
    if line is None and isinstance(part, Mapping):
        lines = _mapping(part, indent + 2)
        yield f"{dash} {next(lines)[indent + 2 :]}"
        yield from lines
    elif line is None and not isinstance(part, str) and isinstance(part, Sequence):
        yield dash
        for inner in part:
            yield from _item(inner, indent + 2)
    else:
        yield from _entry(dash, part, indent)


def _literal(head: str, text: str, indent: int) -> Iterator[str]:
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    yield f"{head} |{'-' if ends == 0 else '' if ends == 1 else '+'}"
    margin = " " * (indent + 2)
    for line in (*body.split("\n"), *[""] * (ends - 1)):
        yield f"{margin}{line}" if line else ""


def _on_one_line(value: Plain, width: int) -> str | None:
    """The value where it fits on one line, else None."""
    if isinstance(value, str):
        as_block = "\n" in value and value.strip("\n") and value[0] not in " \n" and not _NOT_LITERAL.search(value)
        return None if as_block and not _BLANK_LINE.search(value) else scalar(value)
    if not isinstance(value, Mapping | Sequence):
        return scalar(value)
    if not value:
        return "{}" if isinstance(value, Mapping) else "[]"
    if isinstance(value, Items) or (isinstance(value, Fields) and value.open):
        return None
    text = _flow(value, width)
    return text if text is not None and len(text) <= width else None


def _flow(value: Plain, width: int) -> str | None:
    """The value in braces and brackets, or None as soon as it is too wide."""
    if isinstance(value, str):
        return None if "\n" in value or len(value) > width else scalar(value, flow=True)
    if not isinstance(value, Mapping | Sequence):
        return scalar(value)
    if isinstance(value, Items) or (isinstance(value, Fields) and value.open):
        return None
    parts: list[str] = []
    for key, item in value.items() if isinstance(value, Mapping) else (("", item) for item in value):
        text = _flow(item, width)
        if text is None or len(key) > width:
            return None
        name = key if isinstance(value, Fields) else scalar(key, flow=True)
        parts.append(f"{name}: {text}" if isinstance(value, Mapping) else text)
        width -= len(parts[-1]) + 2
        if width < -2:
            return None
    return f"{{{', '.join(parts)}}}" if isinstance(value, Mapping) else f"[{', '.join(parts)}]"
