"""Values in files of goldens: lists, tools and mappings in the cells of a CSV file, and back again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from arbitree.data import strict_json
from arbitree.test_case import ToolCall, plain
from arbitree.test_case.tool_call import ToolCallType

LISTS = ("context", "retrieval_context")
TOOLS = ("tools_called", "expected_tools")
MAPPINGS = ("additional_metadata", "custom_column_key_values", "expected_labels")

DELIMITER = "|"
"""What parts the items of a list in a cell, as in DeepEval's files."""


def read_value(name: str, value: object, *, delimiter: str = DELIMITER) -> object:
    """The value of a field as a golden has it, from a cell or a JSON value; None stays None.

    Raises:
        ValueError: it cannot be read as that field.

    >>> read_value("context", "one|two"), read_value("context", '["a|b"]'), read_value("context", ["x"])
    (['one', 'two'], ['a|b'], ['x'])
    """
    if value is None:
        return None
    if name in LISTS:
        return _list(value, delimiter)
    if name in TOOLS:
        return [_tool(one) for one in _parsed(value, list, "a list of tool calls")]
    if name in MAPPINGS:
        return _parsed(value, dict, "an object")
    if name == "turns":
        return [_turn(one) for one in _parsed(value, list, "a list of turns")]
    return _NUMBERS[name](value) if name in _NUMBERS and isinstance(value, str) else value


def plain_value(name: str, value: Any) -> object:
    """The value of a field as JSON has it; None stays None."""
    if value is not None and name in TOOLS:
        return [_told(one) for one in value]
    if value is not None and name == "turns":
        return [_said(one) for one in value]
    return plain(value)


def cell(name: str, value: Any) -> str:
    """The value of a field as a CSV cell, so that `read_value` reads it back; empty where there is none.

    >>> cell("context", ["one", "two"]), cell("context", ["a|b"]), cell("context", None), cell("token_cost", 0.5)
    ('one|two', '["a|b"]', '', '0.5')
    """
    told = plain_value(name, value)
    if told is None:
        return ""
    if isinstance(told, str):
        return told
    if name in LISTS and isinstance(told, list):
        joined = DELIMITER.join(one for one in told if isinstance(one, str))
        if joined and _list(joined, DELIMITER) == told:
            return joined
    return json.dumps(told, ensure_ascii=False)


def _list(value: object, delimiter: str) -> object:
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("[") and value.rstrip().endswith("]"):
        try:
            return strict_json.parse(value)
        except strict_json.BadJson:
            pass  # a text in square brackets
    return value.split(delimiter) if value else []


def _parsed(value: object, kind: type, words: str) -> Any:
    found = strict_json.parse(value) if isinstance(value, str) else value
    if not isinstance(found, kind):
        raise ValueError(f"it is not {words}")
    return found


def _turn(value: object) -> object:
    """A turn of a file, with the tools that were called in it."""
    tools = value.get("tools_called") if isinstance(value, Mapping) else None
    return {**value, "tools_called": [_tool(one) for one in tools]} if isinstance(tools, list) else value  # type: ignore[dict-item]


def _tool(value: object) -> object:
    """A tool call of a file."""
    if not isinstance(value, Mapping):
        return value
    # DeepEval writes the parameters under the name that they have in its own interchange.
    told = {"input_parameters" if name == "inputParameters" else str(name): one for name, one in value.items()}
    known = set(ToolCall.__dataclass_fields__)
    if not isinstance(told.get("name"), str) or not told.keys() <= known:
        strange = ", ".join(sorted(told.keys() - known))
        raise ValueError(f"a tool call has {f'the unknown fields {strange}' if strange else 'no name'}")
    if "type" in told:
        told["type"] = ToolCallType(str(told["type"]).upper())
    return ToolCall(**told)


def _told(call: Any) -> object:
    told = plain(call)
    kind = getattr(call, "type", None)
    is_other = isinstance(told, dict) and isinstance(kind, ToolCallType) and kind is not ToolCallType.FUNCTION
    return {**told, "type": kind.value} if is_other else told  # type: ignore[dict-item,union-attr]


def _said(turn: Any) -> object:
    """A turn without what it leaves open."""
    names = (field.name for field in fields(turn) if field.name != "additional_metadata")
    found = {name: plain_value(name, getattr(turn, name)) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r:.40} is no number") from None


def _whole(text: str) -> int:
    number = _number(text)
    if not number.is_integer():
        raise ValueError(f"{text!r:.40} is no whole number")
    return int(number)


_NUMBERS: Mapping[str, Callable[[str], float]] = {
    "token_cost": _number,
    "input_token_count": _whole,
    "output_token_count": _whole,
}
