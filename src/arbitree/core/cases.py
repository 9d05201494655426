"""A case: the fields of one thing to be scored, and how each is written into a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Presence: TypeAlias = Literal["present", "missing", "empty", "blank"]

LABELS: Mapping[str, str] = {
    "input": "Input",
    "actual_output": "Actual Output",
    "expected_output": "Expected Output",
    "context": "Context",
    "retrieval_context": "Retrieval Context",
    "tools_called": "Tools Called",
    "expected_tools": "Expected Tools",
}
"""The heading of each well-known field; any other field's heading is made from its name."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One thing to be scored."""

    id: str
    """Unique in a run."""
    fields: Mapping[str, object]
    """Its columns by name. A field that is absent or None is missing."""


def presence(value: object) -> Presence:
    """Whether a field's value is there: missing, empty and blank are three things.

    >>> [presence(v) for v in (None, "", "  ", [], "x", 0)]
    ['missing', 'empty', 'blank', 'empty', 'present', 'present']
    """
    if value is None:
        return "missing"
    if isinstance(value, str):
        if value and not value.isspace():
            return "present"
        return "blank" if value else "empty"
    if isinstance(value, (list, tuple, dict)) and not value:
        return "empty"
    return "present"


def heading(field: str) -> str:
    """The heading that a field is shown under.

    >>> heading("actual_output"), heading("order_total")
    ('Actual Output', 'Order Total')
    """
    return LABELS.get(field) or field.replace("_", " ").title()


def text_of(value: object) -> str:
    """A field's value as prompts and checks see it: text as it is, a list one item a line, the rest as JSON.

    >>> print(text_of(["one", "two"]))
    1. one
    2. two
    >>> text_of({"b": 1, "a": None})
    '{"b": 1, "a": null}'
    """
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return "\n".join(f"{n}. {text_of(item)}" for n, item in enumerate(value, 1))
    return json.dumps(value, ensure_ascii=False, default=str)
