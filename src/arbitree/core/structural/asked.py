"""A list of tests as a question to the `local` judge: written by the engine, read by the judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.records import Message

LOCAL_ROLE: Final = "local"
"""The role of a question that the `local` judge answers."""


def messages_of(tests: Sequence[tuple[str, Json]], text: str) -> tuple[Message, Message]:
    """The messages of a question that holds when every test holds for the text; its shape is yes/no.

    >>> [(message.role, message.content) for message in messages_of((("search", "a+"),), "banana")]
    [('check', '[["search", "a+"]]'), ('text', 'banana')]
    """
    listed = [[name, argument] for name, argument in tests]
    return Message("check", json.dumps(listed, ensure_ascii=False, sort_keys=True)), Message("text", text)


def tests_of(messages: Sequence[Message]) -> tuple[tuple[tuple[str, Json], ...], str]:
    """The tests and the text of such messages.

    Raises:
        ValueError: they are not of this form.

    >>> tests_of(messages_of((("search", "a+"),), "banana"))
    ((('search', 'a+'),), 'banana')
    """
    if [message.role for message in messages] != ["check", "text"]:
        raise ValueError(f"roles are {[message.role for message in messages]}, not ['check', 'text']")
    listed = json.loads(messages[0].content)
    if not isinstance(listed, list) or not all(_is_test(item) for item in listed):
        raise ValueError("the check is not a list of [name, argument]")
    return tuple((item[0], item[1]) for item in listed), messages[1].content


def _is_test(item: object) -> bool:
    return isinstance(item, list) and len(item) == 2 and isinstance(item[0], str)
