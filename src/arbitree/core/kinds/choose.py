"""The kind `choose`: one of the listed options. Its score is that of the branch taken."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.core.kinds.base import Target, Voting


@dataclass(frozen=True, kw_only=True)
class Choose(Voting):
    """Asks for one of the listed options."""

    criteria: str
    """The question."""
    options: tuple[tuple[str, Target], ...]
    """Each option's label, as the judge is to reply it, and where it leads; in declared order."""
    shuffle: int | None = None
    """The seed by which each vote after the first sees the options in another order; 0 for the declared order in every
    vote; None: as in the defaults."""
