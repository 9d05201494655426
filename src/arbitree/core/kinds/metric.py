"""The kind `metric`: any other metric object. Its score is that metric's score."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.core.kinds.base import Asking
from arbitree.core.scale import Scale

UNIT = Scale(low=0.0, high=1.0, whole=False)
"""The scores that a metric may set."""


@dataclass(frozen=True, kw_only=True)
class Metric(Asking):
    """Lets a metric measure the case: its own prompts, judge and way of scoring, none of which is known here."""

    metric: str
    """Which: `module:name` in a file; in Python the name that its graph has for it."""

    @property
    def asked_scale(self) -> Scale:
        """The scale of its scores."""
        return UNIT
