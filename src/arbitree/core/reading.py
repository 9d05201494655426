"""Reads a judge's reply: what it says in the shape that was asked for, or why it cannot be read."""

from __future__ import annotations

import re
from typing import Final

from arbitree.core.jsonish import Found, Scan, scan, whole
from arbitree.core.labels import match, normal
from arbitree.core.quotation import quoted
from arbitree.core.records import Read, Shape, Unread
from arbitree.core.shapes import quote, take, unknown, yes_no_word

_LEAD: Final = re.compile(
    r"(?:(?:my|the) )?(?:final |overall )?(?:answer|verdict|result|decision|judge?ment|choice|label)(?: is)?"
    r"\s{0,3}[:=-]?\s{0,3}",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(r"```\w{0,20}|~~~\w{0,20}")
_BARE: Final = 300
"""No bare label is longer than this."""


def read(text: str, shape: Shape) -> Read | Unread:
    """What a reply says, in the shape that was asked for; or why it cannot be read, as a judge can be told it.

    Never raises. The same text and shape always give the same.

    >>> read('{"verdict": true, "reason": "said so"}', Shape(kind="yes_no"))
    Read(value=True, reason='said so', flags=())
    >>> read("**Both**", Shape(kind="one_of", options=("Both", "Neither"))).value
    'Both'
    >>> read("", Shape(kind="text")).kind
    'empty'
    """
    stripped = text.strip("\ufeff\u200b \t\r\n")
    if not stripped:
        return Unread("empty", "The reply was empty.")
    entire = whole(stripped)
    if entire is not None:
        if isinstance(entire.value, str):
            inner = whole(entire.value.strip())
            entire = inner if inner is not None and isinstance(inner.value, dict) else entire
        taken = take(entire.value, shape)
        if taken is not None:
            return taken
        if isinstance(entire.value, list) and shape.kind == "list":
            listed = take({"output": entire.value}, shape)
            return listed._replace(flags=("bare",)) if isinstance(listed, Read) else _unreadable(shape, False)
    return _search(stripped, shape)


def _search(text: str, shape: Shape) -> Read | Unread:
    """What the last object of a reply says that is the judge's own."""
    seen = scan(text)
    if seen.hostile:
        return Unread("unreadable", "The reply holds too many brackets that close nothing; give one JSON object.")
    own = [(found, taken) for found, taken in _taken(seen, shape) if not quoted(seen.prose, found.start, found.end)]
    if seen.cut:
        return Unread("unreadable", "The reply's JSON object is cut off before its end; give it whole.")
    if not own:
        return _bare(seen, shape)
    last, said = own[-1]
    if isinstance(said, Unread):
        return said
    flags = ("repaired",) if last.repaired else ()
    if any(isinstance(other, Read) and other.value != said.value for _, other in own):
        flags = (*flags, "draft")
    return said._replace(flags=(*said.flags, *flags))


def _taken(seen: Scan, shape: Shape) -> list[tuple[Found, Read | Unread]]:
    """Everything in a reply that has to do with the question, and what it says."""
    pairs = [(found, take(found.value, shape)) for found in seen.found]
    return [(found, taken) for found, taken in pairs if taken is not None]


def _bare(seen: Scan, shape: Shape) -> Read | Unread:
    """The label that a reply consists of, with no object around it."""
    prose = _FENCE.sub("", seen.prose).strip()
    if not prose and not seen.found:
        return Unread("empty", "The reply holds nothing besides reasoning; give the JSON object after it.")
    if seen.found or len(prose) > _BARE or shape.kind not in ("yes_no", "one_of"):
        return _unreadable(shape, bool(seen.found))
    named = normal(prose)
    led = _LEAD.match(named)
    for label in (prose, named[led.end() :] if led else ""):
        said = (yes_no_word(label) if shape.kind == "yes_no" else match(label, shape.options)) if label else None
        if said is not None:
            return Read(said, "", ("bare",))
    if shape.kind == "one_of" and len(prose) <= 80 and "\n" not in prose:
        return unknown(quote(prose), shape.options)
    return _unreadable(shape, False)


def _unreadable(shape: Shape, objects: bool) -> Unread:
    """That a reply holds nothing of the form asked for."""
    form = {
        "yes_no": '{"reason": "...", "verdict": true or false}',
        "one_of": '{"reason": "...", "verdict": "one of the options"}',
        "text": '{"output": "..."}',
        "list": '{"output": ["...", "..."]}',
        "reason": '{"reason": "..."}',
    }[shape.kind]
    what = "The reply's JSON object has not the keys asked for" if objects else "The reply holds no JSON object"
    return Unread("unreadable", f"{what}; give exactly this form: {form}")
