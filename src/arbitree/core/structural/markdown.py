"""Markdown as far as the tests need it: which lines are code, and the text without it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from arbitree.core.lazy import Lazy

_LEAD: Final = r"[ \t]*(?:(?:>|[-*+]|\d{1,3}[.)])[ \t]+|>)*"
_OPEN: Final = Lazy(_LEAD + r"(?P<fence>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>.*)$")
_CLOSE: Final = Lazy(r"[ \t]*(?:>[ \t]*)*(?P<fence>`{3,}|~{3,})[ \t]*$")
_LANGUAGE: Final = Lazy(r"\{?\s*\.?([\w+#.-]+)")
_SPAN: Final = Lazy(r"(?<!`)(`+)(?!`)")


class Fence(NamedTuple):
    """A fenced block of code."""

    language: str
    """The first word of its info string in lower case; empty when there is none."""
    first: int
    """The index of its opening line."""
    last: int
    """The index of its closing line, or of the text's last line."""
    closed: bool


def fences(text: str) -> tuple[Fence, ...]:
    """The fenced blocks of a text in order; a fence that nothing closes runs to the end.

    >>> fences("a\\n```Python\\nx\\n```\\n~~~\\ny")
    (Fence(language='python', first=1, last=3, closed=True), Fence(language='', first=4, last=5, closed=False))
    """
    found: list[Fence] = []
    lines = text.splitlines()
    opened: tuple[int, str, str] | None = None
    for index, line in enumerate(lines):
        if opened is None:
            if ("```" in line or "~~~" in line) and (match := _OPEN.match(line)):
                language = _LANGUAGE.match(match["info"])
                opened = index, match["fence"], language[1].lower() if language else ""
            continue
        first, fence, name = opened
        match = _CLOSE.match(line)
        if match and match["fence"][0] == fence[0] and len(match["fence"]) >= len(fence):
            found.append(Fence(name, first, index, True))
            opened = None
    if opened is not None:
        found.append(Fence(opened[2], opened[0], len(lines) - 1, False))
    return tuple(found)


def prose_lines(text: str) -> list[str]:
    """The lines of a text, those of fenced code and of a metadata block at the very top made empty.

    >>> prose_lines("a\\n```\\n# b\\n```\\nc")
    ['a', '', '', '', 'c']
    """
    lines = text.removeprefix("\ufeff").splitlines()
    for fence in fences(text):
        for index in range(fence.first, fence.last + 1):
            lines[index] = ""
    if lines and lines[0].rstrip() == "---":
        end = next((n for n, line in enumerate(lines[1:60], 1) if line.rstrip() in ("---", "...")), 0)
        if end and all(":" in line or line[:1] in " -#" for line in lines[1:end] if line):
            lines[: end + 1] = [""] * (end + 1)
    return lines


def without_code(text: str) -> str:
    """The text with fenced blocks and code spans blanked, positions on each line kept.

    >>> without_code("see `[1]` and [2]")
    'see       and [2]'
    """
    return "\n\n".join(_blank_spans(part) for part in re.split(r"\n[ \t]*\n", "\n".join(prose_lines(text))))


def without(text: str, opening: str, closing: str) -> str:
    """The text with everything from an opening to the next closing blanked, line breaks kept; case does not matter.

    What is never closed stays.

    >>> without("a <!-- b --> c <!-- d", "<!--", "-->")
    'a            c <!-- d'
    """
    plain = text.lower()
    if opening not in plain or len(plain) != len(text):
        return text
    pieces: list[str] = []
    done = 0
    while (start := plain.find(opening, done)) >= 0 and (end := plain.find(closing, start + len(opening))) >= 0:
        end += len(closing)
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def _blank_spans(paragraph: str) -> str:
    """A paragraph with its code spans blanked: each run of backticks pairs with the next run of the same length."""
    if "`" not in paragraph:
        return paragraph
    runs = [(match.start(), match.end()) for match in _SPAN.finditer(paragraph)]
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    pieces: list[str] = []
    done = index = 0
    while index < len(runs):
        start, end = runs[index]
        same = later[end - start]
        while same and same[-1] <= index:
            same.pop()
        if not same:
            index += 1
            continue
        stop = runs[same[-1]][1]
        pieces += [paragraph[done:start], re.sub(r"[^\n]", " ", paragraph[start:stop])]
        done, index = stop, same[-1] + 1
    return "".join([*pieces, paragraph[done:]])
