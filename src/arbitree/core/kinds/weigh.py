"""The kind `weigh`: asks nobody, and combines the scores of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from arbitree.core.kinds.base import Node

By: TypeAlias = Literal["mean", "min", "max", "product", "points", "at_least"]
"""How parts are combined."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of a `weigh`."""

    node: str
    """The part's node."""
    weight: float = 1.0
    """Its weight; under `points` the points it earns, which may be negative."""


@dataclass(frozen=True, kw_only=True)
class Weigh(Node):
    """Combines the scores of its parts; a part that is not applicable is left out."""

    parts: tuple[Part, ...]
    """What is combined, in declared order."""
    by: By = "mean"
    """`mean` (weighted), `min`, `max`, `product`, `points` (earned over the sum of the positive ones), `at_least`."""
    k: int | None = None
    """Under `at_least`: how many parts must be met."""
    met: float = 10.0
    """Under `at_least`: the score 0..10 at or above which a part is met."""
