"""Tries everything that can be wrong before the first call, and reports all of it together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from arbitree.errors import ArbitreeError, Problem

T = TypeVar("T")


class Trials:
    """Collects the problems of several steps, each tried though another failed."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def get(self, step: Callable[[], T]) -> T | None:
        """What a step gives back; None when it has problems, which are kept."""
        try:
            return step()
        except ArbitreeError as error:
            self.problems += error.problems
            return None

    def note(self, *problems: Problem) -> None:
        """Keeps further problems."""
        self.problems += problems

    def settle(self) -> None:
        """Raises all problems together, if there are any.

        Raises:
            ArbitreeError: there are; each is said once.
        """
        if self.problems:
            raise ArbitreeError(dict.fromkeys(self.problems))
