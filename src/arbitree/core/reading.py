"""Reads a judge's reply: what it says in the shape that was asked for, or why it cannot be read."""

from __future__ import annotations

from typing import Final

from arbitree.core.records import Read, Shape, ShapeKind, Unread
from arbitree.core.replies.bare import bare, cleaned
from arbitree.core.replies.grades import grade_word, off_scale
from arbitree.core.replies.jsonish import Found, Scan, salvaged, scan, whole
from arbitree.core.replies.lenient import Value
from arbitree.core.replies.quotation import broken_around, mentioned, quoted
from arbitree.core.replies.shapes import take
from arbitree.core.replies.spelling import quote, sound
from arbitree.core.replies.values import unknown

_FORMS: Final[dict[ShapeKind, str]] = {
    "yes_no": '{"reason": "...", "verdict": true or false}',
    "one_of": '{"reason": "...", "verdict": "one of the options"}',
    "text": '{"output": "..."}',
    "list": '{"output": ["...", "..."]}',
    "reason": '{"reason": "..."}',
    "number": '{"reason": "...", "score": a number}',
}


def read(text: str, shape: Shape) -> Read | Unread:
    """What a reply says, in the shape that was asked for; or why it cannot be read, as a judge can be told it.

    Never raises. The same text and shape always give the same. Flags: `bare` (no JSON around it), `key` (under
    another key), `repaired` (JSON only to the tolerant parser), `draft` (an earlier object said something else).

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
    try:
        entire = whole(stripped)
        if entire is None:
            return _searched(stripped, shape)
        return _plain(entire.value, shape) or _entire(stripped, entire.value, shape)
    except RecursionError:
        return Unread("unreadable", "The reply nests too deeply; give one flat JSON object.")


def _plain(value: Value, shape: Shape) -> Read | None:
    """The reading of an object that is exactly what was asked for; None for any other, which needs a closer look."""
    if not isinstance(value, dict) or len(value) > 2:
        return None
    if shape.kind == "text":
        output = value.get("output")
        return Read(sound(output), "", ()) if len(value) == 1 and isinstance(output, str) else None
    reason = value.get("reason", "")
    if not isinstance(reason, str) or (len(value) == 2 and "reason" not in value):
        return None
    verdict = value.get("verdict")
    if shape.kind == "yes_no":
        return Read(verdict, sound(reason), ()) if isinstance(verdict, bool) else None
    if shape.kind == "one_of" and isinstance(verdict, str) and verdict in shape.options:
        return Read(verdict, sound(reason), ())
    return None


def _entire(text: str, value: Value, shape: Shape) -> Read | Unread:
    """The reading of a reply that is strict JSON from end to end."""
    if isinstance(value, str):
        # The object written out once more as a JSON string.
        inner = whole(value.strip())
        value = inner.value if inner is not None and isinstance(inner.value, dict) else value
    if isinstance(value, list) and shape.kind == "list":
        return _list(value, shape)
    taken = take(value, shape)
    return taken if taken is not None else _without_object(text, scan(text), shape)


def _list(value: Value, shape: Shape) -> Read | Unread:
    """The reading of a list that stands for itself, or that wraps the object asked for."""
    taken = take(value, shape)
    if isinstance(taken, Read):
        return taken
    listed = take({"output": value}, shape)
    return listed._replace(flags=("bare",)) if isinstance(listed, Read) else (listed or _unreadable(shape, True))


def _searched(text: str, shape: Shape) -> Read | Unread:
    """What the last object of a reply says that is the judge's own."""
    seen = scan(text)
    if seen.given_up == "hostile":
        return Unread("unreadable", "The reply holds too many brackets that close nothing; give one JSON object.")
    if seen.given_up == "cut":
        return Unread("unreadable", "The reply's JSON object is cut off before its end; give it whole.")
    taken = [
        (found, said) for found, said in _taken(seen.found, shape) if not quoted(seen.prose, found.start, found.end)
    ]
    # An object with the very key that was asked for counts before one that can only be taken for it.
    own = [(found, said) for found, said in taken if isinstance(said, Unread) or "key" not in said.flags] or taken
    if not own:
        return _without_object(text, seen, shape)
    plainly = bare(seen.prose, shape)
    last, said = own[-1]
    if isinstance(said, Unread):
        return said
    if broken_around(seen.prose, last.start, last.end):
        return Unread("unreadable", "The reply's JSON object is broken; give one whole JSON object and nothing else.")
    others = [one for _, one in own if isinstance(one, Read) and one.value != said.value]
    aside = [one for _, one in _taken(seen.set_aside, shape) if isinstance(one, Read) and one.value != said.value]
    contradicted = plainly is not None and plainly.value != said.value
    if contradicted or ((others or aside) and mentioned(seen.prose, last.end)):
        return Unread("unreadable", "The reply gives several different answers; give one JSON object and nothing else.")
    flags = (*said.flags, *(("repaired",) if last.repaired else ()), *(("draft",) if others else ()))
    return said._replace(flags=flags)


def _taken(found: tuple[Found, ...], shape: Shape) -> list[tuple[Found, Read | Unread]]:
    """Everything found that has to do with the question, and what it says."""
    pairs = [(one, take(one.value, shape)) for one in found]
    return [(one, said) for one, said in pairs if said is not None]


def _without_object(text: str, seen: Scan, shape: Shape) -> Read | Unread:
    """What a reply says that holds no object with an answer."""
    prose = cleaned(seen.prose)
    if len(seen.found) == 1 and not prose and shape.kind == "list" and isinstance(seen.found[0].value, list):
        return _list(seen.found[0].value, shape)
    rescued = salvaged(text)
    taken = take(rescued.value, shape) if rescued is not None else None
    if taken is not None:
        return taken._replace(flags=(*taken.flags, "repaired")) if isinstance(taken, Read) else taken
    if _taken(seen.found, shape):
        return Unread(
            "unreadable", f"The reply only quotes an answer; give your own in this form: {_FORMS[shape.kind]}"
        )
    if seen.found:
        return _unreadable(shape, True)
    if not prose:
        return Unread("empty", f"The reply holds nothing that answers; give exactly this form: {_FORMS[shape.kind]}")
    said = bare(seen.prose, shape)
    if said is None and shape.kind == "one_of" and len(prose) <= 80 and "\n" not in prose:
        return unknown(quote(prose), shape.options)
    if said is None and shape.scale is not None and len(prose) <= 40 and grade_word(prose, shape.scale) is not None:
        return off_scale(quote(prose)[1:-1], shape.scale)
    return said if said is not None else _unreadable(shape, False)


def _unreadable(shape: Shape, objects: bool) -> Unread:
    """That a reply holds nothing of the form asked for."""
    what = "The reply's JSON has not the keys asked for" if objects else "The reply holds no JSON object"
    return Unread("unreadable", f"{what}; give exactly this form: {_FORMS[shape.kind]}")
