"""The faults that the server can make, and which request gets which: by rate and seed, or because a script says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.testing.server.drawing import drawn

FAULTS: Mapping[str, str] = {
    "429": "too many requests, with Retry-After",
    "429_bare": "too many requests, and no word of when to come back",
    "500": "an error of the server",
    "503": "the service is not available, with Retry-After",
    "529": "overloaded, as Anthropic says it",
    "400": "a refusal of the request itself: asking again cannot help",
    "401": "a refusal of the key: asking again cannot help",
    "refusal": "the model declines, as each protocol says it: asking again cannot help",
    "malformed": "status 200 and a body that is no JSON",
    "truncated": "status 200 and a JSON body that ends in the middle, its length counted right",
    "wrong_envelope": "status 200 and JSON that holds no reply",
    "wrong_schema": "a reply whose JSON lacks the keys that were asked for",
    "off_menu": "a verdict that was not offered",
    "empty": "status 200 and no body",
    "empty_text": "a reply whose text is empty",
    "duplicate_keys": "a reply that gives its verdict twice, differently",
    "giant": "a reply of many megabytes",
    "slow_drip": "the right reply, a few bytes at a time",
    "reset": "half of the reply, and then the connection is reset",
    "closed": "the connection is closed without a reply",
    "hang": "no reply, and the connection stays open",
    "redirect": "a redirection to another path, which counts who follows it",
    "refused_tls": "a TLS alert and the end of the connection; of a server with TLS, before any request",
}
"""Every fault by name."""

PERMANENT = frozenset({"400", "401", "refusal"})
"""Faults that asking again cannot mend."""


@dataclass(frozen=True)
class Fault:
    """A fault as the answer of a script.

    >>> Fault("503").name
    '503'
    """

    name: str

    def __post_init__(self) -> None:
        _require_known([self.name])


@dataclass(frozen=True, kw_only=True)
class Faults:
    """How often each fault is made, and how.

    Raises:
        UsageError: a fault is not known, or rates are no rates.
    """

    rates: Mapping[str, float] = field(default_factory=dict)
    """The share of requests that get each fault, 0..1; together at most 1."""
    seed: int = 0
    """Another seed hits other requests."""
    most: int | None = None
    """Equal requests get at most so many faults, and then their answer; None for no such end."""
    retry_after: float = 0.05
    """What Retry-After says, in seconds."""
    drip: float = 0.2
    """Seconds that a slow reply takes."""
    giant: int = 8_000_000
    """Bytes of a giant reply."""

    def __post_init__(self) -> None:
        _require_known(list(self.rates))
        if not all(0 <= rate <= 1 for rate in self.rates.values()) or sum(self.rates.values()) > 1 + 1e-9:
            said = ", ".join(f"{name} {rate:g}" for name, rate in self.rates.items())
            mend = "give each a number from 0 to 1, and all of them together no more than 1"
            raise UsageError(Problem(code="X151", what=f"these are no rates of faults: {said}", mend=mend))

    def pick(self, key: str, occurrence: int) -> str:
        """The fault that a request gets; empty for none."""
        if not self.rates or (self.most is not None and occurrence >= self.most):
            return ""
        place = drawn(self.seed, "fault", key, occurrence)
        for name, rate in self.rates.items():
            if place < rate:
                return name
            place -= rate
        return ""


def _require_known(names: list[str]) -> None:
    problems = [
        Problem(
            code="X150",
            what=f'"{name}" is no fault that the server knows',
            where=f"known: {', '.join(FAULTS)}",
            mend=f'did you mean "{near}"?' if (near := nearest(name, list(FAULTS))) else "name one of these",
        )
        for name in names
        if name not in FAULTS
    ]
    if problems:
        raise UsageError(problems)
