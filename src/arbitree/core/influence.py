"""How far an answer can move a score: the order in which `decide` asks. It changes what is asked, never a score."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arbitree.core.kinds.weigh import Weigh
from arbitree.core.worth import Worth


def movement(worth: Worth) -> float:
    """How far an open node's score can move: its width, and a whole score where it may turn out not applicable.

    >>> movement(Worth(0.3, 1.0, False)), movement(Worth(0.0, 0.0, True))
    (0.7, 1.0)
    """
    if worth.low > worth.high:
        return 0.0
    return 1.0 if worth.may_lack else worth.high - worth.low


def best_part(node: Weigh, worths: Sequence[Worth], whole: Worth, influences: Sequence[float]) -> tuple[float, int]:
    """The greatest influence on a weigh of any of its parts' best questions, and the part's number; -1 for none."""
    best, number = 0.0, -1
    shares = _shares(node, worths, whole)
    for index, (share, influence) in enumerate(zip(shares, influences, strict=True)):
        if share * influence > best:
            best, number = share * influence, index
    return best, number


def _shares(node: Weigh, worths: Sequence[Worth], whole: Worth) -> list[float]:
    match node.by:
        case "mean" | "points":
            there = [0.0 if worth.lacks else part.weight for part, worth in zip(node.parts, worths, strict=True)]
            total = math.fsum(weight for weight in there if weight > 0)
            return [abs(weight) / total if total else 0.0 for weight in there]
        case "min":
            return [float(worth.low < whole.high or worth.may_lack) for worth in worths]
        case "max":
            return [float(worth.high > whole.low or worth.may_lack) for worth in worths]
        case "product":
            highs = [worth.high if worth.high >= 0 else 1.0 for worth in worths]
            return [math.prod(highs[:index] + highs[index + 1 :]) for index in range(len(highs))]
        case "at_least":
            return [0.0 if worth.settled else 1.0 for worth in worths]
