"""The kind `grade`: a number on a scale, as G-Eval gives it. Its score is the grade, normalised to 0..1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from arbitree.core.kinds.base import Asking
from arbitree.core.scale import STRICT, TENS, Scale

Averaging: TypeAlias = Literal["mean", "median"]
"""How the grades of several votes become one."""

AVERAGINGS: Final[tuple[Averaging, ...]] = ("mean", "median")


class Range(NamedTuple):
    """Grades that mean one thing."""

    low: float
    """The worst grade of them."""
    high: float
    """The best grade of them."""
    outcome: str
    """What is expected of a text that gets one of them."""


@dataclass(frozen=True, kw_only=True)
class Grade(Asking):
    """Asks for a number on a scale, by criteria or by steps."""

    criteria: str = ""
    """What is graded; needed where no steps are given."""
    steps: tuple[str, ...] | None = None
    """What the judge is to do, one after the other. None: it writes them from the criteria, once; empty: there are
    none, and it grades by the criteria alone."""
    scale: Scale = TENS
    """The grades that there are."""
    rubric: tuple[Range, ...] = ()
    """What ranges of grades mean, in declared order."""
    strict: bool = False
    """Whether only 1, all is as it should be, and 0 are given, whatever the scale."""
    judges: tuple[str, ...] = ()
    """A jury: the roles that grade, each `votes` times, in declared order. None: `judge` alone."""
    rule: Averaging = "mean"
    """How several grades become one."""

    @property
    def asked_scale(self) -> Scale:
        """The scale that the judge is asked for."""
        return STRICT if self.strict else self.scale

    @property
    def writes_steps(self) -> bool:
        """Whether its steps have yet to be written by its judge."""
        return self.steps is None
