"""Which test is running, and where what was asked in a run is kept."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Protocol

import pytest


class Judging(Protocol):
    """Who judges in a process."""

    def close(self) -> dict[str, Any]:
        """Ends it; gives back what was counted."""
        ...


CURRENT: ContextVar[pytest.Item | None] = ContextVar("arbitree_item", default=None)
"""The test that is running in this context."""

SESSION: pytest.StashKey[Judging] = pytest.StashKey()
"""Where this process keeps who judges; not there as long as nothing was judged."""

OF_WORKERS: pytest.StashKey[list[dict[str, Any] | None]] = pytest.StashKey()
"""What each worker of pytest-xdist has counted; None from one that judged nothing, or died."""

LOST: pytest.StashKey[int] = pytest.StashKey()
"""How many workers died, with what they had counted."""
