"""What a question says, before it is laid out: its own words, the form of the reply, and the sections of evidence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from arbitree.core.images import Anchored
from arbitree.core.prompts.english import ENGLISH
from arbitree.core.prompts.filling import Placed, filled, placed
from arbitree.core.prompts.texts import WITH_REASONS, Texts
from arbitree.core.records import Message, Shape, Style
from arbitree.core.scale import Scale, spelled


class Section(NamedTuple):
    """One piece of evidence under its heading, laid out for one style."""

    text: str
    flagged: bool
    """Whether lines of it were quoted, so that they cannot be taken for ours."""
    images: tuple[Anchored, ...] = ()
    """The images in it."""


class Frame(NamedTuple):
    """All of a prompt that no case changes."""

    before: tuple[Message, ...]
    """The messages before the last one."""
    head: str
    """What stands before the evidence in the last one."""
    tail: str
    """What stands behind the evidence."""

    def around(self, evidence: str, retry: str = "", images: tuple[Anchored, ...] = ()) -> tuple[Message, ...]:
        """The prompt with this evidence and its images in it, and at its end why it is asked again."""
        shift = len(self.head)
        moved = tuple([Anchored(at + shift, image) for at, image in images]) if images else ()
        return (*self.before, Message("user", f"{self.head}{evidence}{self.tail}{retry}", moved))


def joined(sections: Iterable[Section]) -> str:
    """The sections as they stand in a prompt."""
    return "".join([f"{section.text}\n\n" for section in sections])


@dataclass(frozen=True, kw_only=True)
class Wording:
    """The fixed parts of a node's question."""

    asks: str
    """The criteria or instructions, or what replaces them."""
    shape: Shape
    texts: Texts = ENGLISH
    """The wording that stands around it."""
    placed: Placed | None = None
    """The words, where they say themselves where evidence and form stand."""

    def form(self, style: Style) -> str:
        """How the form of the reply is told."""
        texts, shape = self.texts, self.shape
        options = shape.options
        if style == "plain":
            form, listed = texts.plain_forms[shape.kind], repr(list(options))
        else:
            form, listed = texts.forms[shape.kind], ", ".join(map(_quoted, options))
        values = {"option": _quoted(options[0])} if options else {}
        if shape.scale is not None:
            values = _of_scale(shape.scale, texts)
        example = filled(texts.examples[shape.kind], values)
        told = filled(form, {**values, "options": listed, "example": example})
        return f"{told}\n{texts.reasons}" if texts.reasons and shape.kind in WITH_REASONS else told

    def framed(self, before: tuple[Message, ...], form: str) -> Frame | None:
        """The frame of words that place evidence or form themselves; None for all others.

        Args:
            before: the messages before the last one.
            form: the form of the reply, as the style tells it.
        """
        if self.placed is None:
            return None
        tail = form.join(self.placed.tail)
        if not self.placed.has_form:
            tail = f"{tail}\n{form}" if tail and not tail.endswith("\n") else f"{tail}{form}"
        return Frame(before, form.join(self.placed.head), tail)


def _of_scale(scale: Scale, texts: Texts) -> dict[str, str]:
    """What is said of a scale, by placeholder; the example is a grade in the middle, which leads nobody to an end."""
    bounds = {"low": spelled(scale.low), "high": spelled(scale.high)}
    middle = (scale.low + scale.high) / 2
    score = spelled(math.floor(middle) if scale.whole else middle)
    return {**bounds, "number": filled(texts.numbers[scale.whole], bounds), "score": score}


def _quoted(option: str) -> str:
    return json.dumps(option, ensure_ascii=False)


def wording_of(criteria: str, shape: Shape, prompt: str | None, texts: Texts = ENGLISH) -> Wording:
    """The words of a question: the criteria, or the prompt that replaces them with its placeholders filled in.

    >>> wording_of("Is it polite?", Shape(kind="yes_no"), "Think of a child reading. {criteria}").asks
    'Think of a child reading. Is it polite?'
    """
    if prompt is None:
        return Wording(asks=criteria, shape=shape, texts=texts)
    values = {"criteria": criteria, "options": ", ".join(shape.options)}
    apart = placed(prompt, values)
    asks = filled(prompt, {**values, "evidence": "", "form": ""}).strip() if apart else filled(prompt, values)
    return Wording(asks=asks, shape=shape, texts=texts, placed=apart)
