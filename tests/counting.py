"""Counts work by calls of functions, which a busy machine does not change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_in(work: Callable[[], object]) -> int:
    """How many functions are called, Python's and C's, while `work` runs.

    >>> calls_in(lambda: [len(text) for text in ("a", "b", "c")])
    5
    """
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count - 1  # to take the profiler off is a call too
