"""A single-turn test case under the reference's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbitree.errors import CaseError
from arbitree.test_case.forms import CALLS, TEXTS, FieldForm, mistyped
from arbitree.test_case.tool_call import ToolCall


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
        problems = mistyped(self, _FORMS)
        if problems:
            raise CaseError(problems)


_FORMS = (
    FieldForm("input", "a string", str, optional=False),
    FieldForm("actual_output", "a string", str),
    FieldForm("expected_output", "a string", str),
    FieldForm("name", "a string", str),
    FieldForm("context", TEXTS, list, str),
    FieldForm("tags", TEXTS, list, str),
    FieldForm("retrieval_context", TEXTS, list),
    FieldForm("tools_called", CALLS, list, ToolCall),
    FieldForm("expected_tools", CALLS, list, ToolCall),
    FieldForm("metadata", "None or a dict", dict),
    FieldForm("custom_column_key_values", "None or a dict of strings", dict),
)
