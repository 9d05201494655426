"""What may be asked ahead of a walk: questions that it could still come to, and whose texts are all there.

A walk asks what it needs. This looks past it: down every branch that is still open, nearest first, to whatever can be
put into words already. Answers to such questions change nothing in the walk until it asks the same itself, by the same
key; so what a case comes to, its trace too, is the same with them and without.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from arbitree.core.plan import Place
from arbitree.core.records import Answer, Question
from arbitree.core.settled import Settled
from arbitree.core.walk import Walk

_FAR: Final = 64
"""How many places below one that has become more likely are looked at anew: beyond them the order matters little."""


class Found(NamedTuple):
    """A question that may be asked ahead."""

    weight: float
    """How much it matters, beside the questions of other cases too: how likely it is to be needed; where a walk
    decides, times how far its answer can move the score, per call."""
    likelihood: float
    """The same beside the most that a question of this case was found to matter, 0 to 1."""
    question: Question


class Ahead(Walk):
    """Looks ahead of a walk. Tell it every answer that comes, whoever needed it.

    Of a place that may be needed it asks what the rules would ask of it if it were: as many votes as are sure to count,
    and again what could not be read.
    """

    def __init__(self, walk: Walk) -> None:
        """Begin where the walk stands.

        Args:
            walk: the walk, which goes on beside this.
        """
        super().__init__(walk.plan, walk.case)
        self._walk = walk
        self._evidence = walk._evidence
        self.closed = 0
        """How many places were found not to be needed any more."""
        self._told = 0
        """How many of the places that the walk has settled are known here."""
        self._ways = [len(place.parents) for place in walk.plan.places]
        """By how many of those above it a place may still come to be needed; the start by one more."""
        self._ways[walk.plan.start] += 1
        self._weights: dict[int, float] = {}
        """How much a place matters: what its score is worth to the whole, times how likely it is to be needed. Of a
        task, what its reader's answer does beside."""
        self._near: list[tuple[float, int]] = []
        """Places to be looked at, as a heap: those that matter most first, equal ones in plan order."""
        self._passed: set[int] = set()
        """Places beyond which something is looked at already."""
        self._posed: set[int] = set()
        self._readers: dict[int, list[int]] = {}
        """For a task, what waits for its text."""
        self._most = 0.0
        self._found: deque[str] = deque()
        """The keys of questions that were found and not given yet."""
        self._push(walk.plan.start, 1.0)

    def next(self) -> Found | None:
        """The next question that could still be needed and can be put now; None where there is none as yet.

        Each is given once. Some may be open in the walk, or answered: whoever asks knows which.
        """
        self.advance()
        while True:
            while self._found:
                key = self._found.popleft()
                if self.may_need(key):
                    weight = max(map(self._weight, self._askers[key]))
                    self._most = max(self._most, weight)
                    return Found(weight, weight / self._most if weight else 0.0, self.open[key])
                if key in self.open:
                    # Another place may come to ask the same, and is to find it new.
                    del self.open[key], self._askers[key]
            if not self._near:
                return None
            self._look(self.plan.places[heapq.heappop(self._near)[1]])
            self._found.extend(question.key for question in self.new_questions())

    def hear(self, key: str, answer: Answer) -> None:
        """Take in an answer, whether it was asked for here or by the walk."""
        if key in self.open:
            self.take(key, answer)
            self._found.extend(question.key for question in self.new_questions())
        else:
            self.answers.setdefault(key, answer)

    def may_need(self, key: str) -> bool:
        """Whether the walk could still come to a question that was found here and has no answer."""
        return key in self.open and any(map(self._is_possible, self._askers[key]))

    def advance(self) -> None:
        """Take over what the walk has settled since."""
        settled = self._walk.settled
        fresh, self._told = len(settled) - self._told, len(settled)
        latest = reversed(settled.items())
        for index, what in reversed([next(latest) for _ in range(fresh)]):
            self._settle(index, what)

    def _weight(self, index: int) -> float:
        place = self.plan.places[index]
        pull = self._walk.pull(place) if place.branches else 1.0
        return self._weights.get(index, 0.0) * pull

    def _is_possible(self, index: int) -> bool:
        return index not in self.settled and self._ways[index] > 0

    def _push(self, index: int, weight: float) -> None:
        """Have a place looked at that matters so much; if it was, let what lies beyond it matter the more."""
        todo = [(index, weight)]
        for number, (below, more) in enumerate(todo):
            if below >= 0 and more > self._weights.get(below, 0.0):
                place = self.plan.places[below]
                self._weights[below] = more
                if below not in self._passed:
                    heapq.heappush(self._near, (-self._weight(below), below))
                elif number < _FAR:
                    todo.extend((lead, more * share) for lead, share in self._leads(place))

    def _look(self, place: Place) -> None:
        """Look at a place: put what it asks, or see to what it has to read before; and go on to what lies beyond."""
        pull = self._walk.pull(place)
        if not self._is_possible(place.index) or not pull:
            return
        is_lost = self.absence(place) is not None or self.failed_read(place) is not None
        if not is_lost and not place.parts:
            unread = [read for read in place.reads if read not in self.settled]
            for read in unread:
                self._readers.setdefault(read, []).append(place.index)
                self._push_task(read, self._weights[place.index] * pull)
            if not unread and place.index not in self._posed:
                self._posed.add(place.index)
                self.pose(place)
        if place.index not in self._passed:
            self._passed.add(place.index)
            for lead, share in self._leads(place):
                self._push(lead, self._weights[place.index] * share)

    def _push_task(self, index: int, priority: float) -> None:
        """Have a task looked at that matters as much as its reader does."""
        if priority > self._weights.get(index, 0.0):
            self._weights[index] = priority
            heapq.heappush(self._near, (-priority, index))

    def _leads(self, place: Place) -> list[tuple[int, float]]:
        """Where a place may lead, and how much of its own weight passes there."""
        if place.parts:
            return list(zip(place.parts, self._walk.shares_of(place), strict=True))
        # One that is lost is settled without a question as soon as it is needed.
        settled = self.settled.get(place.index) or self.absence(place) or self.failed_read(place)
        if settled is not None:
            return [] if settled.branch is None else [(settled.branch.place, 1.0)]
        return [(branch.place, 1 / len(place.branches)) for branch in place.branches.values()]

    def _settle(self, index: int, settled: Settled) -> None:
        if index in self.settled:
            return
        self.settled[index] = settled
        if not self._ways[index]:
            return
        place, branch = self.plan.places[index], settled.branch
        to = -1 if branch is None else branch.place
        self._close((lead for lead in place.leads if lead != to), place.reads)
        if to >= 0:
            self._push(to, self._weights.get(index, 1.0))
        for reader in self._readers.pop(index, ()):
            heapq.heappush(self._near, (-self._weight(reader), reader))

    def _close(self, leads: Iterable[int], reads: Iterable[int]) -> None:
        """Note that these are needed by one fewer of those above them; and so on downwards."""
        todo = [*dict.fromkeys(leads), *dict.fromkeys(reads)]
        while todo:
            index = todo.pop()
            self._ways[index] -= 1
            if not self._ways[index]:
                self.closed += 1
                todo += self._below(self.plan.places[index])

    def _below(self, place: Place) -> list[int]:
        """What a place that is needed no more would still have needed."""
        settled = self.settled.get(place.index)
        if settled is None:
            return [*dict.fromkeys(place.leads), *dict.fromkeys(place.reads)]
        return [] if settled.branch is None or settled.branch.place < 0 else [settled.branch.place]
