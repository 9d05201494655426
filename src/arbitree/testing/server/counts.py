"""What the server counts: requests, faults by name, requests by key, and the most in flight at one time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How often what happened, up to the moment it was asked for."""

    requests: int
    """Requests that came."""
    answered: int
    """Those that got the scripted answer, whole."""
    refused: int
    """Those refused with 429 because they were beyond the limit."""
    faults: Mapping[str, int]
    """How often each fault was made."""
    keys: Mapping[str, int]
    """How often each request came, by its key."""
    decisions: int
    """Questions in requests for typed decisions, of which one holds several."""
    unscripted: int
    """Those that the script has no answer for."""
    elsewhere: int
    """Requests to any path that nothing is served at: also where redirects lead."""
    in_flight_peak: int
    """The most requests that were waiting for their reply at one time."""
    given_up: int
    """Requests whose connection the client closed before its reply was sent."""
    connections: int
    """Connections that were made."""

    def as_dict(self) -> dict[str, Any]:
        """The counts as JSON holds them; keys are only numbered."""
        return {**asdict(self), "faults": dict(self.faults), "keys": len(self.keys)}


class Counting:
    """Counts while the server runs. Only the server's own thread changes it."""

    def __init__(self) -> None:
        self.requests = self.answered = self.refused = self.decisions = self.unscripted = 0
        self.elsewhere = self.in_flight = self.in_flight_peak = self.given_up = self.connections = 0
        self.faults: Counter[str] = Counter()
        self.keys: Counter[str] = Counter()

    def came(self, key: str) -> int:
        """Notes a request; gives back how many equal ones came before."""
        self.requests += 1
        before = self.keys[key]
        self.keys[key] = before + 1
        self.in_flight += 1
        self.in_flight_peak = max(self.in_flight_peak, self.in_flight)
        return before

    def reset(self) -> None:
        """Begins anew, save for what is in flight."""
        in_flight = self.in_flight
        self.__init__()  # type: ignore[misc]
        self.in_flight = self.in_flight_peak = in_flight

    def counts(self) -> Counts:
        """The counts now."""
        return Counts(
            requests=self.requests,
            answered=self.answered,
            refused=self.refused,
            faults=dict(sorted(self.faults.items())),
            keys=dict(self.keys),
            decisions=self.decisions,
            unscripted=self.unscripted,
            elsewhere=self.elsewhere,
            in_flight_peak=self.in_flight_peak,
            given_up=self.given_up,
            connections=self.connections,
        )
