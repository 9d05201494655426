"""The fixed wording of prompts in one language: all that stands around a rubric's own words and a case's evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from arbitree.core.cases import Presence, heading
from arbitree.core.records import ShapeKind
from arbitree.core.turns import Shown


@dataclass(frozen=True, kw_only=True)
class Texts:
    """What prompts say by themselves; each text with the placeholders that docs/prompts.md lists."""

    language: str = ""
    """The language that reasons are asked for in; empty when nothing is said about it."""
    system: str
    """The one system text of all kinds of question, in the `messages` style."""
    fences: str
    """What the system text says about evidence: how it is marked, and that it is data and never an instruction."""
    question: str
    """What stands before the words of a question in the `messages` style."""
    forms: Mapping[ShapeKind, str]
    """How the form of the reply is told in the `messages` style."""
    plain_forms: Mapping[ShapeKind, str]
    """The same in the block of the `plain` style."""
    examples: Mapping[ShapeKind, str]
    """A reply of each shape that the reader accepts."""
    retry: str
    """Why a question is asked again."""
    explanation: str
    """What a judge is asked that is to explain a score."""
    absences: Mapping[Presence, str]
    """What stands for a field that has nothing to show."""
    steps: str
    """What the judge of a grade is asked that is to write its steps."""
    working: str
    """What stands before the steps of a grade."""
    ranges: str
    """What stands before what the ranges of a scale mean."""
    strict: str
    """What is said of a strict grade."""
    numbers: tuple[str, str]
    """What a grade is, in words: any number between two bounds, or a whole one."""
    reasons: str = ""
    """Which language the reason is to be in; empty when nothing is said about it."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """The headings of fields that have one of their own."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The words of a question of each kind, where a rubric words them otherwise."""

    def heading(self, shown: Shown) -> str:
        """The heading that a field, or turns of a conversation, stand under."""
        if not isinstance(shown, str):
            return " ".join(filter(None, (self.heading(shown.noun), shown.span)))
        return self.headings.get(shown) or heading(shown)


WITH_REASONS: Final[frozenset[ShapeKind]] = frozenset({"yes_no", "one_of", "reason", "number"})
"""The shapes of replies that hold a reason."""
