"""What a place came to, and what its samples have brought so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from arbitree.core.kinds.base import NOT_APPLICABLE, Absent
from arbitree.core.plan import Branch
from arbitree.core.records import Attempt, Failed, Read, Unread
from arbitree.core.sums import tenth
from arbitree.errors import Problem


class Settled(NamedTuple):
    """What a place came to."""

    value: bool | str | float | tuple[str, ...] | None
    reason: str
    branch: Branch | None
    """The branch taken; None for a task and for a place that came to nothing."""
    attempts: tuple[Attempt, ...]
    cause: Problem | None
    """Why it came to nothing."""
    flags: tuple[str, ...]
    agreement: float | None = None
    """The share of the votes that are for the verdict, where several were cast."""


@dataclass(slots=True)
class Poll:
    """What a place's samples have brought so far."""

    attempts: list[Attempt] = field(default_factory=list)
    samples: dict[int, Read | Unread | Failed] = field(default_factory=dict)
    posed: int = 0
    posing: bool = False
    """Whether samples are being put right now; they are counted when all are out."""
    stage: int = 0
    """How many judges of a cascade were not sure; the samples are those of the one after them."""

    def pass_on(self, why: str) -> None:
        """Begin the votes of the next judge of a cascade; the last attempt of this one says why."""
        self.attempts.sort(key=lambda attempt: attempt.sample)
        self.attempts[-1] = replace(self.attempts[-1], passed_on=why)
        self.samples.clear()
        self.posed = 0
        self.stage += 1


def came_to_nothing(cause: Problem, attempts: tuple[Attempt, ...] = ()) -> Settled:
    """A place without a verdict, and why."""
    return Settled(None, "", None, attempts, cause, ())


def excused(policy: Absent, name: str, how: str) -> Settled:
    """A place that a missing or empty field sends along a branch of its policy."""
    verdict = f"({how})"
    if policy is NOT_APPLICABLE:
        branch = Branch(verdict=verdict, to="not_applicable")
    else:
        assert isinstance(policy, (int, float))
        branch = Branch(verdict=verdict, to=f"= {policy:g}", score=tenth(policy), points=policy)
    return Settled(None, f"{name} is {how}", branch, (), None, ())
