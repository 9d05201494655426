"""The prompts that a rubric words itself: their names, their placeholders, and how they take the place of the wording.

A prompt that a rubric words for one language counts before one that it words for all, and one of a node before one of
the rubric. What nothing words stays as `texts_in` has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from arbitree.core.prompts.filling import EVIDENCE, FORM
from arbitree.core.prompts.languages import best, texts_in
from arbitree.core.prompts.texts import Texts
from arbitree.core.records import ShapeKind

SHAPES: Final[tuple[ShapeKind, ...]] = ("yes_no", "one_of", "text", "list", "reason", "number")
"""Prompts that tell the form of a reply, named after its shape."""
WORDS: Final = ("task", "ask", "choose", "grade")
"""Prompts that are the words of a question, named after the kind of node."""
ABSENCES: Final = ("missing", "empty", "blank")
"""What stands for a field that has nothing to show."""

_ASKED: Final = (EVIDENCE, FORM)
PLACEHOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "system": ("fences",),
    "fences": (),
    "question": (),
    **dict.fromkeys(WORDS, ("criteria", *_ASKED)),
    "choose": ("criteria", "options", *_ASKED),
    "explanation": _ASKED,
    **dict.fromkeys(SHAPES, ("example",)),
    "one_of": ("options", "example"),
    "number": ("number", "low", "high", "example"),
    "steps": ("criteria", "seen"),
    "retry": ("problem",),
    **dict.fromkeys(ABSENCES, ()),
}
"""Every prompt that a rubric can word, and the placeholders that it may hold."""

OWN_PLACEHOLDERS: Final = ("criteria", "options", *_ASKED)
"""Those of `prompt`, the words of a question of any kind."""


@dataclass(frozen=True, kw_only=True)
class Prompts:
    """Prompts that a rubric, or a node, words itself."""

    texts: Mapping[str, str] = field(default_factory=dict)
    """By name, one of `PLACEHOLDERS`."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """The headings that fields of the case stand under; of the whole rubric only."""
    languages: Mapping[str, Prompts] = field(default_factory=dict)
    """The same for one language each, by its tag."""

    def __bool__(self) -> bool:
        return bool(self.texts or self.headings or self.languages)

    def each(self) -> Iterator[tuple[str, Prompts]]:
        """What is worded for all languages, under an empty tag, and then what for each one."""
        yield "", self
        yield from self.languages.items()


OF_NONE: Final = Prompts()
"""No prompt of its own."""


def worded(language: str, *levels: Prompts) -> Texts:
    """The wording in a language.

    Args:
        language: its tag; empty where the rubric names none.
        levels: who words prompts otherwise, the one that counts most last.
    """
    texts = texts_in(language)
    for level in levels:
        texts = _with(texts, level)
        tag = best(language, level.languages)
        if tag is not None:
            texts = _with(texts, level.languages[tag])
    return texts


def _with(texts: Texts, level: Prompts) -> Texts:
    if not (level.texts or level.headings):
        return texts
    # What stands in a block of YAML ends with a line break that nobody means.
    own = {name: text.rstrip("\n") for name, text in level.texts.items()}
    single = {
        name: own[name] for name in ("system", "fences", "question", "explanation", "retry", "steps") if name in own
    }
    forms: dict[ShapeKind, str] = {shape: own[shape] for shape in SHAPES if shape in own}
    return replace(
        texts,
        **cast("dict[str, Any]", single),
        forms={**texts.forms, **forms},
        plain_forms={**texts.plain_forms, **forms},
        absences={**texts.absences, **{name: own[name] for name in ABSENCES if name in own}},
        words={**texts.words, **{kind: level.texts[kind] for kind in WORDS if kind in own}},
        headings={**texts.headings, **level.headings},
    )
