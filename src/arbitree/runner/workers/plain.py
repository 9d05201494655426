"""Answers as plain values, to be sent from one process to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from arbitree.core.records import Answer, Failed, Reply

_KEPT_BACK: Final = frozenset({"error"})
"""An exception stays in its process; the message tells of it."""


def _defaults(kind: type) -> Mapping[str, object]:
    return {field.name: field.default for field in fields(kind) if field.name not in _KEPT_BACK}


_REPLY, _FAILED = _defaults(Reply), _defaults(Failed)


def answer_values(answer: Answer) -> dict[str, Any]:
    """An answer as plain values; what is as it usually is, is left out.

    >>> answer_values(Reply(text="yes"))
    {'text': 'yes'}
    """
    defaults = _REPLY if isinstance(answer, Reply) else _FAILED
    found = {name: value for name, default in defaults.items() if (value := getattr(answer, name)) != default}
    if isinstance(answer, Reply) and answer.probabilities is not None:
        found["probabilities"] = dict(answer.probabilities)
    return found


def answer_from(values: Mapping[str, Any]) -> Answer:
    """The answer that `answer_values` wrote.

    >>> answer_from(answer_values(Failed(kind="timeout", message="over", transient=True))).kind
    'timeout'
    """
    return Reply(**values) if "text" in values else Failed(**values)
