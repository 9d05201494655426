"""A conversation is shown one turn a block."""

from __future__ import annotations

from arbitree.core.cases import text_of


def test_a_turn_is_its_role_and_text() -> None:
    assert text_of([{"role": "system", "content": "Be\nbrief."}, {"role": "user", "content": ""}]) == (
        "System: Be\nbrief.\n\nUser: "
    )


def test_parts_that_are_no_text_are_named_by_their_kind() -> None:
    parts = [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": {"url": "x"}}, "end"]

    assert text_of([{"role": "user", "content": parts}]) == "User: Look:\n[image_url]\nend"


def test_tool_calls_follow_the_text_of_their_turn() -> None:
    turn = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": {"name": "f"}}]}

    assert text_of([turn]) == 'Assistant: {"id": "1", "function": {"name": "f"}}'


def test_a_message_without_content_is_no_none() -> None:
    assert text_of([{"role": "assistant", "content": None}]) == "Assistant: "


def test_a_list_with_anything_else_is_a_plain_list() -> None:
    assert text_of([{"role": "user", "content": "Hi."}, "loose"]) == '1. {"role": "user", "content": "Hi."}\n2. loose'
