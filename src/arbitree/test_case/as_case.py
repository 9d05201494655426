"""How anything that looks like a test case becomes a core `Case`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.images import Image, Mixed, images_in
from arbitree.data.images import with_images
from arbitree.errors import CaseError, Problem
from arbitree.test_case.params import OF_TURNS, MultiTurnParams, SingleTurnParams

_SHOWABLE = tuple(param.value for param in SingleTurnParams)
_OF_CONVERSATIONS = ("turns", *(param.value for param in MultiTurnParams if param.value not in {*OF_TURNS, "audio"}))
_SAID = ("role", "content", "user_id", *(name for name in sorted(OF_TURNS - {"role", "content"})), "metadata")
"""What of a turn becomes part of a case."""


def case_of(test_case: object) -> Case:
    """The core case of a test case, single- or multi-turn: ours, DeepEval's, a mapping of fields, a `Case` as it is.

    A case without a name is called "case". Columns in `custom_column_key_values` and in `metadata` can be shown by
    their own names, unless a field of the test case has that name.

    Raises:
        CaseError: when it is nothing of the kind.

    >>> case_of({"input": "Hi", "actual_output": "Hello", "tone": "warm"}).fields["tone"]
    'warm'
    """
    if isinstance(test_case, Case):
        return test_case
    if isinstance(test_case, Mapping):
        row = {str(key): plain(value) for key, value in test_case.items()}
        named = [name for name in (row.pop("id", None), row.get("name")) if name not in (None, "")]
        taken, pictured = with_images(row, ".")
        return Case(id=str(named[0] if named else "case"), fields=taken, pictured=pictured | _pictured(taken))
    is_talk = not isinstance(test_case, type) and isinstance(getattr(test_case, "turns", None), list)
    if not is_talk and (
        isinstance(test_case, type) or not hasattr(test_case, "input") or not hasattr(test_case, "actual_output")
    ):
        raise CaseError(_not_a_case(test_case))
    names = _OF_CONVERSATIONS if is_talk else _SHOWABLE
    fields: dict[str, object] = {name: getattr(test_case, name, None) for name in names}
    if is_talk:
        fields["turns"] = [_turn(turn) for turn in getattr(test_case, "turns", ())]
    more = (getattr(test_case, "custom_column_key_values", None), fields["metadata"])
    columns = {str(key): value for extra in more if isinstance(extra, Mapping) for key, value in extra.items()}
    plain_fields = {name: plain(value) for name, value in {**columns, **fields}.items() if value is not None}
    name = str(getattr(test_case, "name", None) or "case")
    return Case(id=name, fields=plain_fields, pictured=_pictured(plain_fields))


def _pictured(fields: Mapping[str, object]) -> frozenset[str]:
    """The names of the fields that hold images."""
    held = (name for name, value in fields.items() if value is not None and not isinstance(value, (str, int, float)))
    return frozenset(name for name in held if next(images_in(fields[name]), None) is not None)


def _turn(turn: object) -> object:
    """A turn without what it leaves open."""
    if isinstance(turn, Mapping):
        return turn
    said = {name: getattr(turn, name, None) for name in _SAID}
    return {name: value for name, value in said.items() if value is not None}


def _not_a_case(test_case: object) -> Problem:
    return Problem(
        code="C122",
        what=f"Unable to evaluate test cases that are not of type 'LLMTestCase': this is {type(test_case).__name__}",
        where=f"{test_case!r:.80}",
        mend="pass LLMTestCase(input=..., actual_output=...), ConversationalTestCase(turns=[...]) or a dict of fields",
    )


def plain(value: Any) -> object:
    """The value made of texts, numbers, lists and dicts only, the same every time: what prompts are written from."""
    if isinstance(value, str):
        return _with_images(value) if "[DEEPEVAL:" in value else value
    if value is None or isinstance(value, (bool, int, float, Image, Mixed)):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if hasattr(value, "dataBase64") and hasattr(value, "mimeType"):
        return _slugs().image_like(value)
    if hasattr(value, "input_parameters") and hasattr(value, "name"):
        return _tool_call(value)
    if hasattr(value, "context") and hasattr(value, "source"):
        return f"{value.source}: {value.context}"
    if hasattr(value, "model_dump"):
        return plain(value.model_dump())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    text = str(value)
    # What says nothing of itself is written with its address in memory, which is another one each time.
    return f"<{type(value).__name__}>" if f" at 0x{id(value):x}" in text else text


def _with_images(text: str) -> object:
    """A text, its placeholders for images replaced by these."""
    parts = tuple(_slugs().split(text))
    if len(parts) == 1 or not any(isinstance(part, Image) for part in parts):
        return parts[0] if len(parts) == 1 else text
    return Mixed(parts=parts)


def _slugs() -> ModuleType:
    """What knows placeholders; a run of a file of cases never loads it."""
    return import_module("arbitree.judges.slugs")


def _tool_call(call: Any) -> dict[str, object]:
    """A tool call without what it leaves open."""
    names = ("name", "description", "reasoning", "input_parameters", "output")
    return {name: plain(getattr(call, name, None)) for name in names if getattr(call, name, None) is not None}
