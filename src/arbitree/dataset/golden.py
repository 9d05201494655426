"""Goldens under the reference's names: what a test case begins as, before the system under test has answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbitree.errors import CaseError
from arbitree.test_case import ConversationalTestCase, LLMTestCase, Turn
from arbitree.test_case.forms import CALLS, TEXTS, FieldForm, mistyped
from arbitree.test_case.tool_call import ToolCall


@dataclass(kw_only=True)
class Golden:
    """An input, and what is known of it; the output comes from the system under test.

    Raises:
        CaseError: with every field that has a value of the wrong type.

    >>> golden = Golden(input="Where is my order?", expected_output="Order A17 shipped.")
    >>> golden.test_case(actual_output="It shipped.").expected_output
    'Order A17 shipped.'
    """

    input: str
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[Any] | None = None
    additional_metadata: dict[str, Any] | None = None
    comments: str | None = None
    tools_called: list[Any] | None = None
    expected_tools: list[Any] | None = None
    token_cost: float | None = None
    input_token_count: int | None = None
    output_token_count: int | None = None
    source_file: str | None = None
    name: str | None = None
    custom_column_key_values: dict[str, str] | None = None
    """Further columns, each of which a node can show by its name."""
    expected_labels: dict[str, str] | None = None
    id: str | None = None
    """What the case is called where it has no name."""

    def __post_init__(self) -> None:
        problems = mistyped(self, _GOLDEN)
        if problems:
            raise CaseError(problems)

    def test_case(self, **changes: Any) -> LLMTestCase:
        """A test case of it, with these fields changed.

        Args:
            changes: Fields of `LLMTestCase`, such as `actual_output`.
        """
        fields: dict[str, Any] = {name: getattr(self, name) for name in _SHARED}
        fields |= {"name": self.name or self.id, "metadata": self.additional_metadata}
        return LLMTestCase(**{**fields, **changes})

    @classmethod
    def of(cls, test_case: Any) -> Golden:
        """The golden that holds all that a test case says."""
        fields: dict[str, Any] = {name: getattr(test_case, name, None) for name in (*_SHARED, "name")}
        return cls(additional_metadata=getattr(test_case, "metadata", None), **fields)


_SHARED = (
    *("input", "actual_output", "expected_output", "context", "retrieval_context", "tools_called", "expected_tools"),
    *("comments", "token_cost", "input_token_count", "output_token_count"),
    *("custom_column_key_values", "expected_labels"),
)
"""What goldens and test cases have under the same names."""


@dataclass(kw_only=True)
class ConversationalGolden:
    """A scenario of a conversation, and what is known of it.

    Raises:
        CaseError: with every field that has a value of the wrong type.
    """

    scenario: str
    expected_outcome: str | None = None
    user_description: str | None = None
    context: list[str] | None = None
    additional_metadata: dict[str, Any] | None = None
    comments: str | None = None
    name: str | None = None
    custom_column_key_values: dict[str, str] | None = None
    """Further columns, each of which a node can show by its name."""
    expected_labels: dict[str, str] | None = None
    turns: list[Turn] | None = None
    id: str | None = None
    """What the case is called where it has no name."""

    def __post_init__(self) -> None:
        problems = mistyped(self, _CONVERSATIONAL)
        if problems:
            raise CaseError(problems)
        if self.turns:
            self.turns = list(ConversationalTestCase(turns=self.turns).turns)

    def test_case(self, **changes: Any) -> ConversationalTestCase:
        """A test case of it, with these fields changed. Further columns become metadata.

        Args:
            changes: Fields of `ConversationalTestCase`, such as `turns`.

        Raises:
            CaseError: There are no turns.
        """
        fields: dict[str, Any] = {name: getattr(self, name) for name in _SAID}
        more = {**(self.additional_metadata or {}), **(self.custom_column_key_values or {})}
        fields |= {"name": self.name or self.id, "metadata": more or None, "turns": self.turns or []}
        return ConversationalTestCase(**{**fields, **changes})

    @classmethod
    def of(cls, test_case: Any) -> ConversationalGolden:
        """The golden that holds what a test case says.

        Raises:
            CaseError: it has no scenario, which every golden of several turns has.
        """
        fields: dict[str, Any] = {name: getattr(test_case, name, None) for name in (*_SAID, "name")}
        return cls(additional_metadata=getattr(test_case, "metadata", None), turns=list(test_case.turns), **fields)


_SAID = ("scenario", "expected_outcome", "user_description", "context", "comments", "expected_labels")
"""What goldens and test cases of several turns have under the same names, turns apart."""

_TEXT = "a string"
_BOTH = (
    FieldForm("context", TEXTS, list, str),
    FieldForm("additional_metadata", "None or a dict", dict),
    FieldForm("comments", _TEXT, str),
    FieldForm("name", _TEXT, str),
    FieldForm("custom_column_key_values", "None or a dict of strings", dict),
    FieldForm("expected_labels", "None or a dict of strings", dict),
    FieldForm("id", _TEXT, str),
)
_GOLDEN = (
    FieldForm("input", _TEXT, str, optional=False),
    FieldForm("actual_output", _TEXT, str),
    FieldForm("expected_output", _TEXT, str),
    FieldForm("retrieval_context", TEXTS, list),
    FieldForm("tools_called", CALLS, list, ToolCall),
    FieldForm("expected_tools", CALLS, list, ToolCall),
    FieldForm("source_file", _TEXT, str),
    *_BOTH,
)
_CONVERSATIONAL = (
    FieldForm("scenario", _TEXT, str, optional=False),
    FieldForm("expected_outcome", _TEXT, str),
    FieldForm("user_description", _TEXT, str),
    FieldForm("turns", "None or a list of turns", list),
    *_BOTH,
)
