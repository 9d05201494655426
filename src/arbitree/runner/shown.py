"""What metrics of other makers are shown: a test case as it was given, DeepEval's metrics one of DeepEval's own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import fields
from types import ModuleType, SimpleNamespace
from typing import Any

from arbitree.core.cases import Case
from arbitree.test_case import LLMTestCase, ToolCall, Turn

_MAKER = "deepeval"


def shown_to(metric: object, test_case: object, case: Case) -> object:
    """What a metric of another maker measures.

    A mapping of fields and a `Case` become an object that has each field by its name, and None for those of
    `LLMTestCase` that it lacks. A test case of ours becomes one of DeepEval's for a metric of DeepEval's.

    Args:
        metric: The metric.
        test_case: The test case, as it was given.
        case: The same as a core case.

    >>> shown_to(object(), {"actual_output": "Hi"}, Case(id="a", fields={"actual_output": "Hi"})).input is None
    True
    """
    if isinstance(test_case, (Case, Mapping)):
        known: dict[str, object] = {one.name: None for one in fields(LLMTestCase)}
        test_case = SimpleNamespace(**{**known, **case.fields})
    theirs = sys.modules.get(f"{_MAKER}.test_case") if is_deepevals(metric) else None
    if theirs is None or is_deepevals(test_case):
        return test_case
    return _theirs(theirs, test_case)


def is_deepevals(thing: object) -> bool:
    """Whether a class of DeepEval's is among those of an object."""
    return any(kind.__module__.partition(".")[0] == _MAKER for kind in type(thing).__mro__)


def _theirs(module: ModuleType, test_case: Any) -> object:
    """DeepEval's test case with all that it knows of one of ours."""
    kind = module.ConversationalTestCase if hasattr(test_case, "turns") else module.LLMTestCase
    return kind(**_told(module, kind, test_case))


def _told(module: ModuleType, kind: Any, ours: Any) -> dict[str, Any]:
    found = {name: getattr(ours, name, None) for name in kind.model_fields}
    return {name: _value(module, value) for name, value in found.items() if value is not None}


def _value(module: ModuleType, value: Any) -> Any:
    if isinstance(value, list):
        return [_value(module, one) for one in value]
    if isinstance(value, Turn):
        return module.Turn(**_told(module, module.Turn, value))
    if isinstance(value, ToolCall):
        # It knows the kinds of calls by the same names, as members of an enumeration of its own.
        told = _told(module, module.ToolCall, value)
        return module.ToolCall(**{**told, "type": value.type.value})
    return value
