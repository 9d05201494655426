"""What the layers around a judge tell of it: how much it may be asked at once, and whether it is free for more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from arbitree.judges.adaptive import Adaptive
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budgeted
from arbitree.judges.layers import Limited
from arbitree.judges.memory import Remembered
from arbitree.judges.pace import Paced


def calls_at_once(judge: Judge) -> int | None:
    """How many calls of a judge may be in flight just now; None where nothing limits them."""
    levels = [layer.level for layer in _layers(judge) if isinstance(layer, (Adaptive, Limited))]
    return min(levels, default=None)


def has_time(judge: Judge) -> bool:
    """Whether a call that is not needed takes nothing from those that are: neither their turn nor their budget."""
    now = asyncio.get_running_loop().time()
    for layer in _layers(judge):
        if isinstance(layer, Budgeted) and layer.budget.is_limited:
            return False
        if isinstance(layer, Paced) and not layer.is_idle(now):
            return False
    return True


def keeps_answers(judge: Judge) -> bool:
    """Whether the answers of a judge outlive the run that asked for them."""
    return any(isinstance(layer, Remembered) for layer in _layers(judge))


def _layers(judge: object) -> Iterator[object]:
    """A judge, the one that it wraps, and so on to the innermost."""
    while judge is not None:
        yield judge
        judge = getattr(judge, "judge", None)
