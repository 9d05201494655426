"""Learns from a server's refusals how far apart calls must start, where nobody has said so."""

from __future__ import annotations

import math
from collections import deque
from typing import NamedTuple

from arbitree.judges.doubt import Doubt

_KEPT = 1000
"""How many of the last calls that were let through are looked at."""

_FEW, _ENOUGH, _MANY = 5, 10, 60
"""Calls of an epoch that do not show at which pace the next one was refused; that a rate may be taken from when
refusals begin; and beside which the reserve that gathers while nothing is asked weighs little."""

_SAID_NOTHING, _LONGEST_SAID = 0.25, 1.0
"""Seconds that a first refusal is taken to ask for where it asks for none, and for the most."""

_KEEPS, _RETRIES, _SAFE, _LOWER = 0.98, 0.85, 0.97, 0.95
"""What is used of a rate that was measured; how near to the refused pace another is tried; how near to it
is safe after many calls, and after few."""

_BOLD, _LESS_BOLD, _LEAP = 0.95, 0.98, 0.8
"""What becomes of the gap with each good answer while it is well above the refused one, where waits are rough and where
they are exact; and what it may be of the gap that a good answer has proven."""

_SPOKEN = 4
"""Exact waits of which the longest tells about the gap."""

_HOLD, _LONGEST_HOLD = 60, 960
"""Good answers after which more is tried than what was measured; twice as many each time that it proves right."""

_PROBES = ((0, 1.0), (90, 0.998), (240, 0.99))
_LAST_PROBE = 0.97
"""What becomes of the gap with each good answer then, by how many more there were: a limit may be raised."""

_LEAST_PAUSE, _LONGEST_PAUSE, _LONGER = 0.01, 8.0, 3.0
"""The pause after a refusal that does not say when to come back; each in a row is so much longer."""

_NONE = 1e-4
"""A gap of fewer seconds is none."""


class Start(NamedTuple):
    """A call's start."""

    at: float
    gap: float
    """The gap that held then."""


class _Refusal(NamedTuple):
    at: float
    """When the refused call started."""
    wait: float
    """The seconds that the server asked for, as far as they are exact."""


class LearnedRate:
    """The rate at which a server has been found to take calls.

    From one refusal to the next is an epoch. What a server lets through between two refusals is what came back to it
    in that time: both times it had nothing left. So that is a rate which it keeps up, unless it can hold so little in
    reserve that some was lost in waiting; and the pace of the refused call is one that it does not keep up. In between
    the gap is narrowed quickly at first, and then hardly any more.
    """

    def __init__(self) -> None:
        self.gap = 0.0
        """Seconds from one start to the next; 0 as long as nothing was refused."""
        self.row = 0
        """How many refusals came one after the other, no later call being let through between them."""
        self._doubt = Doubt()
        self._through: deque[Start] = deque(maxlen=_KEPT)
        self._began = -math.inf
        self._before: _Refusal | None = None
        """The refusal with which the epoch began that is being measured."""
        self._last: _Refusal | None = None
        self._pace = self._longest = 0.0
        self._spoken = 0
        self._said: tuple[float, float | None] = (0.0, None)
        self._good = 0
        self._hold = _HOLD
        self._bold = _BOLD
        self._floor = 0.0
        """The gap down to which it is narrowed quickly."""

    @property
    def is_doubted(self) -> bool:
        """Whether refusals are taken not to be for the rate at present."""
        return self._doubt.is_on

    def start(self, now: float) -> Start:
        """Notes that a call starts."""
        start = Start(now, self.gap)
        self._through.append(start)
        if self._doubt.is_on:
            self.gap = self._doubt.started(self.gap)
        return start

    def accept(self, start: Start) -> None:
        """Notes that a call was not refused."""
        if start.at < self._began:
            return
        self.row = 0
        if not self.gap:
            return
        if self._doubt.is_on:
            self.gap *= _LESS_BOLD
            return
        self._good += 1
        if self.gap > self._floor:
            self.gap = min(max(self.gap * self._bold, start.gap * _LEAP, self._floor), self.gap)
        else:
            more = self._good - self._hold
            self.gap *= next((probe for most, probe in _PROBES if more < most), _LAST_PROBE)
            self._floor = self.gap
        if self.gap < _NONE:
            self.gap = 0.0

    def refuse(self, start: Start, now: float, wait: float | None) -> float:
        """Notes a refusal; gives back the moment before which no call should start.

        Args:
            start: the call's start.
            now: when the refusal came.
            wait: the seconds that the server said; None where it said nothing.
        """
        if start in self._through:
            self._through.remove(start)
        self._doubt.refused()
        if start.at < self._began:
            # Of an epoch that is over: that the server was asked too much is known by now, and fewer were let through.
            if self.row == 1 and not self._doubt.is_on:
                self._measure()
            return now + wait if wait is not None else 0.0
        self.row += 1
        if self._last is None or any(one.at > self._last.at for one in self._through):
            self._before = self._last
            self.gap = self._doubt.epoch(self.gap, former=start.gap, good=self._good)
        pause = wait
        if pause is None:
            pause = min(max(self.gap, _LEAST_PAUSE) * _LONGER ** (self.row - 1), _LONGEST_PAUSE)
            pause = _LEAST_PAUSE if self._doubt.is_on else pause
        self._last = _Refusal(start.at, 0.0 if _is_rough(wait) else wait or 0.0)
        self._pace, self._said = start.gap, (now, wait)
        if self._last.wait:
            self._longest = max(self._longest * 0.998, self._last.wait)
            self._spoken += 1
        if not self._doubt.is_on:
            self._measure()
        self._good = 0
        # One call's time more, so that the server has some reserve again.
        self._began = now + pause + (self.gap if self._pace else 0.0)
        return self._began

    def _measure(self) -> None:
        """Takes the gap from what was let through since the epoch began."""
        assert self._last is not None
        now, wait = self._said
        before = self._before or _Refusal(-math.inf, 0.0)
        starts = [one.at for one in self._through if one.at > before.at]
        if not starts:
            return
        if not self._pace:
            self.gap, self._bold = _begun(starts, now, wait)
            self._floor = 0.0
            return
        is_rough, tried, count = _is_rough(wait), 1 / self._pace, len(starts)
        began = before.at + before.wait if self._before else starts[0]
        rate = min(count / max(self._last.at + self._last.wait - began, _NONE), tried)
        rate = min(rate, tried * _LOWER) if count < _MANY else max(rate, tried * _SAFE)
        if count < _FEW and self.row > 1:
            rate = max(rate, 1 / (1.5 * (self.gap or 1 / rate)))
        gap = self._doubt.bounded(1 / (rate * _KEEPS), longest=self._longest if self._spoken >= _SPOKEN else 0.0)
        is_found = self.gap and abs(gap / self.gap - 1) < 0.1
        self._hold = min(2 * self._hold, _LONGEST_HOLD) if is_found else _HOLD
        self.gap = self._floor = gap
        self._bold = _BOLD if is_rough else _LESS_BOLD
        if count < _FEW:
            # The server had nothing left when they began: the pace is not to blame.
            self._floor = 0.0
        elif rate < tried * _RETRIES:
            again = tried * _RETRIES if is_rough else 0.0
            self._floor = min(1 / max(math.sqrt(rate * tried), again), gap)


def _is_rough(wait: float | None) -> bool:
    """Whether the server may be ready long before: whole seconds are rounded up, and nothing said is a guess."""
    return wait is None or (wait >= 0.5 and wait == round(wait))


def _begun(starts: list[float], now: float, wait: float | None) -> tuple[float, float]:
    """The gap after the first refusals, and by how much it is narrowed with each good answer.

    What was let through by then held what the server had in reserve. It may have been idle for long: the busiest
    stretch counts.
    """
    count, pause = len(starts), wait or 0.0
    stretches = enumerate(starts[: max(count - _ENOUGH, 0) + 1])
    rate = max((count - place) / max(now + pause - at, _NONE) for place, at in stretches)
    if wait is None:
        return max(1 / rate, math.sqrt(_SAID_NOTHING / rate)), _BOLD
    if wait < _SAID_NOTHING:
        return min(max(1 / rate, wait), 2 * wait), _LESS_BOLD
    if _is_rough(wait) and count < _ENOUGH:
        return 1 / math.sqrt(rate * count / max(now - starts[0], _NONE)), _BOLD
    hint = min(wait, _LONGEST_SAID)
    return 1.2 / rate if rate * hint < 30 else math.sqrt(hint / rate), _BOLD
