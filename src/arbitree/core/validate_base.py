"""How a problem of one node, or of one prompt, is told."""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where a prompt stands: its key, and the node that has it; no node for a prompt of the whole rubric."""

    node: str
    key: str
    """`prompt`, or a name under `prompts`."""
    called: str
    """How messages call it."""

    def problem(self, code: str, what: str, mend: str, *, is_error: bool = True) -> Problem:
        """A problem of this prompt."""
        where = (f'node "{self.node}", ' if self.node else "") + self.key
        found = Problem(code=code, what=what, where=where, mend=mend, node=self.node, key=self.key)
        return found if is_error else replace(found, level="warning")
