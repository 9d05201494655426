"""Where a run's cases come from: one after the other, none before it is wanted, none too far ahead of the results."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import TypeAlias

from arbitree.core.cases import Case

Placed: TypeAlias = tuple[int, Case]
"""A case and its place in the input."""


class Lead:
    """How far cases may be ahead of the results that were handed over: whoever takes these slowly holds a run back."""

    def __init__(self, ahead: int) -> None:
        self._ahead = ahead
        self._handed = 0
        self._moved = asyncio.Event()

    async def room_for(self, number: int) -> None:
        """Waits until the case with this number, counted from 0 in the order of taking, may begin."""
        while number - self._handed >= self._ahead:
            self._moved.clear()
            await self._moved.wait()

    def hand(self, count: int = 1) -> None:
        """Notes that results were handed over: with those in order, each is the oldest there is."""
        self._handed += count
        self._moved.set()


class Source:
    """The cases of one run, for all that work on them."""

    def __init__(self, cases: Iterable[Placed] | AsyncIterable[Placed], *, lead: Lead | None = None) -> None:
        self._plain: Iterator[Placed] | None = iter(cases) if isinstance(cases, Iterable) else None
        self._waited: AsyncIterator[Placed] | None = None if isinstance(cases, Iterable) else aiter(cases)
        self._lead = lead
        self._taken = 0
        self._is_empty = False
        self._turn = asyncio.Lock()
        self.error: Exception | None = None
        """Why there are no more cases, where they did not just come to their end."""

    async def take(self) -> Placed | None:
        """The next case; None when there is none, or none can be had: what is under way is still finished."""
        if self._lead is None and self._plain is not None:
            return self._pulled(self._plain)
        async with self._turn:
            if self._lead is not None and not self._is_empty:
                await self._lead.room_for(self._taken)
            return await self._awaited() if self._plain is None else self._pulled(self._plain)

    def _pulled(self, cases: Iterator[Placed]) -> Placed | None:
        if self._is_empty:
            return None
        try:
            return self._noted(next(cases, None))
        except Exception as error:
            self._is_empty, self.error = True, error
            return None

    async def _awaited(self) -> Placed | None:
        assert self._waited is not None
        if self._is_empty:
            return None
        try:
            return self._noted(await anext(self._waited, None))
        except Exception as error:
            self._is_empty, self.error = True, error
            return None

    def _noted(self, found: Placed | None) -> Placed | None:
        self._taken += 1
        self._is_empty = found is None
        return found
