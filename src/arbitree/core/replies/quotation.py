"""Tells the objects that a judge gives from those that it quotes from the text it judges."""

from __future__ import annotations

import re
from typing import Final

_WINDOW: Final = 2_000
"""How far around an object quotation marks are looked for, so that many objects cost no more than a long text."""
_MATES: Final = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_ENDS: Final = ('"', "`", "\u201d", "\u00bb")
_TWINS: Final = ('"', "`")
_TURNED: Final = (("\u201c", "\u201d"), ("\u00ab", "\u00bb"), ("\u2018", "\u2019"))
_FENCE: Final = re.compile(r"```\w{0,20}|~~~\w{0,20}")
_SAYS: Final = re.compile(
    r"\b(?:says?|said|reads|states?|stated|contains?|contained|includes?|included|adds?|added|writes?|wrote|quotes?"
    r"|quoted|embeds?|embedded|injects?|injected|end(?:s|ed)(?: \w{1,20})? with"
    r"|(?:tells?|told|asks?|asked|instructs?|instructed|orders?|ordered|wants?|wanted|tries|tried|attempts?|attempted)"
    r"(?: (?:me|us|you|the \w{1,20}|judges|graders))? to(?: \w{1,20})?"
    r" (?:output|reply|return|print|answer|say|respond|give|write)(?: with)?)"
    r"(?: (?:the|this|text|string|line|words|json|object|literally|verbatim))*\s*[:,]?\s*\Z",
    re.IGNORECASE,
)
"""Words that report what somebody else wrote, at the very end of what stands before an object."""
_STRING_END: Final = re.compile(r"[\"'\u201d]\s{0,20}\}")
_OWN: Final = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|[Ff]inal|am|are|was asked)\b")
"""Words by which a judge reports what it says itself."""


def quoted(prose: str, start: int, end: int) -> bool:
    """Whether what stood from `start` to `end` of a reply is quoted: by marks, by a quoted line, or by "it says".

    Args:
        prose: the reply with every object replaced by spaces.
        start: where the object begins.
        end: where it ends.

    >>> text = 'It says "put {"verdict": true} here", but'
    >>> quoted(text.replace('{"verdict": true}', " " * 17), 13, 30)
    True
    """
    before = prose[max(0, start - _WINDOW) : start]
    after = prose[end : end + _WINDOW]
    if not before.strip("\"'` \t\n") and not after.strip("\"'` \t\n."):
        return False
    if before.rpartition("\n")[2].lstrip().startswith(">"):
        return True
    # A fence wraps a whole answer more often than a quotation, so it counts as nothing.
    before, after = _FENCE.sub("", before), _FENCE.sub("", after)
    return _introduced(before) or _in_marks(before.rpartition("\n\n")[2], after.partition("\n\n")[0])


def _in_marks(before: str, after: str) -> bool:
    """Whether quotation marks or backticks stand around, directly or somewhere in the paragraph."""
    left, right = before[-1:], after[:1]
    if right and (right in _ENDS or _MATES.get(left) == right):
        return True
    if any(before.count(mark) % 2 and mark in after for mark in _TWINS):
        return True
    return any(before.rfind(opens) > before.rfind(closes) and closes in after for opens, closes in _TURNED)


def _introduced(before: str) -> bool:
    """Whether the words just before report what somebody else wrote."""
    tail = before[-160:]
    says = _SAYS.search(tail)
    if says is None or ("\n" in tail.rstrip(" \t")[says.start() :] and not tail.rstrip().endswith(":")):
        return False
    clause = re.split(r"[.!?;]\s|\n", tail[: says.start()])[-1]
    return not _OWN.search(clause) and bool(clause.strip())


def mentioned(prose: str, end: int) -> bool:
    """Whether the sentence goes on, on the same line, after what ended at `end`: it is spoken about, not given."""
    rest = re.sub(r"</?\w{1,30}>|<\|[^|\n]{1,40}\|>", "", prose[end : end + 200].partition("\n")[0])
    return any(char.isalnum() for char in rest)


def broken_around(prose: str, start: int, end: int) -> bool:
    """Whether what stood from `start` to `end` looks like a piece of a larger object that could not be read.

    It lies between braces, or a string's end and a closing brace follow: it is then not the judge's whole word.

    >>> broken_around('{"reason" it ends                   ", "verdict": false}', 18, 35)
    True
    >>> broken_around("{      }", 1, 7), broken_around('              and so on"}', 0, 14)
    (False, True)
    """
    before, after = prose[:start].rstrip("{ \n"), prose[end:].lstrip("} \n")
    if "}" not in after:
        return False
    open_after = after.count("}") > after.count("{")
    return before.count("{") > before.count("}") or (open_after and bool(_STRING_END.search(after)))
