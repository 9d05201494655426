"""What a plan lets expect before anything is known of a case: worked out once, and where every case begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arbitree.core.joint import Table
from arbitree.core.worth import Worth


class Best(NamedTuple):
    """The question below a place whose answer can move that place's score most per call."""

    influence: float
    place: int
    """-1 where there is none."""


NO_BEST = Best(0.0, -1)


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What holds of a case that lacks no field, before the first answer and before any check is run."""

    worths: tuple[Worth, ...]
    """What every place can score."""
    bests: tuple[Best, ...]
    """The best question below every place."""
    tables: Mapping[int, Table]
    """The worths for joint answers of questions that recur, by place."""
    ways: tuple[int, ...]
    """By how many of its parents control may come to each place; the start counts one more."""
    is_path: bool
    """Whether a case goes along one path of questions to judges, each of its own: then there is nothing to rank."""
    checks: tuple[int, ...]
    """The places of checks that need neither a judge nor a task: the case alone says what they come to."""
