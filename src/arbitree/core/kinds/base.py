"""What every kind of node has in common: a name, targets of branches, and what a question shows and reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias

from arbitree.core.budgets import TooLong
from arbitree.core.prompts.overrides import OF_NONE, Prompts
from arbitree.core.turns import Shown

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class NotApplicable(Enum):
    """The type of `NOT_APPLICABLE`, so that a branch to it can be told from a number and a name."""

    TOKEN = "not_applicable"

    def __repr__(self) -> str:
        return "NOT_APPLICABLE"


NOT_APPLICABLE: Final = NotApplicable.TOKEN
"""A branch that leads here leaves its part out of the weighing."""

Target: TypeAlias = "float | str | NotApplicable"
"""Where a branch leads: a number 0..10 (the score), a node's name, or `NOT_APPLICABLE`."""

Absent: TypeAlias = "Literal['undecided', 'ask'] | NotApplicable | float"
"""What becomes of a node whose shown field is missing or empty; a number is a score 0..10."""

Rule: TypeAlias = Literal["majority", "unanimous", "median", "mean"]
"""How votes are counted: the verdict with the most; the one that all agree on; the middle one in declared order; of
grades, their mean."""

RULES: Final[tuple[Rule, ...]] = ("majority", "unanimous", "median")
"""Those that count verdicts."""

UNDECIDED: Final = "undecided"
"""What a node says that leaves a tie as it is."""

SURE: Final = 0.9
"""The probability from which a verdict of a cascade counts, where nothing says another."""

DEFAULT_ROLE: Final = "judge"
"""The role of a question whose node names none."""


@dataclass(frozen=True, kw_only=True)
class Node:
    """A named node of a rubric."""

    name: str
    """Unique in the rubric; it is the node's id everywhere."""
    label: str = ""
    """The heading that readers of a task see it under, and a title in reports; the name when empty."""
    meta: Mapping[str, Json] = field(default_factory=dict)
    """What is the user's own; kept, never read."""

    @property
    def title(self) -> str:
        """The label, or the name when there is none."""
        return self.label or self.name


@dataclass(frozen=True, kw_only=True)
class Asking(Node):
    """A node that puts a question about fields of the case and texts of tasks. `None` means: as in the defaults."""

    shows: tuple[Shown, ...] | None = None
    """Fields of the case that the question shows, and turns of its conversation."""
    reads: tuple[str, ...] = ()
    """Names of tasks whose text the question shows, in declared order."""
    judge: str | None = None
    """The role that answers."""
    votes: int | None = None
    """How many samples are asked; the majority counts."""
    on_missing: Absent | None = None
    """What happens when a shown field is missing."""
    on_empty: Absent | None = None
    """What happens when a shown field is empty or blank."""
    max_evidence_tokens: int | None = None
    """About how many tokens the texts that the question shows may have together."""
    too_long: TooLong | None = None
    """What happens when they have more."""
    prompt: str | None = None
    """Replaces the words of the question; evidence and the form of the reply are added where it does not place them."""
    prompts: Prompts = OF_NONE
    """Other prompts of this node, and those of single languages, that replace the rubric's."""
    language: str | None = None
    """The language of the fixed wording, and the one that reasons are to be in, as a tag such as `zh`."""


@dataclass(frozen=True, kw_only=True)
class Voting(Asking):
    """A node whose question several judges may answer, or one judge several times."""

    judges: tuple[str, ...] = ()
    """A jury: the roles that answer, each `votes` times, in declared order. None: `judge` alone."""
    rule: Rule = "majority"
    """How the votes are counted."""
    tie: str = UNDECIDED
    """The verdict (`yes`, `no`, an option) when the votes come to none; `undecided` leaves it open."""
    cascade: tuple[str, ...] = ()
    """The roles that answer one after the other, each only when the one before it was not sure. None: as in the
    defaults, unless the node names a judge or a jury."""
    sure: float | None = None
    """The probability 0..1 from which a verdict of the cascade counts; None: as in the defaults."""
