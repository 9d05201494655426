"""Running a page from top to bottom: each block is run, written to a file, or checked; what is printed is compared."""

from __future__ import annotations

import contextlib
import io
import json
import re
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import yaml

from arbitree.errors import ArbitreeError
from tests.pages.blocks import Block, blocks
from tests.pages.compare import same
from tests.pages.shell import Place, run

ONLY_SHOWN = frozenset({"text", "mermaid", "diff", "make", "svg", "html"})
"""Languages of blocks that nothing is done with."""

DATA = frozenset({"yaml", "json", "jsonl", "csv", "toml", "ini"})
"""Languages of blocks that can be read and written to a file."""

Edit: TypeAlias = tuple[int, int, str]
"""The lines first..last (from 1, last not included) of a page, and what belongs there."""


@dataclass(kw_only=True)
class Page:
    """One page while it is run."""

    place: Place
    check_rubric: Callable[[str], object]
    """Raises an ArbitreeError unless a text is a rubric."""
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__page__"})
    """What the page's Python blocks have defined so far."""
    wrong: list[str] = field(default_factory=list)
    """What a page cannot be as it is, each with its line."""
    differs: list[str] = field(default_factory=list)
    """What is printed in place of what the page says, each with its line."""
    edits: list[Edit] = field(default_factory=list)
    """What would make the page right."""
    printed: str | None = None
    """What the last Python block printed, until an output block has been compared with it."""

    def play(self, text: str) -> None:
        """Runs every block of a page."""
        for block in blocks(text):
            if block.language == "output":
                self._output(block)
                continue
            self.printed = None
            if not block.not_run:
                self._block(block)

    def _block(self, block: Block) -> None:
        if "title" in block.options:
            path = self.place.folder / block.options["title"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        if block.language == "python" and not block.options.get("title", "").endswith(".py"):
            self._python(block)
        elif block.language in {"console", "sh"}:
            self._shell(block)
        elif block.language in DATA:
            self._data(block)
        elif block.language not in ONLY_SHOWN and block.language != "python":
            self._say(block.line, f"a block needs a language that docs/writing.md names, not {block.language!r}")

    def _python(self, block: Block) -> None:
        printed = io.StringIO()
        code = "\n" * (block.line - 1) + block.text
        with contextlib.redirect_stdout(printed), contextlib.chdir(self.place.folder):
            try:
                exec(compile(code, "<page>", "exec"), self.names)
            except Exception as error:
                if not block.options.get("raises"):
                    self._say(block.line, "".join(traceback.format_exception(error)))
                elif type(error).__name__ != block.options["raises"]:
                    self._say(block.line, f"raises {type(error).__name__}, not {block.options['raises']}")
                print(f"{type(error).__name__}: {error}", file=printed)
            else:
                if block.options.get("raises"):
                    self._say(block.line, f"raises nothing, not {block.options['raises']}")
        self.printed = printed.getvalue()

    def _output(self, block: Block) -> None:
        if self.printed is None:
            self._say(block.line, "an output block belongs right after the Python block that prints it")
        elif not same(block.text, self.printed):
            self._differs(block.line, block.end, block, self.printed)
        self.printed = None

    def _shell(self, block: Block) -> None:
        commands = _commands(block)
        for place, command in enumerate(commands, 1):
            wanted = int(block.options.get("exit", 0)) if place == len(commands) else 0
            code, printed = run(command.text, self.place)
            if code != wanted:
                self._say(command.line, f"`{command.text.strip()}` exits {code}, not {wanted}:\n{printed}")
            elif command.output is not None and not same(command.output, printed):
                self._differs(command.line + 1, command.end, block, printed)

    def _data(self, block: Block) -> None:
        try:
            if block.language == "yaml" and re.search(r"^arbitree:", block.text, re.MULTILINE):
                self._rubric(block)
            elif block.language == "yaml":
                yaml.safe_load(block.text)
            elif block.language == "json":
                json.loads(block.text)
            elif block.language == "jsonl":
                for line in block.text.splitlines():
                    json.loads(line)
        except ValueError as error:
            self._say(block.line, f"{type(error).__name__}: {error}")

    def _rubric(self, block: Block) -> None:
        wanted = block.options.get("problem", "")
        try:
            self.check_rubric(block.text)
        except ArbitreeError as error:
            if wanted not in {problem.code for problem in error.problems}:
                self._say(block.line, "\n".join(problem.render() for problem in error.problems))
        else:
            if wanted:
                self._say(block.line, f"the rubric is not refused with {wanted}")

    def _differs(self, first: int, last: int, block: Block, printed: str) -> None:
        lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
        self.edits.append((first, last, "".join(f"{block.indent}{line}".rstrip() + "\n" for line in lines)))
        self.differs.append(f"line {first}: this is printed:\n" + "\n".join(lines))

    def _say(self, line: int, what: str) -> None:
        self.wrong.append(f"line {line}: {what}")


@dataclass(frozen=True, kw_only=True)
class _Command:
    """One command of a page, and what the page says it prints."""

    text: str
    line: int
    end: int
    """The line after its output."""
    output: str | None
    """None where the page does not say."""


def _commands(block: Block) -> list[_Command]:
    if block.language == "sh":
        return [_Command(text=block.text, line=block.line, end=block.end, output=None)]
    found: list[_Command] = []
    for line, text in enumerate(block.text.splitlines(), block.line):
        if text.startswith("$ "):
            found.append(_Command(text=text[2:], line=line, end=line + 1, output=""))
        elif found and text.startswith("> ") and not found[-1].output:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n{text[2:]}", line=line, end=line + 1)
        elif found:
            found[-1] = replace(found[-1], end=line + 1, output=f"{found[-1].output}{text}\n")
    return found


def edited(page: str, edits: Iterable[Edit]) -> str:
    """The page with its outputs put right.

    >>> edited("a\\nb\\nc\\n", [(2, 3, "B\\n")])
    'a\\nB\\nc\\n'
    """
    lines = page.splitlines(keepends=True)
    for first, last, text in sorted(edits, reverse=True):
        lines[first - 1 : last - 1] = [text]
    return "".join(lines)
