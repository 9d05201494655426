"""Remembers what a method gave for its arguments, within one object: the definition stays plain, tests stay fast."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def remembered(method: Callable[..., T]) -> Callable[..., T]:
    """The method, worked out once for each object and arguments."""

    @wraps(method)
    def once(self: Any, *arguments: Any) -> T:
        known = self.__dict__.setdefault(f"known {method.__name__}", {})
        if arguments not in known:
            known[arguments] = method(self, *arguments)
        return known[arguments]

    return once
