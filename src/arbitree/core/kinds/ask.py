"""The kind `ask`: a yes/no question. Its score is that of the branch taken."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.core.kinds.base import Target, Voting


@dataclass(frozen=True, kw_only=True)
class Ask(Voting):
    """Asks a yes/no question; with no branches given, yes is 10 and no is 0."""

    criteria: str
    """The question."""
    yes: Target = 10.0
    """Where yes leads."""
    no: Target = 0.0
    """Where no leads."""
