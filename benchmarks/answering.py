"""A judge within this process that answers a piece of work by its script, and counts what it is asked."""

from __future__ import annotations

from arbitree.core.records import Answer, Question, Reply, Style
from benchmarks.works.base import CASE, Work


class Answering:
    """Answers at once."""

    name = "scripted"

    def __init__(self, work: Work, *, inline: bool = True, style: Style = "messages") -> None:
        self.style: Style = style
        self.fingerprint = work.name
        self.inline = inline
        self.asked = 0
        """How many questions it was asked."""
        self._work = work

    async def ask(self, question: Question) -> Answer:
        """The scripted answer."""
        self.asked += 1
        found = CASE.search(question.prompt.encode())
        assert found is not None
        return Reply(text=self._work.reply(question.node, int(found[1])), input_tokens=300, output_tokens=30)
