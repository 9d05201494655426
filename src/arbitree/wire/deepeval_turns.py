"""What nodes show of a conversation in DeepEval's JSON: `evaluation_params` together with a `turn_window`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from arbitree.core.turns import PARTS, SPOKEN, Shown, Turns

FIELDS: Final = (
    "scenario",
    "expected_outcome",
    "context",
    "user_description",
    "chatbot_role",
    "metadata",
    "tags",
)
"""The fields of a whole conversation that DeepEval's test cases have."""

_OF_CONVERSATIONS: Final = frozenset({"role", "content", "audio", "provider_transcript", *FIELDS}) - {
    "context",
    "metadata",
    "tags",
}
"""Params that only conversations have, so that a graph which names one is over conversations."""


def is_multiturn(specs: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether the nodes of a document look at conversations, which the document itself does not say.

    >>> is_multiturn({"a": {"evaluation_params": ["content"]}}), is_multiturn({"a": {"evaluation_params": ["input"]}})
    (True, False)
    """
    return any(
        spec.get("turn_window") is not None
        or any(isinstance(one, str) and one in _OF_CONVERSATIONS for one in spec.get("evaluation_params") or ())
        for spec in specs.values()
    )


def params_of(shows: Sequence[Shown]) -> dict[str, Any]:
    """What a node shows, as DeepEval's keys."""
    named: list[str] = []
    keys: dict[str, Any] = {}
    for one in shows:
        if isinstance(one, str):
            named.append(one)
            continue
        named += one.params or SPOKEN
        if one.window is not None:
            keys["turn_window"] = list(one.window)
    return {"evaluation_params": named or None, **keys}


def unsayable(shows: Sequence[Shown]) -> Iterator[tuple[str, str]]:
    """What a node shows and DeepEval's form for conversations cannot hold, as a predicate, and how to mend it."""
    turns = [one for one in shows if isinstance(one, Turns)]
    for one in shows:
        if isinstance(one, str) and one not in FIELDS:
            yield f"shows the field `{one}`", f"DeepEval's conversations have {', '.join(FIELDS)}, and turns"
    for one in turns:
        if one.field != "turns":
            yield f"shows turns of `{one.field}`", "name the column `turns`"
        for param in one.params:
            if param not in PARTS:
                yield f"shows `{param}` of turns", f"DeepEval's turns have {', '.join(PARTS)}"
        if one.window is not None and (one.window[0] < 0 or one.window[1] < 0):
            yield f"shows {one}, and DeepEval counts turns from the beginning", "count them from 0"
        elif one.is_single:
            yield f"shows {one}, and DeepEval's windows hold at least two turns", "show the turn before or after it too"
    if len(turns) > 1:
        yield "shows turns twice", "let another node show the other turns"
