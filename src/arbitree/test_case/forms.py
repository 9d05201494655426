"""What the fields of a test case must be, and the problem of each that is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from arbitree.errors import Problem
from arbitree.test_case.tool_call import ToolCall

TEXTS = "None or a list of strings"
CALLS = "None or a list of `ToolCall`"


class FieldForm(NamedTuple):
    """What one field must be."""

    name: str
    words: str
    """What it must be, in words."""
    kind: type[Any]
    item: type | None = None
    """The type of the items of a list."""
    optional: bool = True
    """Whether it may be None."""


def mistyped(record: object, forms: Iterable[FieldForm]) -> list[Problem]:
    """A problem for every field of a test case, or of a part of one, that has a value of the wrong type."""
    owner = type(record).__name__
    found = (_mistyped(getattr(record, form.name), form, owner) for form in forms)
    return [problem for problem in found if problem is not None]


def _mistyped(value: Any, form: FieldForm, owner: str) -> Problem | None:
    if value is None and form.optional:
        return None
    if not isinstance(value, form.kind):
        got = f"not {type(value).__name__} ({value!r:.60})"
    else:
        strays = [one for one in value or () if not _is_like(one, form.item)] if form.item is not None else []
        if not strays:
            return None
        got = f"an item is {type(strays[0]).__name__} ({strays[0]!r:.60})"
    is_text = form.kind is str
    mend = "pass text; str(...) makes one of any value" if is_text else f"pass {form.words.removeprefix('None or ')}"
    name = form.name
    return Problem(code="C121", what=f"'{name}' must be {form.words}, {got}", where=f"{owner}({name}=...)", mend=mend)


def _is_like(value: object, kind: type | None) -> bool:
    """Whether it is of that kind; DeepEval's own tool calls pass for ours."""
    return (kind is not None and isinstance(value, kind)) or (kind is ToolCall and hasattr(value, "input_parameters"))
