"""The answers that were given or used last: so many, and so many bytes of them, and no more."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import Final

from arbitree.core.records import Answer, Failed

RECENT_ANSWERS: Final = 10_000
"""How many answers a window holds at most, where nothing else is said."""

RECENT_BYTES: Final = 16 * 2**20
"""How many bytes its answers take at most, where nothing else is said."""

_AROUND: Final = 400
"""Bytes that an answer takes beside its text: its key, its record, its place in the window; as measured, rounded up."""

_RAISED: Final = 16 * 2**10
"""Bytes that an exception is taken to keep from being freed: its traceback holds what the judge's frames held."""


class Window:
    """Answers by the key of their question. What was used longest ago goes first. Its owner sees to threads.

    >>> from arbitree.core.records import Reply
    >>> window = Window(answers=2)
    >>> for key in ("a", "b", "a", "c"):
    ...     _ = window.get(key) or window.put(key, Reply(text=key))
    >>> [key for key in "abc" if window.get(key)]
    ['a', 'c']
    """

    def __init__(self, *, answers: int = RECENT_ANSWERS, size: int = RECENT_BYTES) -> None:
        """Holds nothing yet.

        Args:
            answers: How many answers it holds at most; with 0 it holds none.
            size: How many bytes they take at most. An answer that is larger than that is not held.
        """
        self.bytes = 0
        """What it holds, in bytes."""
        self.has_forgotten = False
        """Whether there was anything that it holds no more."""
        self._answers, self._size = answers, size
        # Not a plain dict: one that always loses its first key looks past more and more holes for the next.
        self._held: OrderedDict[str, Answer] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: str) -> Answer | None:
        """The answer to a question, which thereby is the one used last; None where it is not held."""
        answer = self._held.get(key)
        if answer is not None:
            self._held.move_to_end(key)
        return answer

    def put(self, key: str, answer: Answer) -> None:
        """Holds an answer, and lets go of those used longest ago as far as there is no room for all."""
        before = self._held.pop(key, None)
        if before is not None:
            self.bytes -= _bytes_of(before)
        self._held[key] = answer
        self.bytes += _bytes_of(answer)
        while self._held and (len(self._held) > self._answers or self.bytes > self._size):
            _, gone = self._held.popitem(last=False)
            self.bytes -= _bytes_of(gone)
            self.has_forgotten = True


def _bytes_of(answer: Answer) -> int:
    if not isinstance(answer, Failed):
        return _AROUND + sys.getsizeof(answer.text)
    return _AROUND + sys.getsizeof(answer.message) + (0 if answer.error is None else _RAISED)
