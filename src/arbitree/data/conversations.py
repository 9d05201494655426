"""Conversations in rows: `messages` as OpenAI writes them, `turns` as DeepEval does, and what is odd about others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from arbitree.core.conversation import is_turn
from arbitree.core.turns import CONVERSATION
from arbitree.errors import Problem

MOST_TOLD: Final = 3
"""How many odd turns of one row are told."""


def columns_of(rename: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of a file that hold conversations."""
    return tuple(rename.get(field, field) for field in CONVERSATION)


def odd_turns(columns: Mapping[str, object], looked_at: Sequence[str]) -> Problem | None:
    """The problem of a row whose conversation has turns that are none; None for any other row.

    A text, or a list without any object, is no conversation and stays what it is.

    >>> said = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": 7}]
    >>> odd_turns({"messages": said}, ["messages"]).what
    'turn 1 of "messages" is odd: its content is int, neither a text nor a list of parts'
    """
    for column in looked_at:
        value = columns.get(column)
        if not isinstance(value, list) or not any(isinstance(item, Mapping) for item in value):
            continue
        odd = [f'turn {number} of "{column}" is odd: {fault}' for number, fault in _faults(value)]
        if odd:
            more = f"; and {len(odd) - MOST_TOLD} more" if len(odd) > MOST_TOLD else ""
            return Problem(
                code="C140",
                what="; ".join(odd[:MOST_TOLD]) + more,
                mend='write each turn as {"role": "user", "content": "..."}, or leave such rows out with --skip-bad',
            )
    return None


def _faults(turns: Sequence[object]) -> Iterator[tuple[int, str]]:
    for number, turn in enumerate(turns):
        fault = _fault(turn)
        if fault is not None:
            yield number, fault


def _fault(turn: object) -> str | None:
    """What is odd about a turn, as a clause."""
    if not isinstance(turn, Mapping):
        return f"it is {type(turn).__name__}, not an object"
    if not is_turn(turn):
        return "it has no role" if turn.get("role") is None else f"its role is {turn['role']!r:.40}, not a name"
    calls = turn.get("tool_calls")
    if calls is not None and not (isinstance(calls, list) and all(isinstance(call, Mapping) for call in calls)):
        return "its tool_calls are no list of objects"
    content = turn.get("content")
    if isinstance(content, str):
        return None
    if content is None:
        called = calls or turn.get("function_call") or turn.get("tools_called") or turn.get("toolsCalled")
        return None if called or turn.get("refusal") else "it has neither content nor tool_calls"
    if not isinstance(content, list):
        return f"its content is {type(content).__name__}, neither a text nor a list of parts"
    return next((fault for part in content for fault in _faults_of_part(part)), None)


def _faults_of_part(part: object) -> Iterator[str]:
    if isinstance(part, str):
        return
    kind = part.get("type") if isinstance(part, Mapping) else None
    if not isinstance(part, Mapping) or not isinstance(kind, str):
        yield "a part of its content is neither a text nor an object with a type"
    elif kind == "text" and not isinstance(part.get("text"), str):
        yield "a part of its content says it is text, and has none"
    elif kind == "image_url":
        image = part.get("image_url")
        url = image.get("url") if isinstance(image, Mapping) else image
        if not isinstance(url, str) or not url.strip():
            yield "a part of its content says it is an image, and has no url"
