"""What a row of recorded answers may say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from arbitree.core.nearest import nearest

_KEYS = (
    "case", "node", "verdict", "output", "reply", "reason", "probabilities", "label_mass",
    "sample", "attempt", "after", "items", "model", "input_tokens", "output_tokens", "meta",
)  # fmt: skip
ANSWERS = ("verdict", "output", "reply")
"""What an answer may be given as; a row has one of them."""

SHAPE = 'a row is {"case": ..., "node": ..., "verdict" or "output" or "reply": ..., "reason": ...}'
"""What a row looks like."""


def faults(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a row: what, and how to mend it."""
    for name in row:
        if name not in _KEYS:
            like = nearest(name, _KEYS)
            yield f'the row has "{name}"', f'did you mean "{like}"?' if like else 'put what is your own under "meta"'
    if not _is_id(row.get("case")):
        yield 'the row has no "case", or one that is no text', SHAPE
    if not isinstance(row.get("node"), str):
        yield 'the row has no "node", or one that is no text', SHAPE
    given = [name for name in ANSWERS if row.get(name) is not None]
    if len(given) != 1:
        yield f"the row has {' and '.join(given) or 'no answer'}", 'give one of "verdict", "output" and "reply"'
    for name, kinds in _TYPES.items():
        if (
            name in row
            and row[name] is not None
            and not (_is(row[name], kinds) or (name == "verdict" and _is_grade(row[name])))
        ):
            yield f'"{name}" is {json.dumps(row[name], ensure_ascii=False)[:60]}', f"it is {_NAMES[name]}"
    probabilities = row.get("probabilities")
    if isinstance(probabilities, dict) and not all(_is(value, (int, float)) for value in probabilities.values()):
        yield "a probability is no number", 'give {"label": number, ...}'


_TYPES: Mapping[str, tuple[type, ...]] = {
    "verdict": (str, bool),
    "output": (str, list),
    "reply": (str,),
    "reason": (str,),
    "probabilities": (dict,),
    "label_mass": (int, float),
    "sample": (int,),
    "attempt": (int,),
    "after": (list,),
    "items": (list,),
    "model": (str,),
    "input_tokens": (int,),
    "output_tokens": (int,),
}
_NAMES: Mapping[str, str] = {
    "verdict": "true, false, an option's label or a grade",
    "output": "a text or a list of texts",
    "reply": "the text of a reply",
    "reason": "a text",
    "probabilities": "an object of label: number",
    "label_mass": "a number from 0 to 1",
    "sample": "a number from 0",
    "attempt": "a number from 0",
    "after": "a list of tasks' names",
    "items": "a list of the texts of items",
    "model": "a text",
    "input_tokens": "a number",
    "output_tokens": "a number",
}


def _is(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a value is of one of the types; a bool is no number, and no number is below 0."""
    if isinstance(value, bool):
        return bool in kinds
    if isinstance(value, (int, float)):
        return isinstance(value, kinds) and value >= 0
    if isinstance(value, list):
        return list in kinds and all(isinstance(item, str) for item in value)
    return isinstance(value, kinds)


def _is_grade(value: object) -> bool:
    """Whether a value can be a grade, which may be below 0."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_id(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)
