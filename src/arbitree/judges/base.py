"""The one signature through which all waiting goes."""

from __future__ import annotations

from typing import Protocol

from arbitree.core.records import Answer, Question, Style


class Judge(Protocol):
    """Answers questions. Retry, limits, budget and memory each wrap a judge and are one."""

    @property
    def name(self) -> str:
        """How reports and records call it."""
        ...

    @property
    def style(self) -> Style:
        """The layout of the prompts it wants."""
        ...

    async def ask(self, question: Question) -> Answer:
        """The reply to a question, or how the world failed to give one. Raises nothing but cancellation."""
        ...
