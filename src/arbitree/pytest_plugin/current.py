"""Which test is running, and where what was asked in a run is kept."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from arbitree.pytest_plugin.session import Session

CURRENT: ContextVar[pytest.Item | None] = ContextVar("arbitree_item", default=None)
"""The test that is running in this context."""

SESSION: pytest.StashKey[Session] = pytest.StashKey()
"""Where this process keeps who judges; not there as long as nothing was judged."""

OF_WORKERS: pytest.StashKey[list[dict[str, Any] | None]] = pytest.StashKey()
"""What each worker of pytest-xdist has counted; None from one that judged nothing, or died."""
