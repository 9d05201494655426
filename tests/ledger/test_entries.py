"""What is kept of a question and its reply, as it is written."""

from __future__ import annotations

import json

import pytest

from arbitree.core.records import Message, Question, Shape
from arbitree.ledger.entries import messages_text


@pytest.mark.parametrize("text", ["plain", 'quoted "\\ \n\x01', "été \U0001f600", "\ud800 alone", "x" * 10_000, ""])
def test_messages_are_written_as_json_writes_them(text: str) -> None:
    messages = (Message("system", "Judge."), Message("user", text))
    question = Question(key="k", node="n", role="judge", messages=messages, shape=Shape(kind="text"))

    assert messages_text(question) == json.dumps([[one.role, one.content] for one in messages], separators=(",", ":"))
