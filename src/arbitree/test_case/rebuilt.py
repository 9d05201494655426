"""A test case made again from the fields of a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from arbitree.core.cases import text_of
from arbitree.test_case.conversational import ConversationalTestCase, Turn
from arbitree.test_case.llm import LLMTestCase
from arbitree.test_case.tool_call import ToolCall

_TEXTS = frozenset({"input", "actual_output", "expected_output", "scenario", "expected_outcome", "chatbot_role"})
_CALLS = frozenset({"tools_called", "expected_tools"})
_CALL = ("name", "description", "reasoning", "output", "input_parameters")


def rebuilt(case: Mapping[str, object]) -> LLMTestCase | ConversationalTestCase:
    """The test case that these fields make: a conversation where there are turns.

    Columns of the user's own stand in `custom_column_key_values`, as text.

    >>> rebuilt({"input": "Hi", "actual_output": "Oh", "tone": "warm"}).custom_column_key_values
    {'tone': 'warm'}
    """
    turns = case.get("turns", case.get("messages"))
    if isinstance(turns, list):
        known = {one.name for one in fields(ConversationalTestCase)}
        made: dict[str, Any] = {
            name: _value(name, value) for name, value in case.items() if name in known and name != "turns"
        }
        return ConversationalTestCase(turns=[_turn(turn) for turn in turns], **made)
    known = {one.name for one in fields(LLMTestCase)}
    made = {name: _value(name, value) for name, value in case.items() if name in known and value is not None}
    others = {name: text_of(value) for name, value in case.items() if name not in known and value is not None}
    if others:
        made["custom_column_key_values"] = others
    return LLMTestCase(**{"input": "", **made})


def _value(name: str, value: object) -> Any:
    if name in _TEXTS:
        return value if isinstance(value, str) else text_of(value)
    if name in _CALLS and isinstance(value, list):
        return [_call(one) for one in value]
    return value


def _call(call: object) -> Any:
    if not isinstance(call, Mapping):
        return ToolCall(name=text_of(call))
    return ToolCall(**{name: call[name] for name in _CALL if name in call})


def _turn(turn: object) -> Any:
    if not isinstance(turn, Mapping):
        return turn
    known = {one.name for one in fields(Turn)}
    told: dict[str, Any] = {name: _value(name, value) for name, value in turn.items() if name in known}
    return Turn(**told)
