"""Choosing some cases, the same ones on every machine."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterable, Sequence


class Sample:
    """Chooses that many ids of however many there are.

    Each id is drawn by a hash of itself and the seed, so a choice depends on no random generator and no version of
    Python, and hardly changes when cases are added.

    Raises:
        ValueError: for a negative count.
    """

    def __init__(self, count: int, *, seed: int = 0) -> None:
        if count < 0:
            raise ValueError(f"{count} cases cannot be chosen")
        self._count, self._seed = count, seed

    def of(self, ids: Iterable[str]) -> Callable[[str], bool]:
        """Whether an id is among the chosen ones of these, each of which is there once; all are, where they are few."""
        drawn = heapq.nsmallest(self._count, (_draw(case_id, self._seed) for case_id in ids))
        most = drawn[-1] if drawn else -1
        del drawn
        return lambda case_id: _draw(case_id, self._seed) <= most


def sample(ids: Sequence[str], count: int, *, seed: int = 0) -> tuple[str, ...]:
    """That many of the ids, in their own order; all of them when there are fewer. Drawn as `Sample` says.

    Raises:
        ValueError: for a negative count.

    >>> sample(["a", "b", "c", "d"], 2, seed=1)
    ('b', 'c')
    """
    if count < 0:
        raise ValueError(f"{count} cases cannot be chosen")
    chosen = frozenset(heapq.nsmallest(count, range(len(ids)), key=lambda place: (_draw(ids[place], seed), place)))
    return tuple(case_id for place, case_id in enumerate(ids) if place in chosen)


def _draw(case_id: str, seed: int) -> int:
    words = f"arbitree sample {seed} {case_id}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(words).digest())
