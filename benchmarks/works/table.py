"""The works by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from benchmarks.works import made, return_reply, weighted
from benchmarks.works.base import Work

WORKS: Final[Mapping[str, Callable[[], Work]]] = {
    "return-reply": return_reply.work,
    "early-exit": made.early_exit,
    "wide": made.wide,
    "deep": made.deep,
    "weighted": weighted.work,
}
