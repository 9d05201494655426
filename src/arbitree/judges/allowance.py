"""How far apart calls must start by what a server says of one of its limits on every response."""

from __future__ import annotations

from arbitree.providers.allowances import Told

_MINUTE = 60.0
"""Seconds that a limit is taken to be meant for: "limit 600" is 600 a minute, where nothing shows otherwise."""

_STALE = 120.0
"""Seconds after which what a server said last counts no more."""

_NONE = 1e-3
"""A time of fewer seconds is none."""


class Allowance:
    """One limit, of requests or of tokens, as its server has described it so far.

    Servers describe buckets that fill evenly and windows that begin anew in the same three headers. Two things hold for
    both: so much is left, and after `reset` seconds all of it is back. So a limit comes back within the longest `reset`
    that was seen, if what is left is counted out of it at all (some servers say a limit per minute and keep a smaller
    bucket).
    """

    def __init__(self) -> None:
        self._limit = 0.0
        self._left = self._most_left = 0.0
        self._longest = 0.0
        self._is_drained = False
        self._full_at = self._told_at = 0.0

    def tell(self, told: Told, *, now: float, took: float, since: float) -> None:
        """Takes in what a response said.

        Args:
            told: what it said.
            now: when it came.
            took: how long its call was on its way: servers say what is left when they let a call in.
            since: how much was taken after that call was made.
        """
        if told.limit != self._limit:
            self._limit, self._most_left, self._longest = told.limit, 0.0, 0.0
            self._is_drained = False
        self._is_drained |= told.remaining <= told.limit / 2
        self._most_left = max(self._most_left, told.remaining)
        self._longest = max(self._longest * 0.999, told.reset, _NONE)
        self._left = min(told.remaining - since + took * self._limit / self._seconds, self._most_left)
        self._full_at, self._told_at = now + told.reset, now

    @property
    def _seconds(self) -> float:
        """The time in which the limit comes back."""
        return min(self._longest, _MINUTE) if self._most_left > self._limit / 2 else _MINUTE

    def take(self, amount: float, now: float) -> None:
        """Notes that so much is being taken."""
        if now >= self._full_at and self._left < self._most_left:
            self._left, self._full_at = self._most_left, now + self._longest
        self._left -= amount

    def gap(self, now: float) -> float:
        """Seconds for which one unit should be waited for; 0 as long as the server has said nothing."""
        if not self._limit or now - self._told_at > _STALE:
            return 0.0
        if self._left >= 1 or now >= self._full_at or (self._is_drained and self._seconds < _MINUTE):
            return self._seconds / self._limit
        # Nothing is left: it comes back evenly, or all at once.
        return max(min(_MINUTE / self._limit, self._full_at - now), self._seconds / self._limit)
