"""Doubts that refusals are for the rate: some servers refuse a share of all calls, however slowly they come."""

from __future__ import annotations

_CLEAN = 60
"""A pace is right when so many calls are let through one after the other."""

_UNCLEAN = 9
"""So many epochs in a row without that, and the former pace is tried."""

_TEST, _MOSTLY = 20, 0.6
"""Calls that are looked at together then: it was wrong to go back when more than this share of them is refused."""

_FAR = 4
"""How many times the former gap one may be that nothing has proven."""

_BEYOND = 3
"""How many times the longest wait that the server spoke of: what it said is what was missing just then, of one gap."""

_LEAST, _MOST = 300, 9600
"""For how many calls it is kept to, if fewer are refused; twice as many each time."""


class Doubt:
    """Watches whether wider gaps make refusals rarer, and goes back to the former gap for a while where they do not."""

    def __init__(self) -> None:
        self.is_on = False
        """Whether the former pace is being kept, whatever is refused."""
        self._unclean, self._bearable = 0, _UNCLEAN
        self._former = self._learnt = 0.0
        self._started = self._of_test = self._refused = 0
        self._length = _LEAST

    def epoch(self, gap: float, *, former: float, good: int) -> float:
        """The gap to go on with after the refusal that ends an epoch.

        Args:
            gap: the gap that was learnt.
            former: the gap that held when the refused call started.
            good: how many calls were let through since the refusal before.
        """
        if self.is_on:
            return gap
        if good >= _CLEAN or not self._unclean:
            self._unclean, self._former = 0, former
        elif not self._former:
            # Before that there was no pace at all.
            self._former = former
        if good >= _CLEAN:
            self._length = _LEAST
        self._unclean += 1
        if self._unclean <= self._bearable or gap < 2 * self._former:
            return gap
        self.is_on, self._learnt = True, gap
        self._unclean = self._started = self._of_test = self._refused = 0
        return self._former

    def bounded(self, gap: float, *, longest: float) -> float:
        """The gap, as far as it may be believed while nothing has proven it.

        Args:
            gap: the gap that was measured.
            longest: the longest wait that the server spoke of exactly; 0 where it spoke of none.
        """
        if not self._unclean:
            return gap
        return min(gap, longest * _BEYOND if longest else self._former * _FAR if self._former else gap)

    def started(self, gap: float) -> float:
        """The gap to go on with after a call has started."""
        self._started += 1
        self._of_test += 1
        if self._of_test >= _TEST and self._refused > self._of_test * _MOSTLY:
            self.is_on = False
            self._bearable = 2 * _UNCLEAN
            return self._learnt
        if self._of_test >= 2 * _TEST:
            self._of_test = self._refused = 0
        if self._started == self._length:
            self.is_on = False
            self._length = min(2 * self._length, _MOST)
        return gap

    def refused(self) -> None:
        """Notes that a call was refused."""
        self._refused += 1
