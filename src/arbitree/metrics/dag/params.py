"""What a node shows: members of `SingleTurnParams` (ours or DeepEval's), names of columns, turns of a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from arbitree.core.turns import Shown, Turns
from arbitree.metrics.dag.mistakes import quoted, refuse

Param: TypeAlias = "Enum | str | Turns"
"""One thing to show: a member of `SingleTurnParams`, a column's name, or turns of a conversation."""


class Showing:
    """What a builder has that shows something of the case."""

    evaluation_params: Sequence[Param] | None

    @property
    def shows(self) -> tuple[Shown, ...]:
        """What its question shows, as a rubric file says it.

        Raises:
            GraphError: when something of it is no field and no turns.
        """
        return fields_of(self.evaluation_params, type(self).__name__)


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


def fields_of(params: Iterable[Param] | None, owner: str) -> tuple[Shown, ...]:
    """The names of the fields, and the turns, in declared order and without repeats.

    >>> fields_of(["input", "tone", "input"], "TaskNode")
    ('input', 'tone')
    """
    if params is None:
        return ()
    if isinstance(params, (set, frozenset)):
        what = f"{owner} needs evaluation_params as a list: a set has no order, and prompts would differ between runs"
        refuse("G125", what, f"{owner}(evaluation_params=...)", "write a list")
    if isinstance(params, (str, Enum)) or not isinstance(params, Iterable):
        what = f"{owner} needs evaluation_params as a list, not {type(params).__name__} ({quoted(params)})"
        refuse("G125", what, f"{owner}(evaluation_params=...)", f"write [{quoted(params)}]")
    return tuple(dict.fromkeys(param if isinstance(param, Turns) else field_of(param, owner) for param in params))
