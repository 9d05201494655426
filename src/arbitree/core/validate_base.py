"""How a problem of one node is told."""

from __future__ import annotations

from arbitree.core.graph import AnyNode
from arbitree.errors import Problem


def problem(node: AnyNode, code: str, what: str, mend: str, key: str) -> Problem:
    """A problem at a node's key, or of the whole node where the key is empty."""
    where = f'node "{node.name}"' + (f", {key}" if key else "")
    return Problem(code=code, what=what, where=where, mend=mend, node=node.name, key=key)
