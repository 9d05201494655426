"""The tests `list_items` and `tables`: the items of bulleted and numbered lists, and the rows of Markdown tables."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from arbitree.core.kinds.base import Json
from arbitree.core.lazy import Lazy
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, plural
from arbitree.core.structural.markdown import prose_lines

_BULLET: Final = Lazy(r"([ \t]*)(?:[-*+•‣◦▪●○–]|\[[ xX]\])[ \t]+(?=\S)")
_RULE: Final = Lazy(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_ORDERED: Final = Lazy(r"[ \t]*(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)][ \t]+|[0-9]\ufe0f?\u20e3[ \t]*)(?=\S)")
_CAPITAL: Final = Lazy(r"[ \t]*[A-Z]\.[ \t]")
_HTML: Final = Lazy(r"<(/?)(ul|ol|li)(?=[\s>])[^<>]{0,300}>", re.IGNORECASE)
_DELIMITER: Final = Lazy(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")


class Item(NamedTuple):
    """An item of a list."""

    text: str
    ordered: bool
    depth: int
    """0 for an item that is in no other."""


def list_items(text: str) -> list[Item]:
    """The items of a text's lists in order; rules, bold lines, code and a line that only begins with a year are none.

    >>> found = list_items("- one\\n  1. two\\n* three\\n\\n---\\n**bold**\\n2026. It was.")
    >>> [(item.text, item.ordered, item.depth) for item in found]
    [('one', False, 0), ('two', True, 1), ('three', False, 0)]
    """
    found: list[Item] = []
    margins: list[int] = []
    for line in prose_lines(text):
        if not line.strip():
            continue
        line = re.sub(r"^(?:[ \t]*>)+[ \t]?", "", line)
        bullet = None if _RULE.match(line) else _BULLET.match(line)
        number = None if bullet or _CAPITAL.match(line) else _ORDERED.match(line)
        match = bullet or number
        if match is None:
            if line[:1] not in (" ", "\t"):
                margins = []
            continue
        margin = len(match[0].expandtabs(4)) - len(match[0].expandtabs(4).lstrip())
        while margins and margins[-1] >= margin:
            margins.pop()
        found.append(Item(line[match.end() :].strip(), number is not None, len(margins)))
        margins.append(margin)
    return found + _html_items(text)


def _html_items(text: str) -> list[Item]:
    found: list[Item] = []
    lists: list[bool] = []
    for match in _HTML.finditer("\n".join(prose_lines(text)) if "<" in text else ""):
        tag, closes = match[2].lower(), match[1] == "/"
        if tag == "li" and not closes:
            shown = match.string[match.end() : match.end() + 60].strip()
            found.append(Item(shown, bool(lists and lists[-1]), max(0, len(lists) - 1)))
        elif tag != "li" and not closes:
            lists.append(tag == "ol")
        elif tag != "li" and lists:
            lists.pop()
    return found


def _columns(row: str) -> int:
    inner = re.sub(r"^[ \t]*\|", "", row.rstrip())
    inner = re.sub(r"(?<!\\)\|$", "", inner)
    return len(re.split(r"(?<!\\)\|", inner))


def tables(text: str) -> list[tuple[int, int]]:
    """The rows, without the head, and the columns of each Markdown table.

    >>> tables("| a | b |\\n|---|---|\\n| 1 | 2 |\\n| 3 | 4 |")
    [(2, 2)]
    """
    found: list[tuple[int, int]] = []
    lines = prose_lines(text)
    index = 1
    while index < len(lines):
        head, line = lines[index - 1], lines[index]
        if "|" in head and "-" in line and _DELIMITER.match(line) and _columns(head) == _columns(line):
            end = index + 1
            while end < len(lines) and "|" in lines[end]:
                end += 1
            found.append((end - index - 1, _columns(head)))
            index = end
        index += 1
    return found


def _plain(value: Json) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def _validate_items(argument: Json) -> str | None:
    rules = {"ordered": options.flag, "nested": options.flag, **counts.RULES}
    return options.check_argument(argument, _plain, rules) or counts.fault(argument)


def _run_items(argument: Json, text: str) -> Finding:
    found = list_items(text)
    ordered = options.option(argument, "ordered")
    if isinstance(ordered, bool):
        found = [item for item in found if item.ordered == ordered]
    if options.option(argument, "nested") is not True and not isinstance(argument, bool):
        found = [item for item in found if item.depth == 0]
    return counts.judge(argument, [item.text for item in found], "item of a list", "items of a list")


def _validate_tables(argument: Json) -> str | None:
    rules = {"columns": options.count, "min_rows": options.count, "max_rows": options.count, **counts.RULES}
    return options.check_argument(argument, _plain, rules) or counts.fault(argument)


def _run_tables(argument: Json, text: str) -> Finding:
    found = tables(text)
    columns, least, most = (options.whole(argument, key) for key in ("columns", "min_rows", "max_rows"))
    fitting = [
        (rows, width)
        for rows, width in found
        if (columns is None or width == columns) and (least is None or rows >= least) and (most is None or rows <= most)
    ]
    shown = [f"{plural(rows, 'row')} by {plural(width, 'column')}" for rows, width in fitting]
    finding = counts.judge(argument, shown, "table")
    if finding.holds or len(found) == len(fitting):
        return finding
    sizes = ", ".join(f"{plural(rows, 'row')} by {plural(width, 'column')}" for rows, width in found[:3])
    return Finding(False, f"{finding.why}; there are others: {sizes}")


TESTS: Final = (
    StructuralTest(
        name="list_items",
        about="The text has items of a bulleted or numbered list, as many as asked; false: it has none.",
        validate=_validate_items,
        run=_run_items,
        examples=(True, {"min": 3, "max": 5}, {"exactly": 3, "ordered": True}, {"max": 20, "nested": True}),
    ),
    StructuralTest(
        name="tables",
        about="The text has a Markdown table, of the size if one is given; false: it has none.",
        validate=_validate_tables,
        run=_run_tables,
        examples=(True, False, {"columns": 3, "min_rows": 2}),
    ),
)
