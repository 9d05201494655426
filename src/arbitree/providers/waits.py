"""How long a server asks to wait, from the headers of its response. There is no clock here: dates are compared with the
response's own `Date`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

from arbitree.providers.base import Capabilities, Response

_SPAN = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?")
_LONGEST = 24 * 3600.0
"""A wait beyond a day is taken for a misunderstanding, and not told."""


def wait_of(response: Response, capabilities: Capabilities) -> float | None:
    """The seconds that the response asks to wait; None where it says nothing that can be understood.

    `Retry-After` counts before the provider's own headers, and of those the ones whose rest is used up.
    """
    headers = response.headers
    now = date_of(headers.get("date", ""))
    told = _number(headers.get("retry-after-ms", ""), 0.001)
    if told is None:
        told = seconds_of(headers.get("retry-after", ""), now)
    if told is None:
        told = _reset(headers, capabilities, now)
    return told if told is not None and 0 <= told <= _LONGEST else None


def _reset(headers: Mapping[str, str], capabilities: Capabilities, now: datetime | None) -> float | None:
    """When the limits that are used up are full again; when the first one is, where none says that it is used up."""
    waits: list[tuple[bool, float]] = []
    for remaining, reset in capabilities.resets:
        wait = seconds_of(headers.get(reset, ""), now)
        if wait is not None:
            waits.append((headers.get(remaining, "").strip() == "0", wait))
    spent = [wait for is_spent, wait in waits if is_spent]
    return max(spent) if spent else min((wait for _, wait in waits), default=None)


def seconds_of(text: str, now: datetime | None) -> float | None:
    """Seconds from a number, a span such as `6m0s` or `120ms`, a date, or a Unix time; None for other texts."""
    text = text.strip()
    number = _number(text, 1.0)
    if number is not None and number < _LONGEST * 365:
        return number
    if number is not None:
        seconds = number / 1000 if number > 1e11 else number
        return None if now is None else max(seconds - now.timestamp(), 0.0)
    span = span_of(text)
    if span is not None:
        return span
    then = date_of(text)
    return None if then is None or now is None else max((then - now).total_seconds(), 0.0)


def span_of(text: str) -> float | None:
    """The seconds of a span of time as servers write it.

    >>> span_of("6m0s"), span_of("120ms"), span_of("1h2.5s"), span_of("soon")
    (360.0, 0.12, 3602.5, None)
    """
    match = _SPAN.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        return None
    parts = [float(group) if group else 0.0 for group in match.groups()]
    return parts[0] * 86400 + parts[1] * 3600 + parts[2] * 60 + parts[3] + parts[4] / 1000


def _number(text: str, unit: float) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value * unit if math.isfinite(value) and value >= 0 else None


def date_of(text: str) -> datetime | None:
    """A date of HTTP or of RFC 3339, with its zone; None where it is neither."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return None
    return moment if moment.tzinfo is not None else None
