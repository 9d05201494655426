"""What the layers around a judge tell of it: how much it may be asked at once, and whether it is free for more."""

from __future__ import annotations

from typing import Final

from arbitree.judges.adaptive import Adaptive
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Budgeted
from arbitree.judges.layers import Limited
from arbitree.judges.memory import Remembered
from arbitree.judges.pace import Paced

_UNLIKELY: Final = 0.1
"""How likely an answer has to be needed for the last call that is to spare; for half of them, a quarter of that."""


class Spare:
    """Tells whether a judge has a call to spare for a question that is not needed yet."""

    def __init__(self, judge: Judge, *, most: int | None = None) -> None:
        """Looks through the layers of a judge.

        Args:
            judge: the judge.
            most: how many questions may be with it, whatever its layers say.
        """
        layers: list[object] = [judge]
        while (inner := getattr(layers[-1], "judge", None)) is not None:
            layers.append(inner)
        self.keeps_answers = any(isinstance(layer, Remembered) for layer in layers)
        """Whether its answers outlive the run."""
        self.out = 0
        """How many questions are with it; whoever puts them counts them here."""
        self.useless = 0
        """How many of them nobody waits for any more."""
        self._most = most
        self._limits = [layer for layer in layers if isinstance(layer, (Adaptive, Limited))]
        self._paces = [layer for layer in layers if isinstance(layer, Paced)]
        # A budget is for what is needed. And what answers at once is as soon there when it is needed.
        budgets = [layer.budget for layer in layers if isinstance(layer, Budgeted)]
        self._is_shut = is_inline(judge) or any(budget.is_limited for budget in budgets)

    def has_call(self, now: float, likelihood: float = 1.0) -> bool:
        """Whether a call keeps none waiting that is needed, and is worth what it takes.

        Args:
            now: the time, by the running loop's clock.
            likelihood: how likely its answer is to be needed; the fewer calls are left, the likelier it has to be.
        """
        if self._is_shut:
            return False
        levels = [layer.level for layer in self._limits]
        most = min(levels if self._most is None else [*levels, self._most], default=0)
        if most and (self.out >= most or likelihood < _UNLIKELY * ((self.out - self.useless) / most) ** 2):
            return False
        return all(layer.is_idle(now) for layer in self._paces)
