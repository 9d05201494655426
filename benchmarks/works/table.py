"""The works by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.works import return_reply
from benchmarks.works.base import Work

WORKS: Mapping[str, Callable[[], Work]] = {"return-reply": return_reply.work}
