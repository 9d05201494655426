"""Draws that depend on a seed and on the request alone, never on who came first: faults, latencies, default answers."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from statistics import NormalDist

_NORMAL = NormalDist()


def drawn(seed: int, about: str, key: str, occurrence: int = 0) -> float:
    """A number in [0, 1) that the same arguments always give.

    >>> drawn(1, "fault", "a", 0) == drawn(1, "fault", "a", 0) != drawn(1, "fault", "a", 1)
    True
    """
    digest = hashlib.blake2b(f"{seed}:{about}:{key}:{occurrence}".encode(), digest_size=8).digest()
    return int.from_bytes(digest[:7], "big") / (1 << 56)


@dataclass(frozen=True, kw_only=True)
class Latency:
    """How long replies take: a log-normal distribution, so that most are near the median and a few take much longer."""

    median: float
    """Seconds that half the replies take at most."""
    spread: float = 0.0
    """The standard deviation of the logarithm; 0 makes every reply take the median, 0.5 is usual for models."""
    most: float = math.inf
    """No reply takes longer."""

    def seconds(self, seed: int, key: str, occurrence: int) -> float:
        """The seconds that one reply takes.

        >>> Latency(median=0.2).seconds(0, "a", 0)
        0.2
        """
        if not self.spread or not self.median:
            return min(self.median, self.most)
        place = min(max(drawn(seed, "latency", key, occurrence), 1e-9), 1 - 1e-9)
        return min(self.median * math.exp(self.spread * _NORMAL.inv_cdf(place)), self.most)
