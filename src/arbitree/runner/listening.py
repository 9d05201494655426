"""Listens to what judges are asked, in the order of asking."""

from __future__ import annotations

from arbitree.core.records import Answer, Question, Style
from arbitree.judges.base import Judge, is_inline


class Listening:
    """A judge whose questions are kept."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.inline = is_inline(judge)
        self.heard: list[Question] = []
        """Every question, in the order of asking."""

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style

    async def ask(self, question: Question) -> Answer:
        """The answer of the judge inside."""
        self.heard.append(question)
        return await self.judge.ask(question)
