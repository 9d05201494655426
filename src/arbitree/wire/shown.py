"""What a node shows, as a file says it: fields by name, and turns as `{turns: [0, 3], params: [content]}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from arbitree.core.turns import Shown, Turns
from arbitree.wire.readers import Refused, is_number, read_name, read_names
from arbitree.wire.tree import shown

ALL: Final = "all"
"""The word for all turns of a conversation."""
_EXAMPLE: Final = "write {turns: [0, 3]}, {turns: 2}, {turns: all}, and with it `params: [role, content]`"

SCHEMA: Final[dict[str, object]] = {
    "anyOf": [
        {"type": "string", "pattern": r"\S"},
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 2,
            "properties": {"params": {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": r"\S"}}},
            "additionalProperties": {
                "anyOf": [
                    {"const": ALL},
                    {"type": "integer"},
                    {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                ]
            },
        },
    ]
}
"""One thing that a node shows."""


def read_shown(value: Any) -> Shown:
    """One thing that a node shows.

    >>> str(read_shown({"turns": [0, 3]})), str(read_shown({"messages": -1})), read_shown("input")
    ('turns 0 to 3', 'message -1', 'input')
    """
    if not isinstance(value, dict):
        return read_name(value)
    columns = [key for key in value if key != "params"]
    if len(columns) != 1 or not columns[0].strip():
        what = "names no column with turns" if not columns else f"names {' and '.join(f'`{key}`' for key in columns)}"
        raise Refused("G205", what, _EXAMPLE)
    params = tuple(_params(value["params"])) if "params" in value else ()
    return Turns(field=columns[0], window=_window(columns[0], value[columns[0]]), params=params)


def _params(value: Any) -> list[str]:
    try:
        names = [read_name(name) for name in read_names(value)]
    except Refused as refused:
        raise Refused(refused.code, f"has `params` that {refused.what}", refused.mend) from None
    if not names:
        raise Refused("G208", "has `params` that are an empty list", "name parts of a turn, or remove `params`")
    return names


def _window(field: str, value: Any) -> tuple[int, int] | None:
    if value == ALL:
        return None
    bounds = value if isinstance(value, list) else [value]
    if 1 <= len(bounds) <= 2 and all(is_number(bound) and isinstance(bound, int) for bound in bounds):
        return bounds[0], bounds[-1]
    what = "is empty" if value is None else f"is {shown(value)} and names no turns"
    if isinstance(value, list) and value:
        what = f"is [{', '.join(shown(bound) for bound in value)}] and not the first and the last turn"
    raise Refused("G208" if value is None else "G205", f"has `{field}` that {what}", _EXAMPLE)


def written_shown(one: Shown) -> str | Mapping[str, Any]:
    """The same as a file writes it.

    >>> written_shown(Turns(window=(2, 2), params=("content",)))
    {'turns': 2, 'params': ['content']}
    """
    if isinstance(one, str):
        return one
    first, last = one.window or (None, None)
    window = ALL if one.window is None else first if first == last else [first, last]
    return {one.field: window, **({"params": list(one.params)} if one.params else {})}
