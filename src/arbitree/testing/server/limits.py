"""The rate limits of the server: buckets that fill evenly, as providers describe theirs."""

from __future__ import annotations


class Bucket:
    """Lets `per_minute` units through in a minute, and at most `burst` of them at once."""

    def __init__(self, per_minute: float, *, burst: float | None = None) -> None:
        """Makes a full bucket; its burst is one second's worth when none is given, and at least one unit."""
        self.per_second = per_minute / 60
        self.burst = max(self.per_second if burst is None else burst, 1.0)
        self._held = self.burst
        self._at: float | None = None

    def fill(self, now: float) -> float:
        """How many units it holds now."""
        if self._at is not None:
            self._held = min(self.burst, self._held + (now - self._at) * self.per_second)
        self._at = now
        return self._held

    def lacks(self, units: float, now: float) -> float:
        """Seconds until it holds so many units; 0 when it does, or is as full as it gets.

        >>> bucket = Bucket(60)
        >>> bucket.lacks(1, 0.0), bucket.take(1), bucket.lacks(1, 0.25)
        (0.0, None, 0.75)
        """
        missing = min(units, self.burst) - self.fill(now)
        return 0.0 if missing <= 1e-9 else missing / self.per_second

    def take(self, units: float) -> None:
        """Takes units out; more than it holds leaves it in debt."""
        self._held -= units


class RateLimits:
    """Requests and tokens per minute; a request that either has no room for is refused and takes nothing."""

    def __init__(self, *, rpm: float | None, tpm: float | None, burst: float | None) -> None:
        self.requests = None if rpm is None else Bucket(rpm, burst=burst)
        self.tokens = None if tpm is None else Bucket(tpm)

    def refused_for(self, tokens: int, now: float) -> float:
        """0 when the request is let through, else the seconds after which it would be."""
        asked = [(bucket, units) for bucket, units in ((self.requests, 1), (self.tokens, tokens)) if bucket is not None]
        wait = max((bucket.lacks(units, now) for bucket, units in asked), default=0.0)
        if not wait:
            for bucket, units in asked:
                bucket.take(units)
        return wait

    def headers(self, form: str, now: float) -> list[tuple[str, str]]:
        """What the limits say of themselves on every reply, under the form's names."""
        start = "anthropic-ratelimit" if form == "messages" else "x-ratelimit"
        found: list[tuple[str, str]] = []
        for name, bucket in (("requests", self.requests), ("tokens", self.tokens)):
            if bucket is not None:
                names = [f"{start}-{what}-{name}" for what in ("limit", "remaining")]
                if form == "messages":
                    names = [f"{start}-{name}-{what}" for what in ("limit", "remaining")]
                values = (bucket.per_second * 60, max(bucket.fill(now), 0))
                found += [(one, str(int(value))) for one, value in zip(names, values, strict=True)]
                if form != "messages":
                    full = (bucket.burst - bucket.fill(now)) / bucket.per_second
                    found.append((f"{start}-reset-{name}", f"{max(round(full * 1000), 0)}ms"))
        return found
