"""The one signature through which all waiting goes."""

from __future__ import annotations

from typing import Protocol

from arbitree.core.records import Answer, Question, Style


class Judge(Protocol):
    """Answers questions. Retry, limits, budget and memory each wrap a judge and are one.

    A judge may also have `inline = True`: a promise that `ask` answers at once and never waits, so that no task, thread
    or event loop is needed for it; and `sees_images = True`, where it looks at the images in a question's messages.
    """

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


def is_inline(judge: object) -> bool:
    """Whether a judge, or a user's object or callable, promises to answer at once."""
    return getattr(judge, "inline", False) is True
