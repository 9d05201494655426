"""Test cases under the reference's names, and how anything that looks like one becomes a core `Case`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from arbitree.core.cases import Case
from arbitree.errors import CaseError, Problem

__all__ = ["LLMTestCase", "LLMTestCaseParams", "SingleTurnParams", "ToolCall", "ToolCallType"]


class SingleTurnParams(Enum):
    """The fields of a test case that a node can show to the judge."""

    INPUT = "input"
    ACTUAL_OUTPUT = "actual_output"
    EXPECTED_OUTPUT = "expected_output"
    CONTEXT = "context"
    RETRIEVAL_CONTEXT = "retrieval_context"
    METADATA = "metadata"
    TAGS = "tags"
    TOOLS_CALLED = "tools_called"
    EXPECTED_TOOLS = "expected_tools"
    MCP_SERVERS = "mcp_servers"
    MCP_TOOLS_CALLED = "mcp_tools_called"
    MCP_RESOURCES_CALLED = "mcp_resources_called"
    MCP_PROMPTS_CALLED = "mcp_prompts_called"


LLMTestCaseParams = SingleTurnParams
"""The older name of `SingleTurnParams`."""


class ToolCallType(Enum):
    """What kind of tool was called."""

    FUNCTION = "FUNCTION"
    MCP = "MCP"


@dataclass(kw_only=True)
class ToolCall:
    """One call of a tool. Two calls are equal when name, parameters and output are.

    >>> call = ToolCall(name="lookup", input_parameters={"order": "A17"}, output="shipped")
    >>> call == ToolCall(name="lookup", input_parameters={"order": "A17"}, output="shipped", reasoning="must know")
    True
    """

    name: str
    type: ToolCallType = field(default=ToolCallType.FUNCTION, compare=False)
    description: str | None = field(default=None, compare=False)
    reasoning: str | None = field(default=None, compare=False)
    output: Any = None
    input_parameters: dict[str, Any] | None = None

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(kw_only=True)
class LLMTestCase:
    """One input and what came out for it.

    Raises:
        CaseError: with every field that has a value of the wrong type.

    >>> LLMTestCase(input="Where is my order?", actual_output="Order A17 shipped.").actual_output
    'Order A17 shipped.'
    >>> LLMTestCase(input=17)
    Traceback (most recent call last):
    arbitree.errors.CaseError: 'input' must be a string, not int (17)
          where  LLMTestCase(input=...)
          mend   pass text; str(...) makes one of any value
    """

    input: str
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[Any] | None = None
    metadata: dict[str, Any] | None = None
    additional_metadata: dict[str, Any] | None = None
    """The older name of `metadata`."""
    tools_called: list[Any] | None = None
    expected_tools: list[Any] | None = None
    comments: str | None = None
    tags: list[str] | None = None
    name: str | None = None
    custom_column_key_values: dict[str, str] | None = None
    """Further columns, each of which a node can show by its name."""
    token_cost: float | None = None
    input_token_count: int | None = None
    output_token_count: int | None = None
    completion_time: float | None = None
    flaky: bool = False
    multimodal: bool = False
    mcp_servers: list[Any] | None = None
    mcp_tools_called: list[Any] | None = None
    mcp_resources_called: list[Any] | None = None
    mcp_prompts_called: list[Any] | None = None
    expected_labels: dict[str, str] | None = None

    def __post_init__(self) -> None:
        self.metadata = self.additional_metadata = self.additional_metadata if self.metadata is None else self.metadata
        problems = [problem for problem in (_mistyped(self, *form) for form in _FORMS) if problem is not None]
        if problems:
            raise CaseError(problems)


_SHOWABLE = tuple(param.value for param in SingleTurnParams)
_TEXTS = "None or a list of strings"
_FORMS: tuple[tuple[str, str, type, type | None], ...] = (
    ("input", "a string", str, None),
    ("actual_output", "a string", str, None),
    ("expected_output", "a string", str, None),
    ("name", "a string", str, None),
    ("context", _TEXTS, list, str),
    ("tags", _TEXTS, list, str),
    ("retrieval_context", _TEXTS, list, None),
    ("tools_called", "None or a list of `ToolCall`", list, ToolCall),
    ("expected_tools", "None or a list of `ToolCall`", list, ToolCall),
    ("metadata", "None or a dict", dict, None),
    ("custom_column_key_values", "None or a dict of strings", dict, None),
)
"""Each field that is checked: its name, what it must be in words, its type, and the type of its items."""


def _mistyped(case: LLMTestCase, name: str, form: str, kind: type[Any], item: type | None) -> Problem | None:
    value: Any = getattr(case, name)
    if value is None and name != "input":
        return None
    if not isinstance(value, kind):
        got = f"not {type(value).__name__} ({value!r:.60})"
    else:
        strays = [one for one in value or () if not _is_like(one, item)] if item is not None else []
        if not strays:
            return None
        got = f"an item is {type(strays[0]).__name__} ({strays[0]!r:.60})"
    mend = "pass text; str(...) makes one of any value" if kind is str else f"pass {form.removeprefix('None or ')}"
    return Problem(code="C121", what=f"'{name}' must be {form}, {got}", where=f"LLMTestCase({name}=...)", mend=mend)


def _is_like(value: object, kind: type | None) -> bool:
    """Whether it is of that kind; DeepEval's own tool calls pass for ours."""
    return (kind is not None and isinstance(value, kind)) or (kind is ToolCall and hasattr(value, "input_parameters"))


def case_of(test_case: object) -> Case:
    """The core case of a test case: ours, DeepEval's, a mapping of fields, or a `Case` as it is.

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
        return Case(id=str(named[0] if named else "case"), fields=row)
    if isinstance(test_case, type) or not hasattr(test_case, "input") or not hasattr(test_case, "actual_output"):
        raise CaseError(_not_a_case(test_case))
    fields: dict[str, object] = {name: getattr(test_case, name, None) for name in _SHOWABLE}
    more = (getattr(test_case, "custom_column_key_values", None), fields["metadata"])
    columns = {str(key): value for extra in more if isinstance(extra, Mapping) for key, value in extra.items()}
    return Case(
        id=str(getattr(test_case, "name", None) or "case"),
        fields={name: plain(value) for name, value in {**columns, **fields}.items() if value is not None},
    )


def _not_a_case(test_case: object) -> Problem:
    return Problem(
        code="C122",
        what=f"Unable to evaluate test cases that are not of type 'LLMTestCase': this is {type(test_case).__name__}",
        where=f"{test_case!r:.80}",
        mend="pass LLMTestCase(input=..., actual_output=...) or a dict of fields",
    )


def plain(value: Any) -> object:
    """The value made of texts, numbers, lists and dicts only, the same every time: what prompts are written from."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
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


def _tool_call(call: Any) -> dict[str, object]:
    """A tool call without what it leaves open."""
    names = ("name", "description", "reasoning", "input_parameters", "output")
    return {name: plain(getattr(call, name, None)) for name in names if getattr(call, name, None) is not None}
