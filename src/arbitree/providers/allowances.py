"""What a server says of its rate limits on every response: how much it permits, what is left, when all is back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from arbitree.providers.base import Capabilities, Response
from arbitree.providers.waits import date_of, seconds_of

Unit: TypeAlias = Literal["requests", "tokens"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What one limit says of itself."""

    unit: Unit
    limit: float
    """How much is permitted; per minute, unless `reset` shows otherwise."""
    remaining: float
    """How much of it is left."""
    reset: float
    """Seconds until all of it is back."""


def told_by(response: Response, capabilities: Capabilities) -> tuple[Told, ...]:
    """What the headers of a response say, of each limit that they speak of in full."""
    headers = response.headers
    found: list[Told] = []
    for remaining, reset in capabilities.resets:
        if remaining not in headers or "input" in remaining or "output" in remaining:
            # Tokens read and tokens written have limits of their own at some; a call is counted by their sum here.
            continue
        one = _told(headers, remaining, reset)
        if one is not None:
            found.append(one)
    return tuple(found)


def _told(headers: Mapping[str, str], remaining: str, reset: str) -> Told | None:
    wait = seconds_of(headers.get(reset, ""), date_of(headers.get("date", "")))
    try:
        limit, left = (float(headers[name]) for name in (remaining.replace("remaining", "limit"), remaining))
    except (KeyError, ValueError):
        return None
    if wait is None or not 0 < limit < 1e12 or not 0 <= left <= limit:
        return None
    return Told(unit="tokens" if "tokens" in remaining else "requests", limit=limit, remaining=left, reset=wait)
