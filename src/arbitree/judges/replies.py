"""What a user's judge gives back, made into a `Reply`: its text as it came, or the JSON of its value."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Protocol, cast, runtime_checkable

from arbitree.core.records import Answer, Failed, Reply, Shape

_json = json.JSONEncoder(ensure_ascii=False, default=str).encode
"""Made once: `json.dumps` with settings makes an encoder every time."""


@runtime_checkable
class _Dumps(Protocol):
    def model_dump_json(self) -> str: ...


def reply_of(value: object, shape: Shape) -> Answer:
    """The reply that a judge's value stands for.

    Text stays as it is. A pydantic object, a dataclass, a dict become their JSON; a bare bool, number or list becomes
    the JSON object that the form of reply calls for. Of a pair (value, cost) the value counts. None, and whatever has
    no text, becomes an empty text, which is asked again.

    >>> reply_of({"verdict": True}, Shape(kind="yes_no")).text
    '{"verdict": true}'
    >>> reply_of(True, Shape(kind="yes_no")).text
    '{"verdict": true}'
    >>> reply_of(("Both", 0.002), Shape(kind="one_of", options=("Both",))).text
    'Both'
    """
    if type(value) is dict:
        return Reply(text=_json(value))
    if isinstance(value, (Reply, Failed)):
        return value
    if isinstance(value, tuple) and len(value) == 2 and _is_cost(value[1]):
        return reply_of(value[0], shape)
    return Reply(text=_text(value, shape))


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


def _text(value: object, shape: Shape) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return answer_text(value, shape)
    if isinstance(value, (list, tuple)):
        return answer_text(list(value), shape)
    if isinstance(value, Mapping):
        return _json(dict(value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    content = getattr(value, "content", None)
    if isinstance(content, str) and not hasattr(value, "verdict"):
        # A chat library's message object.
        return content
    if isinstance(value, _Dumps) and not isinstance(value, type):
        return value.model_dump_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _json(dataclasses.asdict(value))
    return ""
