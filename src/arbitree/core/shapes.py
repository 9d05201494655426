"""Takes a verdict, a text or a list out of a JSON value, as the question's shape demands it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from arbitree.core.jsonish import whole
from arbitree.core.labels import light, match
from arbitree.core.lenient import CLASH, Number, Value
from arbitree.core.records import Read, Shape, Unread

_VERDICT_KEYS: Final = (
    *("answer", "result", "label", "decision", "choice", "finalverdict", "finalanswer", "finaldecision", "judgement"),
    *("judgment", "selection", "selected", "selectedoption", "option", "classification", "category", "value", "output"),
)
_OUTPUT_KEYS: Final = (
    "answer",
    "result",
    "results",
    "text",
    "content",
    "extracted",
    "extraction",
    "items",
    "list",
    "value",
)
_REASON_KEYS: Final = ("reason", "reasoning", "explanation", "rationale", "justification", "reasons", "analysis")
_UNWRAPPED: Final = 4
"""How many wrappings are taken off: a tool call has three around its arguments."""
_YES: Final = {"yes": True, "true": True, "no": False, "false": False}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
_KEY_NOISE: Final = re.compile(r"[\s_\-*]+")


def quote(text: str, limit: int = 80) -> str:
    r"""The text in quotation marks, cut to `limit` characters and with control characters escaped.

    >>> print(quote("a\nb"), quote("x" * 9, limit=4))
    "a\nb" "xxxx..."
    """
    short = text[:limit] + "..." if len(text) > limit else text
    shown = _CONTROL.sub(lambda found: json.dumps(found.group())[1:-1], short)
    return f'"{shown}"'.replace("'verdict' [", "'verdict': [")


def take(value: Value, shape: Shape) -> Read | Unread | None:
    """What the value says in this shape: read, or not readable and why; None when it has nothing to do with it."""
    return _take(value, shape, _UNWRAPPED)


def _take(value: Value, shape: Shape, wrappings: int) -> Read | Unread | None:
    if isinstance(value, list):
        return _agreed([_take(item, shape, wrappings) for item in value[:200] if isinstance(item, dict)])
    if not isinstance(value, dict):
        return None
    keys: dict[str, Value] = {}
    for key, held in value.items():
        name = _KEY_NOISE.sub("", key).casefold()
        keys[name] = CLASH if name in keys and keys[name] != held else held
    wanted = _wanted(shape)
    reason = _reason(keys)
    if wanted in keys:
        held = keys[wanted]
        if isinstance(held, dict) and shape.kind in ("yes_no", "one_of") and wrappings:
            inner = _take(held, shape, wrappings - 1)
            if inner is not None:
                return inner._replace(reason=inner.reason or reason) if isinstance(inner, Read) else inner
        got = _held(held, shape)
        return Read(got, reason, ()) if not isinstance(got, Unread) else got
    others = [_held(keys[name], shape) for name in keys if name in _other_keys(shape)]
    read = [got for got in others if not isinstance(got, Unread)]
    if read and (len(read) == 1 or all(got == read[0] for got in read)):
        return Read(read[0], reason, ("key",))
    if read:
        return Unread("unreadable", f"The object gives several different answers; give one under {quote(wanted)}.")
    if not wrappings:
        return None
    return _agreed([_take(inner, shape, wrappings - 1) for inner in _inner(keys)])


def _agreed(taken: list[Read | Unread | None]) -> Read | Unread | None:
    """What several objects side by side say together."""
    read = [got for got in taken if isinstance(got, Read)]
    if not read:
        return next((got for got in taken if got is not None), None)
    if any(got.value != read[0].value for got in read):
        return Unread("unreadable", "The reply gives several different answers side by side; give exactly one.")
    return read[0]


def _inner(keys: dict[str, Value]) -> Iterator[Value]:
    """The objects and lists of objects that an object wraps, those written out as text included."""
    for held in keys.values():
        if isinstance(held, (dict, list)):
            yield held
        elif isinstance(held, str) and len(held) < 200_000 and held.lstrip()[:1] in ("{", "["):
            yield from _embedded(held)


def _embedded(text: str) -> Iterator[Value]:
    found = whole(text.strip())
    if found is not None:
        yield found.value


def _wanted(shape: Shape) -> str:
    """The key that the shape asks for."""
    match shape.kind:
        case "yes_no" | "one_of":
            return "verdict"
        case "text" | "list":
            return "output"
        case "reason":
            return "reason"


def _other_keys(shape: Shape) -> tuple[str, ...]:
    """The keys that are taken for the right one where that is missing."""
    if shape.kind == "reason":
        return _REASON_KEYS
    return _OUTPUT_KEYS if shape.kind in ("text", "list") else _VERDICT_KEYS


def _reason(keys: dict[str, Value]) -> str:
    """The reason that an object gives, as one text."""
    for name in _REASON_KEYS:
        held = keys.get(name)
        if held is not None and held is not CLASH:
            return _text(held)
    return ""


def _held(value: Value, shape: Shape) -> bool | str | tuple[str, ...] | Unread:
    """The value under the right key as the shape wants it."""
    wanted = _wanted(shape)
    if value is CLASH:
        return Unread("unreadable", f"The object gives {quote(wanted)} twice, differently; give it once.")
    if value is None:
        return Unread("unreadable", f"{quote(wanted)} is null; it must hold an answer.")
    match shape.kind:
        case "yes_no":
            return _yes_no(_only(value))
        case "one_of":
            return _one_of(_only(value), shape.options)
        case "list":
            return _list(value)
        case "text" | "reason":
            return _joined(value)


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


def yes_no_word(text: str) -> bool | None:
    """What a yes/no word means; None for any other text.

    >>> yes_no_word("YES."), yes_no_word("false"), yes_no_word("1")
    (True, False, None)
    """
    chosen = match(text, tuple(_YES))
    return None if chosen is None else _YES[chosen]


def _one_of(value: Value, options: tuple[str, ...]) -> str | Unread:
    chosen: str | None = None
    if isinstance(value, str):
        chosen = match(value, options)
    elif isinstance(value, bool):
        chosen = match("true" if value else "false", options)
    elif isinstance(value, Number):
        chosen = match(value.literal, options) or _equal(value.literal, options)
    return unknown(_shown(value), options) if chosen is None else chosen


def unknown(shown: str, options: tuple[str, ...]) -> Unread:
    """That a verdict was not offered, and what was."""
    offered = [quote(option, limit=len(option)) for option in options]
    if not any("," in option or ";" in option for option in options):
        offered = [option[1:-1] for option in offered]
    return Unread("unknown_option", f"The verdict {shown} was not offered; offered: {', '.join(offered)}")


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
        value = next(_embedded(value), value)
    if not isinstance(value, list):
        return Unread("not_a_list", f'"output" must hold a list of texts, not {_shown(value)}.')
    if any(item is None or item is CLASH for item in value):
        return Unread("unreadable", 'The list under "output" has an item that is null; every item must be a text.')
    return tuple(_text(item) for item in value)


def _joined(value: Value) -> str:
    """A text as it is, the items of a list one a line, anything else as JSON."""
    if isinstance(value, list):
        return "\n".join(_text(item) for item in value)
    return _text(value)


def _text(value: Value) -> str:
    """One item as a text; an object that holds one text and nothing else is that text."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) == 1:
        only = next(iter(value.values()))
        if isinstance(only, str):
            return only
    return written(value)


def written(value: Value) -> str:
    """The value as JSON on one line, numbers as they came.

    >>> written({"a": [Number("1.0"), True]})
    '{"a": [1.0, true]}'
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case Number(literal):
            return literal
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {written(v)}" for k, v in value.items()) + "}"
        case _:
            return "null"


def _shown(value: Value) -> str:
    """The value as an error quotes it."""
    return quote(value) if isinstance(value, str) else quote(written(value))
