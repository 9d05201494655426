"""How a problem of one node is told."""

from __future__ import annotations

from arbitree.core.graph import AnyNode
from arbitree.errors import Problem


def problem(node: AnyNode, code: str, what: str, mend: str, key: str) -> Problem:
    """A problem at a node's key, or of the whole node where the key is empty."""
    where = f'node "{node.name}"' + (f", {key}" if key else "")
    return Problem(code=code, what=what, where=where, mend=mend, node=node.name, key=key)


def is_score(value: object) -> bool:
    """Whether a value is a score as rubrics write it: a number from 0 to 10.

    >>> [is_score(v) for v in (0, 10, 7.5, 15, -3, float("nan"), "7", True)]
    [True, True, True, False, False, False, False, False]
    """
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 10
