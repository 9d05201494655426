"""The fenced blocks and hidden comments of a Markdown page. docs/writing.md says what each means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

_FENCE = re.compile(r"(?P<indent> *)(?P<ticks>`{3,}|~{3,})(?P<language>[\w-]*)(?P<rest>.*)")
_OPTION = re.compile(r'(?P<name>\w+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))')
_HIDDEN = re.compile(r"<!-- (?P<kind>not run|setup): *(?P<rest>.*)")


@dataclass(frozen=True, kw_only=True)
class Block:
    """One block of a page, in a fence or hidden in a comment."""

    language: str
    text: str
    line: int
    """The page's line that the text begins on, from 1."""
    options: dict[str, str] = field(default_factory=dict)
    """What follows the language: `title="rubric.yaml"`, `exit=1`."""
    not_run: str = ""
    """Why the block is not run, where a comment before it says so."""
    hidden: bool = False
    indent: str = ""

    @property
    def end(self) -> int:
        """The line after the text."""
        return self.line + self.text.count("\n")


class PageError(ValueError):
    """A page is not written as its blocks can be read."""


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in order.

    >>> [(block.language, block.text, block.options) for block in blocks('```sh exit=1\\n$ false\\n```\\n')]
    [('sh', '$ false\\n', {'exit': '1'})]
    """
    lines = page.splitlines()
    place, not_run = 0, ""
    while place < len(lines):
        fence, hidden = _FENCE.fullmatch(lines[place]), _HIDDEN.match(lines[place])
        if fence is not None:
            last = _find(lines, place + 1, re.compile(rf" *{fence['ticks']}\s*"), "a fence is never closed")
            block = _block(fence, lines[place + 1 : last], place + 2)
            yield replace(block, not_run=not_run)
            place, not_run = last, ""
        elif hidden is not None and hidden["kind"] == "not run":
            not_run = hidden["rest"].removesuffix("-->").strip()
            if not not_run:
                raise PageError(f"line {place + 1}: say why the block is not run")
        elif hidden is not None:
            last = _find(lines, place + 1, re.compile(r"-->\s*"), "a setup comment ends with --> on a line of its own")
            text = "".join(f"{line}\n" for line in lines[place + 1 : last])
            yield Block(language=hidden["rest"].strip(), text=text, line=place + 2, hidden=True)
            place = last
        elif lines[place].strip():
            not_run = ""
        place += 1


def _block(fence: re.Match[str], body: list[str], line: int) -> Block:
    indent = fence["indent"]
    options = {found["name"]: found["quoted"] or found["bare"] for found in _OPTION.finditer(fence["rest"])}
    text = "".join(f"{row.removeprefix(indent)}\n" for row in body)
    return Block(language=fence["language"], text=text, line=line, options=options, indent=indent)


def _find(lines: list[str], start: int, pattern: re.Pattern[str], otherwise: str) -> int:
    for place in range(start, len(lines)):
        if pattern.fullmatch(lines[place]):
            return place
    raise PageError(f"line {start}: {otherwise}")
