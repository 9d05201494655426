"""The ledger of a metric: what its judges have answered before is not asked again."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING

from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import RecordError
from arbitree.judges.base import Judge
from arbitree.judges.layers import once

if TYPE_CHECKING:
    from arbitree.judges.memory import Remembered
    from arbitree.runner.keeping import Keeping
    from arbitree.runner.memory import Memory


def remembering_of(
    metric: object, ledger: str | os.PathLike[str] | Keeping | None, judges: Mapping[str, Judge]
) -> Remembering | None:
    """The ledger of a metric, closed with the metric or with the process; None where none is given.

    Raises:
        RecordError: A judge does not tell what its replies depend on.
        UsageError: A judge tells of itself what cannot be stored.
    """
    if ledger is None:
        return None
    made = Remembering(ledger, judges)
    # What was received in the last moments is written when one of the two comes to its end.
    weakref.finalize(metric, made.close)
    return made


class Remembering:
    """Where a metric's judges are remembered. The file is opened by the first measurement.

    Each measurement is a run of its own: what the one before could not read is asked afresh by the next.
    """

    def __init__(self, ledger: str | os.PathLike[str] | Keeping, judges: Mapping[str, Judge]) -> None:
        """Opens nothing yet.

        Args:
            ledger: The file, or how it is used.
            judges: Who answers for each role.

        Raises:
            RecordError: A judge does not tell what its replies depend on.
            UsageError: A judge tells of itself what cannot be stored.
        """
        from arbitree.runner.keeping import keeping_from, refuse_unknown

        self.keeping = keeping_from(ledger)
        """How replies are remembered."""
        paid = {id(judge): judge for role, judge in judges.items() if role != LOCAL_ROLE}
        refuse_unknown(self.keeping, paid.values())
        self._paid = tuple(paid.values())
        # Two measurements at once put an equal question once; what is kept is the ledger's business.
        self._shared = {id(judge): once(judge, keep=0) for judge in self._paid}
        self._memory: Memory | None = None
        self._lock = threading.Lock()

    async def ready(self, judges: Mapping[str, Judge]) -> tuple[dict[str, Judge], tuple[Remembered, ...]]:
        """The judges with their memories, for one measurement; and the memories alone.

        Raises:
            RecordError: The ledger cannot be used.
        """
        # In a thread: it waits until what the measurement before has got is on disk.
        made = await asyncio.to_thread(self._anew)
        return {role: made.get(id(judge), judge) for role, judge in judges.items()}, tuple(made.values())

    def _anew(self) -> dict[int, Remembered]:
        memory = self._opened()
        made = {id(judge): memory.remembered(judge, self._shared[id(judge)]) for judge in self._paid}
        return {place: one for place, one in made.items() if one is not None}

    def _opened(self) -> Memory:
        from arbitree.runner.memory import Memory

        with self._lock:
            if self._memory is None:
                self._memory = Memory(self.keeping, self._paid)
            return self._memory

    def refuse_lack(self, used: tuple[Remembered, ...]) -> None:
        """Refuses a replay that lacked replies.

        Raises:
            RecordError: It did; names what is missing.
        """
        problem = None if self._memory is None else self._memory.lack(used)
        if problem is not None:
            raise RecordError(problem)

    def close(self) -> None:
        """Writes what is left and lets go of the file."""
        with self._lock:
            memory, self._memory = self._memory, None
        if memory is not None:
            memory.close()
