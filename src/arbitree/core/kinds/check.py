"""The kind `check`: a deterministic test that needs no judge. Its score is that of the branch taken."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.core.kinds.base import Asking, Json, Target


@dataclass(frozen=True, kw_only=True)
class Check(Asking):
    """Holds when every one of its tests holds for the text it looks at."""

    criteria: str = ""
    """What it checks, in the author's words; shown in reports, never to a judge."""
    tests: tuple[tuple[str, Json], ...]
    """Name and argument of each test, for example `("contains", "refund")`; all must hold."""
    of: tuple[str, ...] = ()
    """Fields or tasks that the tests look at; when empty, all that `shows` and `reads` name."""
    yes: Target = 10.0
    """Where it leads when all tests hold."""
    no: Target = 0.0
    """Where it leads when one does not."""
