"""Turns the value under the right key into a verdict, a text or a list; or says why it is none."""

from __future__ import annotations

from typing import Final, TypeAlias

from arbitree.core.labels import light, match
from arbitree.core.records import Shape, Unread
from arbitree.core.replies.grades import grade
from arbitree.core.replies.jsonish import whole
from arbitree.core.replies.lenient import CLASH, Number, Value
from arbitree.core.replies.spelling import quote, sound, written

Held: TypeAlias = bool | str | float | tuple[str, ...]
"""What a reply can say: a yes/no, an option or a text, a grade, a list of texts."""

_YES: Final = {"yes": True, "true": True, "no": False, "false": False}
_TEXT_KEYS: Final = ("output", "text", "value", "answer", "result", "content")


def held(value: Value, shape: Shape, key: str) -> Held | Unread:
    """The value that stands under `key`, as the shape wants it; or why it cannot be used.

    >>> held("YES", Shape(kind="yes_no"), "verdict"), held(["a", Number("2")], Shape(kind="list"), "output")
    (True, ('a', '2'))
    """
    if value is CLASH:
        return Unread("unreadable", f"The object gives {quote(key)} twice, differently; give it once.")
    if value is None:
        an_answer = f"one of those offered: {_listed(shape.options)}" if shape.options else "an answer."
        return Unread("unreadable", f"{quote(key)} is null; it must hold {an_answer}")
    match shape.kind:
        case "yes_no":
            return _yes_no(_only(value))
        case "one_of":
            return _one_of(_only(value), shape.options)
        case "list":
            return _list(value)
        case "number":
            assert shape.scale is not None
            return grade(_only(value), shape.scale)
        case "text" | "reason":
            return text_of(value)


def yes_no_word(text: str) -> bool | None:
    """What a yes/no word means; None for any other text.

    >>> yes_no_word("YES."), yes_no_word("false"), yes_no_word("1")
    (True, False, None)
    """
    chosen = match(text, tuple(_YES))
    return None if chosen is None else _YES[chosen]


def unknown(shown: str, options: tuple[str, ...]) -> Unread:
    """That a verdict was not offered, and what was."""
    return Unread("unknown_option", f"The verdict {shown} was not offered; offered: {_listed(options)}")


def _listed(options: tuple[str, ...]) -> str:
    offered = [quote(option, limit=len(option)) for option in options]
    if not any("," in option or ";" in option for option in options):
        offered = [option[1:-1] for option in offered]
    return ", ".join(offered)


def text_of(value: Value) -> str:
    """A text as it is, the items of a list one a line, anything else as JSON.

    >>> print(text_of([{"fact": "30 days"}, "free"]))
    30 days
    free
    """
    if isinstance(value, list):
        return "\n".join(map(_item, value))
    if isinstance(value, dict) and len(value) == 1:
        (key, inner), *_ = value.items()
        if isinstance(inner, str) and key.casefold() in _TEXT_KEYS:
            return sound(inner)
    return sound(value if isinstance(value, str) else written(value))


def _only(value: Value) -> Value:
    """The one item of a list that holds one."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _yes_no(value: Value) -> bool | Unread:
    if isinstance(value, bool):
        return value
    said = yes_no_word(value) if isinstance(value, str) else None
    if said is not None:
        return said
    return Unread("unknown_option", f"The verdict {_shown(value)} is neither true nor false.")


def _one_of(value: Value, options: tuple[str, ...]) -> str | Unread:
    chosen: str | None = None
    if isinstance(value, str):
        chosen = match(value, options)
    elif isinstance(value, bool):
        chosen = match("true" if value else "false", options)
    elif isinstance(value, Number):
        chosen = match(value.literal, options) or _equal(value.literal, options)
    return unknown(_shown(value), options) if chosen is None else chosen


def _equal(literal: str, options: tuple[str, ...]) -> str | None:
    """The one option that is the same number."""
    number = float(literal)
    same = [option for option in options if _number(option) == number]
    return same[0] if len(same) == 1 else None


def _number(text: str) -> float | None:
    try:
        return float(light(text))
    except ValueError:
        return None


def _list(value: Value) -> tuple[str, ...] | Unread:
    if isinstance(value, str) and value.lstrip().startswith("["):
        written_out = whole(value.strip())
        value = value if written_out is None else written_out.value
    if isinstance(value, dict) and len(value) == 1:
        value = next((inner for inner in value.values() if isinstance(inner, list)), value)
    if not isinstance(value, list):
        return Unread("not_a_list", f'"output" must hold a list of texts, not {_shown(value)}.')
    if any(item is None or item is CLASH for item in value):
        return Unread("unreadable", 'The list under "output" has an item that is null; every item must be a text.')
    return tuple(map(_item, value))


def _item(value: Value) -> str:
    """One item as a text; an object that holds one text and nothing else is that text."""
    if isinstance(value, dict) and len(value) == 1:
        only = next(iter(value.values()))
        if isinstance(only, str):
            return sound(only)
    return sound(value if isinstance(value, str) else written(value))


def _shown(value: Value) -> str:
    """The value as an error quotes it; quotation marks show that it is a text."""
    return quote(value) if isinstance(value, str) else quote(written(value))[1:-1]
