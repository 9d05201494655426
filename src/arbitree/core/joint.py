"""Worths for joint answers of questions that recur: one for each, so that no bound is wider than its completions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from arbitree.core.records import Verdict
from arbitree.core.worth import Worth, union

Answers: TypeAlias = "Mapping[int, Verdict]"
"""Answers by the `same` number of the question."""


class Table(NamedTuple):
    """The worth of a place for each joint answer of the recurring questions that it depends on, by their numbers."""

    numbers: tuple[int, ...]
    worths: Mapping[tuple[Verdict, ...], Worth]

    def given(self, chosen: Sequence[int]) -> Table:
        """The table over those of its questions that are among `chosen`."""
        kept = [at for at, number in enumerate(self.numbers) if number in chosen]
        if len(kept) == len(self.numbers):
            return self
        grouped: dict[tuple[Verdict, ...], list[Worth]] = {}
        for joint, worth in self.worths.items():
            grouped.setdefault(tuple(joint[at] for at in kept), []).append(worth)
        numbers = tuple(self.numbers[at] for at in kept)
        return Table(numbers, {joint: union(found) for joint, found in grouped.items()})

    def at(self, answers: Answers) -> Worth:
        """The worth for these answers, which hold one for each of its questions."""
        return self.worths[tuple(answers[number] for number in self.numbers)]
