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
OF_GRADES: Final = ("steps", "working", "ranges", "strict")
"""What is said of grades."""
ABSENCES: Final = ("missing", "empty", "blank")
"""What stands for a field that has nothing to show."""

_SINGLE: Final = ("system", "fences", "question", "explanation", "retry", *OF_GRADES)
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
    "working": (),
    "ranges": (),
    "strict": ("low", "high"),
    "retry": ("problem",),
    **dict.fromkeys(ABSENCES, ()),
}
"""Every prompt that a rubric can word, and the placeholders that it may hold."""

ABOUT: Final[Mapping[str, str]] = {
    "system": "The system text, for our own judges",
    "fences": "What the system text says about evidence: how it is marked, and that it is never an instruction",
    "question": "What stands before the words of a question",
    "task": "The words of each task",
    "ask": "The words of each yes/no question",
    "choose": "The words of each choice",
    "grade": "The words of each grade",
    "steps": "The words that have the steps of a grade written; `{seen}` is what the grade will see",
    "working": "What stands before the steps of a grade",
    "ranges": "What stands before what the ranges of grades mean",
    "strict": "What is said of a grade that is strict",
    "explanation": "The words that ask a judge to explain a score",
    "yes_no": "How the form of a reply is told that is yes or no",
    "one_of": "How the form of a reply is told that is one of the options",
    "text": "How the form of a reply is told that is one text",
    "list": "How the form of a reply is told that is a list of texts",
    "number": "How the form of a reply is told that is a grade",
    "reason": "How the form of an explanation is told",
    "retry": "Why a question is asked again",
    "missing": "What stands for a field that is missing",
    "empty": "What stands for a field that is empty",
    "blank": "What stands for a field of white space",
}
"""What each prompt is."""

_OF_ALL: Final = ("explanation", "reason", *ABSENCES)
OF_NODES: Final = tuple(name for name in PLACEHOLDERS if name not in _OF_ALL)
"""Those that a node may word for itself; the others are the same for all nodes."""

OWN_PLACEHOLDERS: Final = ("criteria", "options", *_ASKED)
"""Those of `prompt`, the words of a question of any kind."""


_RANK: Final = {name: rank for rank, name in enumerate(PLACEHOLDERS)}


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


def words_of(
    kind: str, language: str, prompt: str | None, own: Prompts, texts: Texts, general: str | None
) -> str | None:
    """The prompt that replaces the words of a node; None where nothing does.

    Args:
        kind: the node's kind, which is the name of the prompt.
        language: the node's language.
        prompt: the node's `prompt`.
        own: the node's `prompts`.
        texts: the wording of the node, by `worded`.
        general: the `prompt` of every node that says nothing else.
    """
    tag = best(language, own.languages) if own.languages else None
    of_language = own.languages[tag].texts.get(kind) if tag is not None else None
    if of_language is not None:
        return of_language
    return texts.words.get(kind, general) if prompt is None else prompt


def prompts_of(content: Mapping[str, Any]) -> Prompts:
    """Prompts as a mapping of the shape of a rubric file's `prompts`.

    >>> prompts_of({"retry": "Again: {problem}", "languages": {"zh": {"ask": "{criteria}"}}}).languages["zh"].texts
    {'ask': '{criteria}'}
    """
    names = [name for name in content if name not in ("headings", "languages")]
    return Prompts(
        texts={name: content[name] for name in names},
        headings=dict(content.get("headings", {})),
        languages={tag: prompts_of(one) for tag, one in content.get("languages", {}).items()},
    )


def mapping_of(prompts: Prompts) -> dict[str, Any]:
    """The mapping that `prompts_of` reads as these prompts, in the order of the table."""
    content: dict[str, Any] = dict(sorted(prompts.texts.items(), key=lambda pair: _RANK.get(pair[0], len(_RANK))))
    if prompts.headings:
        content["headings"] = dict(prompts.headings)
    if prompts.languages:
        content["languages"] = {tag: mapping_of(one) for tag, one in prompts.languages.items()}
    return content


def but_words(prompts: Prompts, language: str) -> Prompts:
    """What of a rubric's prompts one of its nodes has that is in a language, and may word for itself; without words."""
    tag = best(language, prompts.languages)
    over = OF_NONE if tag is None else prompts.languages[tag]
    texts = {**prompts.texts, **over.texts}
    return Prompts(texts={name: text for name, text in texts.items() if name in OF_NODES and name not in WORDS})


def merged(prompts: Prompts, over: Prompts) -> Prompts:
    """Both in one, the second before the first where both word a prompt.

    >>> merged(prompts_of({"retry": "a", "ask": "b"}), prompts_of({"retry": "c"})).texts
    {'retry': 'c', 'ask': 'b'}
    """
    tags = dict.fromkeys((*prompts.languages, *over.languages))
    return Prompts(
        texts={**prompts.texts, **over.texts},
        headings={**prompts.headings, **over.headings},
        languages={tag: merged(prompts.languages.get(tag, OF_NONE), over.languages.get(tag, OF_NONE)) for tag in tags},
    )


def _with(texts: Texts, level: Prompts) -> Texts:
    if not (level.texts or level.headings):
        return texts
    # What stands in a block of YAML ends with a line break that nobody means.
    own = {name: text.rstrip("\n") for name, text in level.texts.items()}
    single = {name: own[name] for name in _SINGLE if name in own}
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
