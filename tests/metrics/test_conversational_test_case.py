"""Conversations as test cases: what they accept, and the core case each becomes."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from arbitree.core.cases import text_of
from arbitree.errors import CaseError
from arbitree.test_case import ConversationalTestCase, ToolCall, Turn, case_of


def test_every_field_of_the_wrong_type_is_named_at_once_with_its_turn() -> None:
    turns = [Turn(role="user", content="Hi."), {"role": "bot", "content": 3, "tool_calls": []}, "Hello."]
    with pytest.raises(CaseError) as caught:
        ConversationalTestCase(turns=turns, scenario=["a"], context="one text", tags=[1])  # type: ignore[arg-type]
    assert [problem.what.split(" must be")[0] for problem in caught.value.problems] == [
        "'scenario'",
        "'context'",
        "'tags'",
        "a turn has no field 'tool_calls'",
        "'turns[1].role'",
        "'turns[1].content'",
        "'turns'",
    ]


@pytest.mark.parametrize(("turns", "words"), [([], "must not be empty"), (None, "list of Turn"), ("Hi.", "not str")])
def test_a_conversation_has_turns(turns: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ConversationalTestCase(turns=turns)  # type: ignore[arg-type]


def test_turns_may_be_mappings_as_files_name_their_parts() -> None:
    row = {"role": "assistant", "content": "Yes.", "retrievalContext": ["a"], "userId": "u1", "additionalMetadata": {}}
    [turn] = ConversationalTestCase(turns=[row]).turns  # type: ignore[list-item]
    assert turn == Turn(role="assistant", content="Yes.", retrieval_context=["a"], user_id="u1", metadata={})


def test_the_turns_of_a_case_are_its_own() -> None:
    turn = Turn(role="user", content="Hi.")
    case = ConversationalTestCase(turns=[turn])
    turn.content = "Bye."
    assert case.turns[0].content == "Hi."


def test_a_conversation_becomes_a_case_with_what_is_there() -> None:
    call = ToolCall(name="track", input_parameters={"order": 7}, output="lost")
    talk = ConversationalTestCase(
        turns=[Turn(role="user", content="Hi."), Turn(role="assistant", content="One moment.", tools_called=[call])],
        scenario="Lost order",
        name="c-1",
        metadata={"shop": "north"},
    )
    case = case_of(talk)
    assert case.id == "c-1"
    assert case.fields == {
        "shop": "north",
        "turns": [
            {"role": "user", "content": "Hi."},
            {
                "role": "assistant",
                "content": "One moment.",
                "tools_called": [{"name": "track", "input_parameters": {"order": 7}, "output": "lost"}],
            },
        ],
        "metadata": {"shop": "north"},
        "scenario": "Lost order",
    }
    assert text_of(case.fields["turns"]) == "User: Hi.\n\nAssistant: One moment."


def test_an_object_that_looks_like_a_conversation_is_one() -> None:
    turns = [SimpleNamespace(role="user", content="Hi.")]
    assert case_of(SimpleNamespace(turns=turns)).fields == {"turns": [{"role": "user", "content": "Hi."}]}
