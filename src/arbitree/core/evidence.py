"""What a case shows to each place: prompts, the texts checks look at, and what a missing field does to a place."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.core import causes
from arbitree.core.cases import Case, Presence, heading, presence, text_of
from arbitree.core.kinds.check import Check
from arbitree.core.plan import Place, Plan
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.wording import Section
from arbitree.core.records import Message
from arbitree.core.settled import Settled, came_to_nothing, excused
from arbitree.core.structural.asked import messages_of

_MARKERS: Mapping[Presence, str] = {
    "missing": "[nothing was given here]",
    "empty": "[this is empty: no text at all]",
    "blank": "[this is blank: white space only]",
}


class Evidence:
    """One case as the places of a plan see it. Sections that several places show are laid out once."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self._plan = plan
        self._fields = dict(case.fields)
        self._sections: dict[tuple[str, str], Section] = {}
        self._lost: dict[int, Settled] = {}
        if any(presence(self._fields.get(name)) != "present" for name in plan.fields):
            for index in plan.tasks:
                absent = self.absence(plan.places[index])
                if absent is not None:
                    self._lost[index] = absent

    def absence(self, place: Place) -> Settled | None:
        """What becomes of a place because a field it shows is missing, empty or blank; None when it can be asked.

        What such a field does to a task it does to whatever reads the task.
        """
        for name in place.fields:
            value = self._fields.get(name)
            if type(value) is str and value and not value.isspace():
                continue
            how = presence(value)
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
        if isinstance(place.node, Check):
            return messages_of(place.node.tests, self.looked_at(place, settled)), False
        fields = [self._field_section(place, name) for name in place.shown]
        tasks = [self._task_section(place, read, settled) for read in place.reads]
        sections = tasks + fields if place.style == "plain" else fields + tasks
        layout = plain.layout if place.style == "plain" else fenced.layout
        return layout(place.head, sections, place.tail, again), any(section.flagged for section in sections)

    def looked_at(self, place: Place, settled: Mapping[int, Settled]) -> str:
        """The text that a check looks at."""
        fields = [self._fields.get(name) for name in place.fields]
        texts = ["" if value is None else text_of(value) for value in fields]
        texts += [text_of(settled[read].value) for read in place.reads]
        return "\n\n".join(texts)

    def _field_section(self, place: Place, name: str) -> Section:
        section = self._sections.get((place.style, name))
        if section is None:
            value = self._fields.get(name)
            how = presence(value)
            text = text_of(value) if how == "present" else _MARKERS[how]
            section = self._sections[place.style, name] = self._section(place, heading(name), text)
        return section

    def _task_section(self, place: Place, read: int, settled: Mapping[int, Settled]) -> Section:
        text = text_of(settled[read].value)
        how = presence(text)
        return self._section(place, self._plan.places[read].node.title, text if how == "present" else _MARKERS[how])

    def _section(self, place: Place, label: str, text: str) -> Section:
        if place.style == "plain":
            return plain.section(label, text, self._plan.headings)
        return fenced.section(label, text)
