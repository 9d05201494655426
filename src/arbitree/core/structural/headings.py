"""The test `headings`: Markdown, bold-line, numbered and HTML headings, present and in order."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from arbitree.core.kinds.base import Json
from arbitree.core.lazy import Lazy
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.folding import fold
from arbitree.core.structural.markdown import prose_lines, without

_ATX: Final = Lazy(r" {0,3}(#{1,6})(?:[ \t]+(.*)|((?<=##)[^\W\d_].*))?$")
_SETEXT: Final = Lazy(r" {0,3}(=+|-+)[ \t]*$")
_BOLD: Final = Lazy(r" {0,3}((?:[\w.]{1,8}[.)][ \t]+)?)(\*\*\*|\*\*|___|__)([^*_]+(?:[*_][^*_]+)*?)\2[ \t]*(:?)[ \t]*$")
_NUMBERED: Final = Lazy(r" {0,3}(\d{1,2}(?:\.\d{1,2})*(?=[.)\s])|[IVX]{1,5}(?=[.)]))[.)]?[ \t]+(\S.*)$")
_BULLET: Final = Lazy(r"\s*(?:[-*+•>|]|\d{1,3}[.)])(?:\s|$)")
_HTML: Final = Lazy(r"<h([1-6])(?:\s[^<>]*)?>(.{0,400}?)</h\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG: Final = Lazy(r"<[^<>]{1,200}>")
_LINK: Final = Lazy(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_ATTRIBUTES: Final = Lazy(r"\s*\{[#.:][^{}]*\}\s*$")
_NUMBER: Final = Lazy(
    r"(?:(?:section|chapter|part|step|kapitel|abschnitt|teil)\s+(?:\d+|[ivxlc]+)\b\s*[.:)-]*|"
    r"\(?(?:\d{1,2}(?:\.\d{1,2})*[.:)]?|[ivxlc]{1,5}[.)]|[a-z][.)])(?=\s))\s*(?=\S)"
)


class Heading(NamedTuple):
    """A heading as it stands in a text."""

    text: str
    level: int | None
    """1 to 6, or None for a bold or numbered line."""
    line: int
    """The index of its line."""


def headings(text: str) -> list[Heading]:
    """The headings of a text in order. What is in code fences, comments and quotations is none.

    >>> [h.text for h in headings("# One\\n\\nTwo\\n===\\n\\n**Three:**\\n\\n<h2>Four</h2>\\n```\\n# no\\n```")]
    ['One', 'Two', 'Three:', 'Four']
    """
    lines = prose_lines(text)
    visible = without(without("\n".join(lines), "<!--", "-->"), "<pre", "</pre>")
    lines = visible.split("\n")
    found = [
        Heading(
            html.unescape(" ".join(_TAG.sub(" ", match[2]).split())),
            int(match[1]),
            visible.count("\n", 0, match.start()),
        )
        for match in (_HTML.finditer(visible) if "<h" in visible or "<H" in visible else ())
    ]
    numbered = _numbered_headings(lines)
    for index, line in enumerate(lines):
        if heading := _heading(lines, index, line, numbered):
            found.append(heading)
    return sorted((h for h in found if plain(h.text)), key=lambda heading: heading.line)


def _heading(lines: Sequence[str], index: int, line: str, numbered: frozenset[int]) -> Heading | None:
    if match := _ATX.match(line):
        return Heading(re.sub(r"(?:^|\s)#+\s*$", "", match[2] or match[3] or ""), len(match[1]), index)
    if match := _BOLD.match(line):
        inner = match[3].rstrip()
        return None if inner.endswith((".", ",", ";", "!")) or "**" in inner else Heading(inner, None, index)
    if index in numbered:
        return Heading(line.strip(), None, index)
    under = _SETEXT.match(lines[index + 1]) if line.strip() and index + 1 < len(lines) else None
    if under and not _BULLET.match(line) and not _SETEXT.match(line):
        return Heading(line.strip(), 1 if under[1][0] == "=" else 2, index)
    return None


def _numbered_headings(lines: Sequence[str]) -> frozenset[int]:
    """The numbered lines that head something: short, unpunctuated, with a text below that is no next item of a list."""
    full = [index for index, line in enumerate(lines) if line.strip()]
    found: set[int] = set()
    for place, index in enumerate(full[:-1]):
        match = _NUMBERED.match(lines[index])
        if not match or not _titlelike(match[2]):
            continue
        below, above = lines[full[place + 1]], lines[full[place - 1]] if place else ""
        depth = match[1].count(".")
        if _listed(below, depth) or _listed(above, depth) or below.startswith((" ", "\t")):
            continue
        if full[place + 1] > index + 1 or below.lstrip()[:1].isupper() or _NUMBERED.match(below):
            found.add(index)
    return frozenset(found)


def _listed(line: str, depth: int) -> bool:
    match = _NUMBERED.match(line)
    return match is not None and match[1].count(".") == depth


def _titlelike(title: str) -> bool:
    first = title.lstrip("\"'“‘*_")[:1]
    return len(title) <= 80 and len(title.split()) <= 10 and not first.islower() and title[-1] not in ".,;!:"


def plain(heading: str) -> str:
    """A heading as it is compared: no numbering, markup, emoji, punctuation at the ends, case or accents of type.

    >>> plain("2.1) **Refund &amp; Returns:** {#refunds}") == plain("refund and returns")
    True
    >>> plain("II. Methods"), plain("Step 3: Pay"), plain("3D printing"), plain("[Help](/help)")
    ('methods', 'pay', '3d printing', 'help')
    """
    text = _ATTRIBUTES.sub("", _LINK.sub(r"\1", html.unescape(heading)))
    text = fold(re.sub(r"[*`~]+|(?<!\w)_+|_+(?!\w)", "", text), case=True)
    text = " ".join("".join(c for c in text if unicodedata.category(c) not in ("So", "Sk", "Mn")).split())
    text = re.sub(r"\s&\s", " and ", _NUMBER.sub("", text, count=1) or text)
    return text.strip(" .:;,!?-\"'()[]").strip()


def _validate(argument: Json) -> str | None:
    def plainly(value: Json) -> str | None:
        good = isinstance(value, bool) or options.phrases(value) is None
        return None if good else "true, false, a heading, or a list of headings"

    rules = {
        "text": options.phrases,
        "any": options.phrases,
        "ordered": options.flag,
        "partial": options.flag,
        "only": options.flag,
        "level": options.some(options.count, "a level 1 to 6, or a list of levels"),
        **counts.RULES,
    }
    return options.check_argument(argument, plainly, rules, needs=("text", "any", *counts.RULES)) or counts.fault(
        argument
    )


def _run(argument: Json, text: str) -> Finding:
    found = headings(text)
    if (level := options.option(argument, "level")) is not None:
        levels = level if isinstance(level, list) else [level]
        found = [heading for heading in found if heading.level in levels]
    if isinstance(argument, bool) or any(key in argument for key in counts.RULES if isinstance(argument, dict)):
        finding = counts.judge(argument, [heading.text for heading in found], "heading")
        if not finding.holds or isinstance(argument, bool):
            return finding
    wanted = options.texts(argument.get("text") if isinstance(argument, dict) else argument)
    either = options.texts(options.option(argument, "any"))
    partial = options.option(argument, "partial") is True
    ordered = options.option(argument, "ordered") is not False
    finding = _present([plain(heading.text) for heading in found], wanted, either, partial, ordered)
    if finding.holds and options.option(argument, "only") is True:
        known = [plain(each) for each in wanted + either]
        other = [h.text for h in found if not any(_same(plain(h.text), each, partial) for each in known)]
        if other:
            return Finding(False, f"there are other headings: {quotes(other)}")
    return finding


def _same(heading: str, wanted: str, partial: bool) -> bool:
    return heading == wanted or (partial and bool(wanted) and wanted in heading)


def _present(
    found: Sequence[str], wanted: Sequence[str], either: Sequence[str], partial: bool, ordered: bool
) -> Finding:
    names = [plain(each) for each in wanted]
    missing = [
        each for each, name in zip(wanted, names, strict=True) if not any(_same(h, name, partial) for h in found)
    ]
    if missing:
        there = f"there are {quotes(found)}" if found else "there are no headings"
        return Finding(False, f"no heading {' or '.join(map(quote, missing))}; {there}")
    if either and not any(_same(h, plain(each), partial) for each in either for h in found):
        return Finding(False, f"none of the headings {quotes(either)} is there")
    place = 0
    for each, name in zip(wanted, names, strict=True) if ordered else ():
        after = next((n for n in range(place, len(found)) if _same(found[n], name, partial)), None)
        if after is None:
            return Finding(False, f"the heading {quote(each)} does not come after those named before it")
        place = after + 1
    shown = list(wanted) or found
    return Finding(True, f"the headings {quotes(shown)} are there" + (" in order" if ordered and wanted else ""))


TESTS: Final = (
    StructuralTest(
        name="headings",
        about="The headings are in the text, in this order; true: there is a heading, false: there is none.",
        validate=_validate,
        run=_run,
        examples=(["Summary", "Next steps"], True, {"text": ["Summary"], "only": True}, {"min": 3, "level": 2}),
    ),
)
