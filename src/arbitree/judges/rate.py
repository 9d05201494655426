"""Learns from a server's refusals how far apart calls must start, where nobody has said so."""

from __future__ import annotations

_PROBES = ((500, 0.9995), (800, 0.995))
"""What becomes of the gap with each good answer, by how many there were since the last refusal: slowly at first, for
the rate is nearly right; faster when nothing contradicts it."""
_LAST_PROBE = 0.98

_BACK_OFF = 1.1
"""How much wider than measured the gap is after a refusal, so that the server can gather some reserve again."""

_BEYOND = 1.3
"""How much wider than what the server said a gap may be: what it said may be a part of its own gap only."""

_STEP = 4.0
"""By how much one epoch may widen the gap at most: few calls are no good measure."""

_FIRST = 10
"""Calls that the first epoch is taken to have let through at least."""

_NONE = 1e-4
"""A gap of fewer seconds is none."""


class LearnedRate:
    """The rate at which a server has been found to take calls.

    From one refusal to the next is an epoch. What was let through in it, over the time that it lasted up to the moment
    at which the server will answer again, is the rate that the server keeps up. A server that says "come back in a
    tenth of a second" takes a call each tenth of a second, so no gap is much wider than the longest wait it spoke of:
    refusals that have nothing to do with the rate cannot stop the calls.
    """

    def __init__(self) -> None:
        self.gap = 0.0
        """Seconds from one start to the next; 0 as long as nothing was refused."""
        self._began = 0.0
        self._started = self._refused = 0
        self._good = 0
        self._widest = 0.0

    def start(self, now: float) -> None:
        """Notes that a call starts."""
        if not self._started:
            self._began = now
        self._started += 1

    def accept(self) -> None:
        """Notes a good answer."""
        if self.gap:
            self._good += 1
            probe = next((probe for most, probe in _PROBES if self._good < most), _LAST_PROBE)
            self.gap = self.gap * probe if self.gap > _NONE else 0.0

    def refuse(self, started: float, resumes: float, wait: float) -> None:
        """Notes a refusal.

        Args:
            started: when the call started.
            resumes: when the server will answer again.
            wait: the seconds that it said.
        """
        if started < self._began:
            # Of an epoch that is over: that the server was asked too much is known by now.
            return
        self._refused += 1
        self._widest = max(wait, self._widest * 0.998)
        let_through = self._started - self._refused
        lasted = resumes - self._began
        if self.gap:
            measured = min(lasted / max(let_through, 1), self.gap * _STEP)
            self.gap = min(max(measured, self.gap) * _BACK_OFF, self._widest * _BEYOND)
        elif let_through > 0:
            self.gap = min(lasted / max(let_through, _FIRST), self._widest * _BEYOND)
        self._good = 0
        self._began, self._started, self._refused = resumes, 0, 0
