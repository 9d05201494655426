"""What a node shows: members of `SingleTurnParams` (ours or DeepEval's), or the names of any columns."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from arbitree.metrics.dag.mistakes import quoted, refuse

Param: TypeAlias = "Enum | str"
"""One thing to show: a member of `SingleTurnParams`, or a column's name."""


def field_of(param: Param, owner: str) -> str:
    """The field's name.

    Raises:
        GraphError: when it is neither a member nor a name.
    """
    name = param.value if isinstance(param, Enum) else param
    if isinstance(name, str) and name.strip():
        return name
    what = f"{owner} cannot show {quoted(param)}"
    return refuse(
        "G125",
        what,
        f"{owner}(evaluation_params=[...])",
        "list members of SingleTurnParams, such as SingleTurnParams.ACTUAL_OUTPUT, or names of columns",
    )


def fields_of(params: Iterable[Param] | None, owner: str) -> tuple[str, ...]:
    """The names of the fields, in declared order and without repeats.

    >>> fields_of(["input", "tone", "input"], "TaskNode")
    ('input', 'tone')
    """
    if params is None:
        return ()
    if isinstance(params, (str, Enum)) or not isinstance(params, Iterable):
        what = f"{owner} needs evaluation_params as a list, not {type(params).__name__} ({quoted(params)})"
        refuse("G125", what, f"{owner}(evaluation_params=...)", f"write [{quoted(params)}]")
    return tuple(dict.fromkeys(field_of(param, owner) for param in params))
