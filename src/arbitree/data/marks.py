"""A set of small whole numbers in one bit each, such as the places of a million cases."""

from __future__ import annotations


class Marks:
    """Which numbers, from 0, were marked.

    >>> marks = Marks()
    >>> marks.add(9)
    >>> 9 in marks, 8 in marks, 800 in marks, len(marks)
    (True, False, False, 1)
    """

    def __init__(self) -> None:
        self._bits = bytearray()
        self._count = 0

    def add(self, number: int) -> None:
        """Marks a number."""
        place, bit = number >> 3, 1 << (number & 7)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 - len(self._bits)))
        self._count += not self._bits[place] & bit
        self._bits[place] |= bit

    def __contains__(self, number: int) -> bool:
        place = number >> 3
        return place < len(self._bits) and bool(self._bits[place] & (1 << (number & 7)))

    def __len__(self) -> int:
        return self._count
