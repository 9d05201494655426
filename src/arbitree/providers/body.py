"""Looks into a response's JSON without trusting its shape: every look gives what is there, or nothing."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import cast

from arbitree.core.kinds.base import Json


def parsed(body: bytes, *, once: bool = False) -> Json:
    """The JSON of a body; None for what is none, and for a bare null.

    Args:
        body: the body.
        once: whether an object that says a key twice is none.
    """
    try:
        return cast("Json", json.loads(body, object_pairs_hook=_once if once else None))
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def at(value: Json, path: str) -> Json:
    """What stands at a path of keys and places with dots between; None where there is nothing.

    >>> at({"choices": [{"text": "a"}]}, "choices.0.text")
    'a'
    """
    for step, place in _steps(path):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and 0 <= place < len(value):
            value = value[place]
        else:
            return None
    return value


@lru_cache(maxsize=256)
def _steps(path: str) -> tuple[tuple[str, int], ...]:
    """The steps of a path, each with the place it names in a list; -1 where it names none."""
    return tuple((step, int(step) if step.isdigit() else -1) for step in path.split("."))


def text_at(value: Json, path: str) -> str:
    """The text at a path; empty where there is none."""
    found = at(value, path)
    return found if isinstance(found, str) else ""


def count_at(value: Json, path: str) -> int:
    """The whole number at a path; 0 where there is none."""
    found = at(value, path)
    return int(found) if isinstance(found, (int, float)) and not isinstance(found, bool) and 0 <= found < 1e15 else 0


def cached_in(value: Json, paths: tuple[str, ...], *, read: int) -> int:
    """How many of the tokens that were read came from a cache: the first count there is, and never more than were read.

    >>> cached_in({"usage": {"cached": 7}}, ("usage.details.cached", "usage.cached"), read=5)
    5
    """
    for path in paths:
        count = count_at(value, path)
        if count:
            return min(count, read)
    return 0


def number_at(value: Json, path: str) -> float | None:
    """The number at a path."""
    found = at(value, path)
    return float(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def list_at(value: Json, path: str) -> list[Json]:
    """The list at a path; empty where there is none."""
    found = at(value, path)
    return found if isinstance(found, list) else []
