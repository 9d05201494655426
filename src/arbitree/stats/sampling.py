"""Choosing some cases, the same ones on every machine."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Sequence


def sample(ids: Sequence[str], count: int, *, seed: int = 0) -> tuple[str, ...]:
    """That many of the ids, in their own order; all of them when there are fewer.

    Each id is drawn by a hash of itself and the seed, so a choice depends on no random generator and no version of
    Python, and hardly changes when cases are added.

    Raises:
        ValueError: for a negative count.

    >>> sample(["a", "b", "c", "d"], 2, seed=1)
    ('b', 'c')
    """
    if count < 0:
        raise ValueError(f"{count} cases cannot be chosen")
    chosen = frozenset(heapq.nsmallest(count, range(len(ids)), key=lambda place: (_draw(ids[place], seed), place)))
    return tuple(case_id for place, case_id in enumerate(ids) if place in chosen)


def _draw(case_id: str, seed: int) -> bytes:
    return hashlib.sha256(f"arbitree sample {seed} {case_id}".encode("utf-8", "surrogatepass")).digest()
