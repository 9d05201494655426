"""What a user's judge gives back, made into a `Reply`: its text as it came, or the JSON of its value.

Text may be wrong as models are, and is asked again. A value that no model wrote (None, a number, some object) is a
mistake in the judge's code, which asking again cannot mend: it is a failure that says what came and what is wanted.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Final, Protocol, cast, runtime_checkable

from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Reply, Shape, ShapeKind, Unread

_WANTED: Final[Mapping[ShapeKind, str]] = {
    "yes_no": 'True or False, or a dict or object with "verdict" and "reason"',
    "one_of": 'an option as text, or a dict or object with "verdict" and "reason"',
    "text": 'a dict or object with "output"',
    "list": 'a list of texts, or a dict or object with "output"',
    "reason": 'a dict or object with "reason"',
    "number": 'a number, or a dict or object with "score" and "reason"',
}
"""What a judge may give back besides text, by the form of reply."""

_OF_THE_FORM: Final = frozenset({"verdict", "output", "reason", "score"})
_MOST_SHOWN: Final = 60

_json = json.JSONEncoder(ensure_ascii=False, default=str).encode
"""Made once: `json.dumps` with settings makes an encoder every time."""


@runtime_checkable
class _Dumps(Protocol):
    def model_dump_json(self) -> str: ...


def reply_of(value: object, shape: Shape) -> Answer:
    """The reply that a judge's value stands for.

    Text stays as it is. A pydantic object, a dataclass, a dict become their JSON; a bare bool, number or list becomes
    the JSON object that the form of reply calls for. Of a pair (value, cost) the value counts. None, and whatever
    else says nothing in that form, is a failure of the kind `judge_error`.

    >>> reply_of({"verdict": True}, Shape(kind="yes_no")).text
    '{"verdict": true}'
    >>> reply_of(True, Shape(kind="yes_no")).text
    '{"verdict": true}'
    >>> reply_of(("Both", 0.002), Shape(kind="one_of", options=("Both",))).text
    'Both'
    >>> print(reply_of(7, Shape(kind="yes_no")).message)
    the judge gave back an int (7), which is no reply; give back text, True or False, or a dict or object with ...
    """
    if type(value) is dict and not _OF_THE_FORM.isdisjoint(value):
        return Reply(text=_json(value))
    if isinstance(value, (Reply, Failed)):
        return value
    if isinstance(value, tuple) and len(value) == 2 and _is_cost(value[1]):
        return reply_of(value[0], shape)
    if isinstance(value, str):
        return Reply(text=value)
    text, is_of_a_model = _written(value, shape)
    if not is_of_a_model and isinstance(read(text, shape), Unread):
        return Failed(kind="judge_error", message=_no_reply(value, shape))
    return Reply(text=text)


def _written(value: object, shape: Shape) -> tuple[str, bool]:
    """A value as text, and whether it is for a model to answer for, even where it cannot be read."""
    if isinstance(value, (bool, int, float)):
        return answer_text(value, shape), False
    if isinstance(value, (list, tuple)):
        return answer_text(list(value), shape), False
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace"), False
    if isinstance(value, Mapping):
        return _json(dict(value)), not _OF_THE_FORM.isdisjoint(value)
    content = getattr(value, "content", None)
    if isinstance(content, str) and not hasattr(value, "verdict"):
        # A chat library's message object.
        return content, True
    is_of_the_form = any(hasattr(value, key) for key in _OF_THE_FORM)
    if isinstance(value, _Dumps) and not isinstance(value, type):
        dumped: object = value.model_dump_json()
        return (dumped, is_of_the_form) if isinstance(dumped, str) else ("", False)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _json(dataclasses.asdict(value)), is_of_the_form
    return "", False


def _no_reply(value: object, shape: Shape) -> str:
    """What came back, by its type, and what may."""
    kind = type(value).__name__
    shown = ""
    if isinstance(value, Mapping):
        keys = ", ".join(f'"{key}"' for key in value)
        shown = f" with {_brief(keys)}" if keys else " without keys"
    elif isinstance(value, (bool, int, float, bytes)):
        shown = f" ({_brief(repr(value))})"
    elif isinstance(value, (list, tuple)):
        # What it holds may have addresses in its text, which are never twice the same.
        shown = f" of {len(value)}"
    named = "None" if value is None else f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}{shown}"
    return f"the judge gave back {named}, which is no reply; give back text, {_WANTED[shape.kind]}"


def _brief(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]} ..."


def answer_text(value: object, shape: Shape, *, reason: str = "") -> str:
    """The JSON of a bare value in the form of reply that `shape` asks for.

    >>> answer_text("30 days", Shape(kind="text"))
    '{"output": "30 days"}'
    >>> answer_text("Both", Shape(kind="one_of", options=("Both",)), reason="r")
    '{"reason": "r", "verdict": "Both"}'
    """
    match shape.kind:
        case "yes_no" | "one_of":
            return _json({"reason": reason, "verdict": value} if reason else {"verdict": value})
        case "text" | "list":
            return _json({"output": value})
        case "number":
            return _json({"reason": reason, "score": value} if reason else {"score": value})
        case "reason":
            return _json({"reason": value})


def invalid_reply(error: BaseException, schema: type) -> Reply | None:
    """The reply that a judge's code refused by validating it against the schema we gave it; None for another error.

    The fault is the reply's and not the code's, so it is read, and asked again, like any other reply.
    """
    entries = getattr(error, "errors", None)
    if type(error).__name__ != "ValidationError" or getattr(error, "title", "") != schema.__name__ or not entries:
        return None
    fields: dict[str, object] = {}
    for entry in cast("list[Mapping[str, object]]", entries()):
        place, given = cast("tuple[object, ...]", entry["loc"]), entry.get("input")
        if not place or (len(place) == 1 and entry["type"] == "missing"):
            # What was validated as a whole: the raw text when it was no JSON, else the object that lacks a field.
            return Reply(text=given if isinstance(given, str) else _json(given))
        fields.setdefault(str(place[0]), given)
    return Reply(text=_json(fields))


def _is_cost(value: object) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))
