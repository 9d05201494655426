"""The judge that stands where none was found: it answers nothing, so that every question stays open."""

from __future__ import annotations

from arbitree.core.records import Failed, Question, Style


class NobodyJudge:
    """Leaves every question without an answer. What needs no judge is scored all the same."""

    name = "nobody"
    style: Style = "messages"
    inline = True

    async def ask(self, question: Question) -> Failed:
        """No answer."""
        return Failed(kind="no_judge", message="no judge was named, and none was found")
