"""Errors of YAML syntax, said so that somebody who knows no YAML can mend them."""

from __future__ import annotations

import re

import yaml

from arbitree.wire.tree import Mark, Mistakes

_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_ENTRY = re.compile(r"""^[ ]*(?:-[ ]+)*(?:\{[ ]*)?(?P<key>[^\s:#'"{}\[\],][^:#'"{}\[\],]*):[ ]+(?P<value>\S.*)$""")
_ITEM = re.compile(r"^[ ]*-[ ]+(?P<value>\S.*)$")
_FIRST = {
    "*": "YAML reads a `*` at the beginning of a value as a reference",
    "&": "YAML reads a `&` at the beginning of a value as an anchor",
    "!": "YAML reads a `!` at the beginning of a value as a tag",
    "%": "a value cannot begin with `%`",
    "@": "a value cannot begin with `@`",
    "`": "a value cannot begin with a backquote",
    "[": "YAML reads a `[` at the beginning of a value as a list",
    "{": "YAML reads a `{` at the beginning of a value as a mapping",
    "|": "YAML reads a `|` at the beginning of a value as the start of a text block",
    ">": "YAML reads a `>` at the beginning of a value as the start of a folded text block",
    '"': "a value that begins with a quote ends at the next one",
    "'": "a value that begins with a quote ends at the next one",
    "]": "a value cannot begin with `]`",
    "}": "a value cannot begin with `}`",
    ",": "a value cannot begin with a comma",
    "-": "YAML reads a `-` at the beginning of a value as a list",
    "?": "YAML reads a `?` at the beginning of a value as a key",
}


def unprintable(text: str) -> tuple[Mark, str] | None:
    """The place and name of the first character that no YAML file may hold, if there is one.

    >>> unprintable("a: b\\x07")
    (Mark(line=1, column=5), 'the character U+0007 cannot stand in a YAML file')
    """
    found = _UNPRINTABLE.search(text)
    if found is None:
        return None
    start = text.rfind("\n", 0, found.start()) + 1
    mark = Mark(text.count("\n", 0, found.start()) + 1, found.start() - start + 1)
    return mark, f"the character U+{ord(found[0]):04X} cannot stand in a YAML file"


def syntax_mistake(error: yaml.MarkedYAMLError, text: str, mistakes: Mistakes) -> None:
    """Add the mistake that a parser's error stands for."""
    problem = error.problem_mark or error.context_mark
    line, column = (problem.line, problem.column) if problem is not None else (0, 0)
    lines = _BREAK.split(text)
    if line >= len(lines) or (not lines[line].strip() and line > 0):
        line, column = _last_written(lines, min(line, len(lines) - 1))
    context = error.context_mark
    candidates = [line]
    if context is not None and context.line != line:
        candidates.append(context.line)
    above = _last_written(lines, line - 1)[0] if line > 0 else 0
    if above not in candidates:
        candidates.append(above)
    if (tab := _tab(lines, candidates)) is not None:
        row, col = tab
        mistakes.add(
            Mark(row + 1, col + 1),
            "G201",
            "a tab stands where YAML wants spaces",
            "indent with spaces, never with tabs",
        )
        return
    for row in candidates:
        hint = _hint(lines[row], column if row == line else None)
        if hint is not None:
            col, what, mend = hint
            mistakes.add(Mark(row + 1, col + 1), "G201", what, mend)
            return
    mistakes.add(Mark(line + 1, column + 1), "G201", *_general(error, lines, line))


def _last_written(lines: list[str], line: int) -> tuple[int, int]:
    """The last line at or above this one that is not blank, and its end."""
    while line > 0 and not lines[line].strip():
        line -= 1
    return line, len(lines[line].rstrip())


def _tab(lines: list[str], rows: list[int]) -> tuple[int, int] | None:
    for row in rows:
        margin = lines[row][: len(lines[row]) - len(lines[row].lstrip())]
        if "\t" in margin:
            return row, margin.index("\t")
    return None


def _hint(line: str, column: int | None) -> tuple[int, str, str] | None:
    """What is most likely wrong with this line: where the value begins, what happened, how to mend it."""
    entry = _ENTRY.match(line) or _ITEM.match(line)
    if entry is None:
        return None
    value, begin = entry["value"], entry.start("value")
    key = entry.groupdict().get("key")
    named = f"the value of `{key.strip()}`" if key else "this value"
    reason = _reason(value)
    if reason is None and column is not None and column >= begin:
        rest = line[column:].lstrip()
        if rest.startswith(":") or line[: column + 1].rstrip().endswith(":"):
            reason = f"{named} holds `: `, which YAML reads as the beginning of another key"
    elif reason is not None:
        reason = f"{named} cannot be read: {reason}"
    if reason is None and (cut := re.search(r"(?<=\S)\s+#", value)) and value[0] not in "\"'":
        reason = f"{named} is cut at `{value[cut.start() :].strip()[:20]}`, which YAML reads as a comment"
    if reason is None:
        return None
    return begin, reason, f"put the whole text in quotes: {_quoted(value)}"


def _reason(value: str) -> str | None:
    first = value[0]
    if first in "[{":
        closing = "]" if first == "[" else "}"
        trimmed = re.sub(r"\s+#.*$", "", value).rstrip()
        if trimmed.endswith((closing, ",", first)) or closing not in trimmed:
            return None
        return _FIRST[first]
    if first in "\"'":
        trimmed = re.sub(r"\s+#.*$", "", value).rstrip()
        return None if len(trimmed) > 1 and trimmed.count(first) % 2 == 0 and trimmed.endswith(first) else _FIRST[first]
    if first in "|>":
        return None if re.match(r"[|>][-+0-9]*\s*(#.*)?$", value) else _FIRST[first]
    if first in "-?":
        return _FIRST[first] if value[1:2] in ("", " ") else None
    return _FIRST.get(first)


def _quoted(value: str) -> str:
    text = value.rstrip().rstrip("}").rstrip() if "{" not in value else value.rstrip()
    if text[:1] in "\"'":
        return f"'{text}'" if "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = text if len(text) <= 60 else text[:57] + "..."
    return f'"{text}"' if '"' not in text else f"'{text}'"


def _general(error: yaml.MarkedYAMLError, lines: list[str], line: int) -> tuple[str, str]:
    problem = error.problem or ""
    if "found unexpected end of stream" in problem or "quoted scalar" in (error.context or ""):
        return "a quoted text is not closed", "close it with the quote that opened it"
    if "flow" in (error.context or ""):
        return (
            "a `{` or `[` is not closed, or a comma is missing between its entries",
            "close it, put commas between the entries, and put texts that hold `,`, `: `, ` #` or brackets in quotes",
        )
    if "could not find expected ':'" in problem or "simple key" in (error.context or ""):
        return (
            f'"{lines[line].strip()[:40]}" is neither `key: value` nor part of a text',
            "write `key: value`; a text over several lines goes below `key: |`, indented",
        )
    if "expected <block end>" in problem or "block mapping" in (error.context or ""):
        return (
            "this line is indented unlike the lines it belongs to, or the value above it ended early",
            "indent the keys of one mapping alike, and put texts with quotes or brackets in quotes",
        )
    if "mapping values are not allowed" in problem:
        return "a `:` stands where no key can be", "put the whole text in quotes, or begin the key in a line of its own"
    return "this is not YAML", "put the text in quotes, and indent the keys of one mapping alike"
