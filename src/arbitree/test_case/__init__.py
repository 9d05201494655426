"""Test cases under the reference's names. What is named here is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitree.test_case.as_case import case_of as case_of
    from arbitree.test_case.as_case import plain as plain
    from arbitree.test_case.conversational import ConversationalTestCase as ConversationalTestCase
    from arbitree.test_case.conversational import Turn as Turn
    from arbitree.test_case.image import MLLMImage as MLLMImage
    from arbitree.test_case.llm import LLMTestCase as LLMTestCase
    from arbitree.test_case.params import LLMTestCaseParams as LLMTestCaseParams
    from arbitree.test_case.params import MultiTurnParams as MultiTurnParams
    from arbitree.test_case.params import SingleTurnParams as SingleTurnParams
    from arbitree.test_case.params import TurnParams as TurnParams
    from arbitree.test_case.tool_call import ToolCall as ToolCall
    from arbitree.test_case.tool_call import ToolCallType as ToolCallType

_HOMES = {
    "ConversationalTestCase": "conversational",
    "LLMTestCase": "llm",
    "LLMTestCaseParams": "params",
    "MLLMImage": "image",
    "MultiTurnParams": "params",
    "SingleTurnParams": "params",
    "ToolCall": "tool_call",
    "ToolCallType": "tool_call",
    "Turn": "conversational",
    "TurnParams": "params",
    "case_of": "as_case",
    "plain": "as_case",
}
"""The module of each name: a run of the command line needs none of the classes."""

__all__ = [
    "ConversationalTestCase",
    "LLMTestCase",
    "LLMTestCaseParams",
    "MLLMImage",
    "MultiTurnParams",
    "SingleTurnParams",
    "ToolCall",
    "ToolCallType",
    "Turn",
    "TurnParams",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
