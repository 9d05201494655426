"""What a case shows to each place: prompts, the texts checks look at, and what a missing field does to a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arbitree.core import causes
from arbitree.core.cases import Case, presence, text_of
from arbitree.core.kinds.check import Check
from arbitree.core.plan import Place, Plan
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.wording import Section
from arbitree.core.records import Message, Style
from arbitree.core.settled import Settled, came_to_nothing, excused
from arbitree.core.structural.asked import messages_of


class Block(NamedTuple):
    """The evidence of a place: all of its sections, as they stand in the prompt."""

    text: str
    is_quoted: bool
    """Whether lines of it were quoted."""


class Evidence:
    """One case as the places of a plan see it. What several places show is laid out once."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self._plan = plan
        self._fields = case.fields
        self._sections: dict[tuple[Style, str, str | int], Section] = {}
        """By style, language, and field or place of a task."""
        self._blocks: dict[int, Block] = {}
        """By view."""
        self._lost: dict[int, Settled] = {}
        self.is_whole = all(presence(self._fields.get(name)) == "present" for name in plan.fields)
        """Whether no field is missing, empty or blank, so that none keeps any place from being asked."""
        if not self.is_whole:
            for index in plan.tasks:
                absent = self.absence(plan.places[index])
                if absent is not None:
                    self._lost[index] = absent

    def absence(self, place: Place) -> Settled | None:
        """What becomes of a place because a field it shows is missing, empty or blank; None when it can be asked.

        What such a field does to a task it does to whatever reads the task.
        """
        for name in place.fields:
            how = presence(self._fields.get(name))
            if how == "present":
                continue
            policy = place.on_missing if how == "missing" else place.on_empty
            if policy == "ask":
                continue
            return (
                came_to_nothing(causes.absent(place, name, how))
                if policy == "undecided"
                else excused(policy, name, how)
            )
        lost = self.lost_read(place)
        if lost is None:
            return None
        absent = self._lost[lost]
        return (
            absent if absent.cause is None else came_to_nothing(causes.unreadable_task(place, self._plan.places[lost]))
        )

    def lost_read(self, place: Place) -> int | None:
        """The first task that a place reads and that cannot be asked, because of a field; None when there is none."""
        return next((read for read in place.reads if read in self._lost), None) if self._lost else None

    def messages(
        self, place: Place, settled: Mapping[int, Settled], again: str = ""
    ) -> tuple[tuple[Message, ...], bool]:
        """The prompt of a place whose reads are settled, and whether lines of its evidence were quoted."""
        if place.frame is None:
            assert isinstance(place.node, Check)
            return messages_of(place.node.tests, self.looked_at(place, settled)), False
        block = self._blocks.get(place.view)
        if block is None:
            block = self._blocks[place.view] = self._block(place, settled)
        return place.frame.around(block.text, _retry(place, again) if again else ""), block.is_quoted

    def looked_at(self, place: Place, settled: Mapping[int, Settled]) -> str:
        """The text that a check looks at."""
        fields = [self._fields.get(name) for name in place.fields]
        texts = ["" if value is None else text_of(value) for value in fields]
        texts += [text_of(settled[read].value) for read in place.reads]
        return "\n\n".join(texts)

    def _block(self, place: Place, settled: Mapping[int, Settled]) -> Block:
        text, is_quoted = "", False
        for of in place.evidence:
            section = self._section(place, of, settled)
            text += f"{section.text}\n\n"
            is_quoted = is_quoted or section.flagged
        return Block(text, is_quoted)

    def _section(self, place: Place, of: str | int, settled: Mapping[int, Settled]) -> Section:
        """The section of a field, or of a task by its place, as a place shows it."""
        style, language = place.style, place.language
        section = self._sections.get((style, language, of))
        if section is None:
            texts = self._plan.texts[language]
            if isinstance(of, str):
                label, value = texts.heading(of), self._fields.get(of)
            else:
                label, value = self._plan.places[of].node.title, text_of(settled[of].value)
            how = presence(value)
            text = text_of(value) if how == "present" else texts.absences[how]
            if style == "plain":
                section = plain.section(label, text, self._plan.headings)
            else:
                section = fenced.section(label, text)
            self._sections[style, language, of] = section
        return section


def _retry(place: Place, again: str) -> str:
    """Why a place is asked again, as its prompt says it."""
    assert place.wording is not None
    if place.style == "plain":
        return plain.retry(place.wording, again)
    return fenced.retry(place.wording, again)
