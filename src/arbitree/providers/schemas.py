"""The JSON Schema of each form of reply, strict and with the reason before the verdict."""

from __future__ import annotations

import json
from typing import Final, assert_never

from arbitree.core.kinds.base import Json
from arbitree.core.records import Shape
from arbitree.core.scale import Scale

_encoded: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

MOST_LISTED: Final = 21
"""How many grades a schema lists one by one."""

SCHEMA_NAME = "reply"
"""What the schema is called where a server wants a name."""


def schema_of(shape: Shape) -> dict[str, Json]:
    """The schema of a reply in this form: every key required, no other allowed, options in declared order.

    >>> compact(schema_of(Shape(kind="text"))).decode()
    '{"type":"object","properties":{"output":{"type":"string"}},"required":["output"],"additionalProperties":false}'
    """
    text: dict[str, Json] = {"type": "string"}
    match shape.kind:
        case "yes_no":
            return _object({"reason": text, "verdict": {"type": "boolean"}})
        case "one_of":
            return _object({"reason": text, "verdict": {"type": "string", "enum": list(shape.options)}})
        case "text":
            return _object({"output": text})
        case "list":
            return _object({"output": {"type": "array", "items": text}})
        case "reason":
            return _object({"reason": text})
        case "number":
            assert shape.scale is not None
            return _object({"reason": text, "score": _number(shape.scale)})
        case _:
            assert_never(shape.kind)


def _number(scale: Scale) -> dict[str, Json]:
    """A grade: one of those listed where they are few, so that a server that knows no bounds keeps to them too."""
    if 0 < len(scale.labels) <= MOST_LISTED:
        return {"type": "integer", "enum": [int(label) for label in scale.labels]}
    return {"type": "integer" if scale.whole else "number", "minimum": scale.low, "maximum": scale.high}


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def compact(value: Json) -> bytes:
    """The bytes of a body: keys as they stand, no spaces, UTF-8; what UTF-8 cannot hold becomes a question mark.

    >>> compact({"b": "\\u00e9", "a": "\\ud800"}).decode()
    '{"b":"é","a":"?"}'
    """
    return _encoded(value).encode("utf-8", "replace")
