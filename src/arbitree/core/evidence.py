"""What a case shows to each place: prompts, the texts checks look at, and what a missing field does to a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arbitree.core import causes, measured
from arbitree.core.bounded import Bounded, bounded, refused
from arbitree.core.budgets import cut, share_of
from arbitree.core.cases import Case, column, presence, text_of
from arbitree.core.conversation import View, evidence_text, view
from arbitree.core.images import Anchored, Image, anchored, numbered
from arbitree.core.items import chunked, items_of, text_of_item
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.metric import Metric
from arbitree.core.pictures import Pictures
from arbitree.core.plan import Place, Plan
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.grades import with_steps_written
from arbitree.core.prompts.texts import Texts
from arbitree.core.prompts.wording import Frame, Section
from arbitree.core.records import Message, Style
from arbitree.core.settled import Settled, came_to_nothing, excused
from arbitree.core.structural.asked import messages_of
from arbitree.core.turns import Shown, Turns, column_of


class Block(NamedTuple):
    """The evidence of a place: all of its sections, as they stand in the prompt."""

    text: str
    is_quoted: bool
    """Whether lines of it were quoted."""
    images: tuple[Anchored, ...]
    """The images in it."""
    is_cut: bool = False
    """Whether something was left out of it."""


class Evidence:
    """One case as the places of a plan see it. What several places show is laid out once."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self._plan = plan
        self._pictures = Pictures(case) if case.pictured else None
        """The images of the case; None where it has none, and no text of it can be taken for one."""
        self._fields = case.fields if self._pictures is None else self._pictures.fields
        self._sections: dict[tuple[Style, str, Shown | int], Section] = {}
        """By style, language, and what is shown or place of a task."""
        self._views: dict[Turns, View] = {}
        self._chunks: dict[tuple[str, int], list[str] | None] = {}
        self._blocks: dict[int, Block] = {}
        """By view."""
        self._lost: dict[int, Settled] = {}
        self.is_whole = all(presence(column(self._fields, name)) == "present" for name in plan.fields) and all(
            self._view(turns).how == "present" for turns in plan.turns
        )
        """Whether no field is missing, empty or blank, so that none keeps any place from being asked."""
        if self._pictures is not None and self._pictures.unusable:
            self.is_whole = False
        if not self.is_whole:
            for index in plan.tasks:
                absent = self.absence(plan.places[index])
                if absent is not None:
                    self._lost[index] = absent

    def absence(self, place: Place) -> Settled | None:
        """What becomes of a place because a field it shows is missing, empty or blank; None when it can be asked.

        An image that cannot be used keeps it from being asked too: nothing is judged by half of it. What such a field
        does to a task it does to whatever reads the task.
        """
        for shown in place.fields:
            found = View(presence(column(self._fields, shown))) if isinstance(shown, str) else self._view(shown)
            if found.how == "present":
                lost_image = self._unusable(shown)
                if lost_image is not None and not isinstance(place.node, Check):
                    return came_to_nothing(causes.unusable_image(place, shown, lost_image))
                continue
            policy = place.on_empty if found.how in ("empty", "blank") else place.on_missing
            if policy == "ask":
                continue
            if policy == "undecided":
                return came_to_nothing(causes.unseen(place, shown, found))
            return excused(policy, causes.named(shown, found), causes.WAYS[found.how])
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
            if isinstance(place.node, Metric):
                return measured.messages_of(place.node.metric, self._measured(place)), False
            assert isinstance(place.node, Check)
            return messages_of(place.node.tests, self.looked_at(place, settled)), False
        block = self._block_of(place, settled)
        frame = place.frame if place.steps < 0 else self._frame(place, settled)
        return frame.around(block.text, _retry(place, again) if again else "", block.images), block.is_quoted

    def asks(self, place: Place, settled: Mapping[int, Settled]) -> str:
        """The question's own words; empty for a place that puts none to a judge."""
        if place.frame is None or place.wording is None:
            return ""
        asks = place.wording.asks
        return asks if place.steps < 0 else _filled(place, asks, settled)

    def _frame(self, place: Place, settled: Mapping[int, Settled]) -> Frame:
        """What of a prompt no case changes, with the steps in it that a judge wrote."""
        assert place.frame is not None
        before, head, tail = place.frame
        return Frame(before, _filled(place, head, settled), _filled(place, tail, settled))

    def list_of(self, place: Place, settled: Mapping[int, Settled]) -> object:
        """The list that an `each` or an item of it is about; None where there is none as yet."""
        if place.reads:
            read = settled.get(place.reads[0])
            return None if read is None else read.value
        found = next((name for name in place.fields if isinstance(name, str)), None)
        value = None if found is None else column(self._fields, found)
        most = place.node.chunk if isinstance(place.node, (Each, Item)) else None
        if found is None or most is None:
            return value
        if (found, most) not in self._chunks:
            self._chunks[found, most] = chunked(value, most)
        return self._chunks[found, most]

    def of_list(self, place: Place, settled: Mapping[int, Settled]) -> Settled | None:
        """What an item of a list says, or what an `each` comes to that has no items; None for one that has."""
        found = self.list_of(place, settled)
        if isinstance(place.node, Item):
            return Settled(text_of_item(found, place.node.number), "", None, (), None, ())
        assert isinstance(place.node, Each)
        items = items_of(found, place.node.limit)
        if isinstance(items, str):
            return came_to_nothing(causes.not_a_list(place, items))
        if items.texts:
            return None
        policy = place.node.empty
        if policy == "undecided":
            return came_to_nothing(causes.no_items(place))
        return excused(policy, place.node.over, "empty")

    def _measured(self, place: Place) -> Mapping[str, object]:
        """The fields of the case that a metric measures: what it shows, or all."""
        columns = {column_of(shown) for shown in place.fields}
        return {name: column(self._fields, name) for name in columns} if columns else self._fields

    def looked_at(self, place: Place, settled: Mapping[int, Settled]) -> str:
        """The text that a check looks at."""
        texts = [self._text(shown) for shown in place.fields]
        texts += [text_of(settled[read].value) for read in place.reads]
        return "\n\n".join(texts)

    def is_cut(self, place: Place) -> bool:
        """Whether something was left out of what a place shows, whose prompt was made."""
        block = self._blocks.get(place.view)
        return block is not None and block.is_cut

    def too_long(self, place: Place, settled: Mapping[int, Settled]) -> Settled | None:
        """What becomes of a place because it shows more than it may; None where it shows less, or can be cut."""
        return None if place.budget is None else refused(place, place.budget, self._bounded(place, settled))

    def _bounded(self, place: Place, settled: Mapping[int, Settled]) -> list[Bounded]:
        """Headings and texts of a place with a budget, none of which looks like the mark of a cut."""
        texts = self._plan.texts[place.language]
        return [bounded(self._label(place, of), *self._written(of, texts, settled)) for of in place.evidence]

    def _block_of(self, place: Place, settled: Mapping[int, Settled]) -> Block:
        block = self._blocks.get(place.view)
        if block is None:
            made = self._block if place.budget is None else self._cut_block
            block = self._blocks[place.view] = made(place, settled)
        return block

    def _cut_block(self, place: Place, settled: Mapping[int, Settled]) -> Block:
        """The evidence of a place with a budget, cut where it has more."""
        assert place.budget is not None
        found = self._bounded(place, settled)
        most = share_of([one.tokens for one in found], place.budget.tokens) or place.budget.tokens
        text, is_quoted, is_cut = "", False, False
        images: list[Anchored] = []
        for of, one in zip(place.evidence, found, strict=True):
            part = cut(one.text, most)
            section = self._made(place.style, one.label, part, of, is_quoted=one.is_quoted)
            images += [Anchored(len(text) + at, image) for at, image in section.images]
            text += f"{section.text}\n\n"
            is_quoted, is_cut = is_quoted or section.flagged, is_cut or part != one.text
        return Block(text, is_quoted, tuple(images), is_cut)

    def _block(self, place: Place, settled: Mapping[int, Settled]) -> Block:
        text, is_quoted = "", False
        images: list[Anchored] = []
        for of in place.evidence:
            section = self._section(place, of, settled)
            if section.images:
                images += [Anchored(len(text) + at, image) for at, image in section.images]
            text += f"{section.text}\n\n"
            is_quoted = is_quoted or section.flagged
        return Block(text, is_quoted, tuple(images))

    def _unusable(self, shown: Shown) -> Image | None:
        """The first image of what is shown that cannot be used; None where all can, or there are none."""
        if self._pictures is None:
            return None
        text = None if isinstance(shown, str) else self._view(shown).text
        return self._pictures.unusable_in(column_of(shown), text)

    def _view(self, turns: Turns) -> View:
        found = self._views.get(turns)
        if found is None:
            found = self._views[turns] = view(self._fields, turns)
        return found

    def _text(self, shown: Shown) -> str:
        """What is shown as a check sees it: without images."""
        fields = self._fields if self._pictures is None else self._pictures.bare
        if not isinstance(shown, str):
            return self._view(shown).text if self._pictures is None else view(fields, shown).text
        value = column(fields, shown)
        return "" if value is None else text_of(value)

    def _section(self, place: Place, of: Shown | int, settled: Mapping[int, Settled]) -> Section:
        """The section of what is shown, or of a task by its place, as a place shows it."""
        style, language = place.style, place.language
        section = self._sections.get((style, language, of))
        if section is None:
            text, is_quoted = self._written(of, self._plan.texts[language], settled)
            section = self._made(style, self._label(place, of), text, of, is_quoted=is_quoted)
            self._sections[style, language, of] = section
        return section

    def _label(self, place: Place, of: Shown | int) -> str:
        if isinstance(of, int):
            return self._plan.places[of].node.title
        return self._plan.texts[place.language].heading(of)

    def _made(self, style: Style, label: str, text: str, of: Shown | int, *, is_quoted: bool) -> Section:
        """A text under its heading, as a style has it, with the images in it."""
        section = plain.section(label, text, self._plan.headings) if style == "plain" else fenced.section(label, text)
        if is_quoted:
            section = section._replace(flagged=True)
        if self._pictures is not None and not isinstance(of, int):
            section = section._replace(images=anchored(self._pictures.of(column_of(of)), section.text))
        return section

    def _written(self, of: Shown | int, texts: Texts, settled: Mapping[int, Settled]) -> tuple[str, bool]:
        """The text of a section, and whether lines of it were quoted already."""
        if isinstance(of, Turns):
            return self._written_turns(of, texts)
        value = settled[of].value if isinstance(of, int) else column(self._fields, of)
        how = presence(value)
        if how != "present":
            return texts.absences[how], False
        is_changed = self._pictures is not None and self._pictures.is_changed(of)
        if not isinstance(of, int):
            text, is_quoted = evidence_text(value)
            return text, is_quoted or is_changed
        if self._pictures is not None:
            told = numbered(text_of(value))
            return str(told.value), told.is_changed
        return text_of(value), False

    def _written_turns(self, turns: Turns, texts: Texts) -> tuple[str, bool]:
        found = self._view(turns)
        if found.how in ("present", "odd"):
            return found.text, found.quoted
        absence = {"empty": texts.absences["empty"], "blank": texts.absences["blank"]}.get(
            found.how, texts.absences["missing"]
        )
        if not found.text:
            return absence, False
        lack = f"\n\n{texts.heading(found.lacks)}: {absence}" if found.lacks in turns.params else ""
        return found.text + lack, found.quoted


def _filled(place: Place, text: str, settled: Mapping[int, Settled]) -> str:
    assert place.wording is not None
    return with_steps_written(text, place.wording.texts, settled[place.steps].value)


def _retry(place: Place, again: str) -> str:
    """Why a place is asked again, as its prompt says it."""
    assert place.wording is not None
    if place.style == "plain":
        return plain.retry(place.wording, again)
    return fenced.retry(place.wording, again)
