"""Errors of YAML syntax, said so that somebody who knows no YAML can mend them."""

from __future__ import annotations

import re

import yaml

from arbitree.wire.tree import Mark, Mistakes

_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_ENTRY = re.compile(r"""^[ ]*(?:-[ ]+)*(?:\{[ ]*)?(?P<key>[^\s:#'"{}\[\],][^:#'"{}\[\],]*):[ ]+(?P<value>\S.*)$""")
_ITEM = re.compile(r"^[ ]*-[ ]+(?P<value>\S.*)$")
_INNER = re.compile(r"""[{\[,][ ]*(?P<key>[^\s{}\[\],:'"][^{}\[\],:]*):[ ]+""")
_INNER_END = re.compile(r",[ ]*[\w ]+:[ ]|[}\]]+[ ]*,|[ ]*[}\]]*[ ]*$")
_COMMENT = re.compile(r"(?<=\S)\s+#")
_CLOSING = {"[": "]", "{": "}"}
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
    lines = _BREAK.split(text)
    rows, column = _rows(error, lines)
    if "escape" in (error.problem or ""):
        # One of the parsers points at the backslash, the other behind it.
        begin = lines[rows[0]].rfind("\\", 0, column + 1)
        what = f"`{lines[rows[0]][begin : begin + 2]}` in double quotes stands for no character"
        mend = "put the text in single quotes, or write the backslash twice"
        mistakes.add(Mark(rows[0] + 1, begin + 1), "G201", what, mend)
        return
    for row in rows:
        margin = lines[row][: len(lines[row]) - len(lines[row].lstrip())]
        if "\t" in margin:
            what, mend = "a tab stands where YAML wants spaces", "indent with spaces, never with tabs"
            mistakes.add(Mark(row + 1, margin.index("\t") + 1), "G201", what, mend)
            return
    for row in rows:
        hint = _hint(lines[row], column if row == rows[0] else None)
        if hint is not None:
            mistakes.add(Mark(row + 1, hint[0] + 1), "G201", hint[1], hint[2])
            return
    general = _general(error, lines[rows[0]])
    context = error.context_mark
    if general[0] and context is not None:
        mistakes.add(Mark(context.line + 1, context.column + 1), "G201", general[1], general[2])
    else:
        mistakes.add(Mark(rows[0] + 1, column + 1), "G201", general[1], general[2])


def _rows(error: yaml.MarkedYAMLError, lines: list[str]) -> tuple[list[int], int]:
    """The lines that may be at fault, the likeliest first, and the column in that."""
    problem, context = error.problem_mark or error.context_mark, error.context_mark
    row, column = (problem.line, problem.column) if problem is not None else (0, 0)
    if row >= len(lines) or (not lines[row].strip() and row > 0):
        row = _last_written(lines, min(row, len(lines) - 1))
        column = len(lines[row].rstrip())
    rows = [row]
    if context is not None:
        rows.append(context.line)
    rows.append(_last_written(lines, row - 1))
    return [one for one in dict.fromkeys(rows) if 0 <= one < len(lines)], column


def _last_written(lines: list[str], row: int) -> int:
    """The last line at or above this one that is not blank."""
    while row > 0 and not lines[row].strip():
        row -= 1
    return row


def _hint(line: str, column: int | None) -> tuple[int, str, str] | None:
    """What is most likely wrong with this line: where the value begins, what happened, how to mend it."""
    cut = _COMMENT.search(line)
    key, begin, value = _entry_at(
        line, min((place for place in (column, cut and cut.start()) if place), default=len(line))
    )
    if cut is not None and (found := _cut_key(line, cut.start())) is not None:
        return found
    if not value:
        return None
    named = f"the value of `{key}`" if key else "this value"
    if value[0] in "\"'" and value.count(value[0]) == 1:
        return begin, f"{named} is not closed: it begins with a quote", f"close it: {value}{value[0]}"
    mend = f"put the whole text in quotes: {_quoted(value)}"
    if (reason := _reason(value)) is not None:
        return begin, f"{named} cannot be read: {reason}", mend
    if column is not None and begin <= column and ":" in (line[column:].lstrip()[:1], line[: column + 1].rstrip()[-1:]):
        return begin, f"{named} holds `: `, which YAML reads as the beginning of another key", mend
    if cut is not None and cut.start() > begin and value[0] not in "\"'{[":
        at = line[cut.start() :].strip()[:20]
        return begin, f"{named} is cut at `{at}`, which YAML reads as a comment", mend
    return None if cut is None else _cut_brackets(line, cut.start())


def _cut_key(line: str, at: int) -> tuple[int, str, str] | None:
    """A key whose end a comment took away."""
    before, rest = line[:at], line[at:].strip()
    begin = len(before) - len(before.lstrip(" -"))
    if _ENTRY.match(before + " ") is None and ":" not in before and (key := rest.partition(":"))[1]:
        text = f"{before[begin:]} {key[0]}"
        mend = f"put the whole key in quotes: {_quoted(text)}:{key[2]}"
        return begin, f"this line is cut at `{rest[:20]}`, which YAML reads as a comment", mend
    return None


def _cut_brackets(line: str, at: int) -> tuple[int, str, str] | None:
    """A list or mapping within brackets whose end a comment took away."""
    before, rest = line[:at], line[at:].strip()
    opened = [sign for sign in "[{" if before.count(sign) > before.count(_CLOSING[sign])]
    if not any(_CLOSING[sign] in rest for sign in opened):
        return None
    begin = max(map(before.rindex, opened))
    what = f"this `{before[begin]}` is not closed: YAML reads `{rest[:20]}` as a comment"
    return begin, what, "put each text that holds ` #` in quotes"


def _entry_at(line: str, place: int) -> tuple[str, int, str]:
    """The innermost `key: value` of a line whose value begins before a place: its key, where it begins, the value."""
    inner = [found for found in _INNER.finditer(line) if found.end() <= place]
    outer = _ENTRY.match(line) or _ITEM.match(line)
    if inner and outer is not None and outer["value"][0] in "{[" and inner[-1].end() > outer.start("value"):
        begin = inner[-1].end()
        end = _INNER_END.search(line, begin)
        return inner[-1]["key"].strip(), begin, line[begin : end.start() if end else None].strip()
    if outer is None:
        return "", 0, ""
    return (outer.groupdict().get("key") or "").strip(), outer.start("value"), outer["value"].rstrip()


def _reason(value: str) -> str | None:
    """What the first character of a value means to YAML, where the value cannot be meant so."""
    first = value[0]
    bare = re.sub(r"\s+#.*$", "", value).rstrip()
    match first:
        case "[" | "{":
            closing = "]" if first == "[" else "}"
            return None if closing not in bare or bare.endswith((closing, ",", first)) else _FIRST[first]
        case '"' | "'":
            return None if len(bare) > 1 and bare.count(first) % 2 == 0 and bare.endswith(first) else _FIRST[first]
        case "|" | ">":
            return None if re.match(r"[|>][-+0-9]*\s*(#.*)?$", value) else _FIRST[first]
        case "-" | "?":
            return _FIRST[first] if value[1:2] in ("", " ") else None
        case _:
            return _FIRST.get(first)


def _quoted(value: str) -> str:
    if value[:1] in "\"'":
        return f"'{value}'" if "'" not in value else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = value if len(value) <= 60 else value[:57] + "..."
    return f'"{text}"' if '"' not in text else f"'{text}'"


def _general(error: yaml.MarkedYAMLError, line: str) -> tuple[bool, str, str]:
    """Whether the mistake is where the surrounding thing begins, what it is, and how to mend it."""
    problem, context = error.problem or "", error.context or ""
    if "quoted scalar" in context:
        return True, "a quoted text is not closed", "close it with the quote that opened it"
    if "flow" in context:
        mend = "close it, put commas between the entries, and put texts that hold `,`, `: `, ` #` or brackets in quotes"
        return True, "a `{` or `[` is not closed, or a comma is missing between its entries", mend
    if "could not find expected ':'" in problem or "simple key" in context:
        what = f'"{line.strip()[:40]}" is neither `key: value` nor part of a text'
        return True, what, "write `key: value`; a text over several lines goes below `key: |`, indented"
    if "expected <block end>" in problem or "block mapping" in context:
        what = "this line is indented unlike the lines it belongs to, or the value above it ended early"
        return False, what, "indent the keys of one mapping alike, and put texts with quotes or brackets in quotes"
    if "mapping values are not allowed" in problem:
        mend = "put the whole text in quotes, or begin the key in a line of its own"
        return False, "a `:` stands where no key can be", mend
    return False, "this is not YAML", "put the text in quotes, and indent the keys of one mapping alike"
