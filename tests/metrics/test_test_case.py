"""Test cases: what they accept, and the core case each becomes."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from arbitree.core.cases import Case, text_of
from arbitree.errors import CaseError
from arbitree.test_case import LLMTestCase, LLMTestCaseParams, SingleTurnParams, ToolCall, case_of, plain


def test_every_field_of_the_wrong_type_is_named_at_once() -> None:
    with pytest.raises(CaseError) as caught:
        LLMTestCase(input=3, context="one text", tools_called=["lookup"])  # type: ignore[arg-type]
    assert [problem.what.split("'")[1] for problem in caught.value.problems] == ["input", "context", "tools_called"]


def test_an_input_of_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'input' must be a string"):
        LLMTestCase(input=None)  # type: ignore[arg-type]


def test_an_unknown_field_is_refused_by_python() -> None:
    with pytest.raises(TypeError, match="actual_ouput"):
        LLMTestCase(input="q", actual_ouput="a")  # type: ignore[call-arg]


def test_the_older_name_of_metadata_is_the_same_field() -> None:
    assert LLMTestCase(input="q", additional_metadata={"a": 1}).metadata == {"a": 1}
    assert LLMTestCase(input="q", metadata={"a": 1}).additional_metadata == {"a": 1}


def test_the_older_name_of_the_params_is_the_same_class() -> None:
    assert LLMTestCaseParams.ACTUAL_OUTPUT is SingleTurnParams.ACTUAL_OUTPUT


def test_a_case_holds_what_is_there_and_nothing_that_is_none() -> None:
    case = case_of(LLMTestCase(input="q", actual_output="", name="first"))
    assert case == Case(id="first", fields={"input": "q", "actual_output": ""})


def test_columns_and_metadata_can_be_shown_by_their_own_names() -> None:
    test_case = LLMTestCase(
        input="q", custom_column_key_values={"tone": "warm"}, metadata={"total": 12, "input": "never this"}
    )
    fields = case_of(test_case).fields
    assert (fields["tone"], fields["total"], fields["input"]) == ("warm", 12, "q")


def test_an_object_that_looks_like_a_test_case_is_one() -> None:
    assert case_of(SimpleNamespace(input="q", actual_output="a")).fields == {"input": "q", "actual_output": "a"}


@pytest.mark.parametrize("stray", ["text", 3, None, LLMTestCase])
def test_anything_else_is_refused_and_says_what_to_pass(stray: object) -> None:
    with pytest.raises(CaseError, match="not of type 'LLMTestCase'") as caught:
        case_of(stray)
    assert "LLMTestCase(input=" in caught.value.problems[0].mend


def test_tool_calls_are_written_without_what_they_leave_open() -> None:
    case = case_of(LLMTestCase(input="q", tools_called=[ToolCall(name="find", input_parameters={"id": {"b", "a"}})]))
    assert text_of(case.fields["tools_called"]) == '1. {"name": "find", "input_parameters": {"id": ["a", "b"]}}'


def test_tool_calls_compare_by_name_parameters_and_output() -> None:
    assert ToolCall(name="f", output=1, reasoning="x") == ToolCall(name="f", output=1)
    assert len({ToolCall(name="f", output=1), ToolCall(name="f", output=1), ToolCall(name="f", output=2)}) == 2


def test_a_retrieved_passage_with_a_source_is_written_as_one_text() -> None:
    assert plain(SimpleNamespace(context="30 days", source="faq.md")) == "faq.md: 30 days"


def test_a_row_of_data_is_a_case_too() -> None:
    assert case_of({"id": 7, "input": "q"}) == Case(id="7", fields={"input": "q"})


def test_an_object_that_says_nothing_of_itself_is_written_without_its_address() -> None:
    assert plain(object()) == "<object>"
