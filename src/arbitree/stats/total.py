"""A sum of floats, taken in one by one and kept exact: the same for every order, and no longer than one number."""

from __future__ import annotations

from typing import Final

_UNIT_BITS: Final = 1074
"""Every finite float is a whole number of 2**-1074."""


class Total:
    """A sum that is rounded once, when it is read; so it equals `math.fsum` of all that was added.

    >>> total = Total()
    >>> for value in (0.1, 0.2, 0.3):
    ...     total.add(value)
    >>> total.value, total.count
    (0.6, 3)
    """

    def __init__(self) -> None:
        self.count = 0
        """How many values were added."""
        self._units = 0

    def add(self, value: float) -> None:
        """Takes in a value, which is finite."""
        above, below = value.as_integer_ratio()
        # What a float is divided by is a power of two, and has one bit more than its exponent.
        self._units += above << (_UNIT_BITS + 1 - below.bit_length())
        self.count += 1

    @property
    def value(self) -> float:
        """The sum."""
        return self._units / (1 << _UNIT_BITS)

    @property
    def mean(self) -> float | None:
        """The sum over the count; None when nothing was added."""
        return self.value / self.count if self.count else None
