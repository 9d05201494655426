"""Takes a `messages` prompt apart again: its evidence by heading, its question, and why it is asked again.

For judges that take evidence and question apart from each other. It can be done without doubt: the fences cannot be
forged, so the first line that opens none is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arbitree.core.prompts.english import ENGLISH
from arbitree.core.prompts.fenced import section
from arbitree.core.prompts.wording import Wording
from arbitree.core.records import Question

_OPENS = re.compile(r"^\[BEGIN ([0-9a-f]{16})\] ([^\n]*)\n", re.MULTILINE)
_BEFORE_AGAIN, _AFTER_AGAIN = ENGLISH.retry.split("{problem}")


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts of a prompt."""

    evidence: tuple[tuple[str, str], ...]
    """Each section's heading and text."""
    asks: str
    """The question's own words, without the form of its reply."""
    again: str = ""
    """Why it is asked again; empty for the first time."""
    size: int = 0
    """How many characters of the last message the evidence takes: what questions of one case have in common."""
    ends: tuple[int, ...] = ()
    """Where each section ends, in characters from the beginning of the last message."""


def parts_of(question: Question) -> Parts:
    """The parts of a question in the `messages` style; of any other, all of it as the question.

    >>> from arbitree.core.records import Message, Shape
    >>> text = Shape(kind="text")
    >>> parts_of(Question(key="k", node="n", role="judge", messages=(Message("user", "Is it?"),), shape=text))
    Parts(evidence=(), asks='Is it?', again='', size=0, ends=())
    """
    text = question.messages[-1].content
    sections = tuple(_sections(text, question))
    ends = tuple(end for _, _, end in sections)
    size = ends[-1] if ends else 0
    if question.asks and sections:
        asks, again = question.asks, question.again
    else:
        asks, again = _question(text[size:], question)
    evidence = tuple((label, inner) for label, inner, _ in sections)
    return Parts(evidence=evidence, asks=asks, again=again, size=size, ends=ends)


def pieces_of(question: Question) -> tuple[str, ...]:
    """The last message in pieces: each section of the evidence, then all that follows it.

    What words of the rubric's own put before the evidence is in the first piece.

    >>> from arbitree.core.records import Message, Shape
    >>> text = Shape(kind="text")
    >>> pieces_of(Question(key="k", node="n", role="judge", messages=(Message("user", "Is it?"),), shape=text))
    ('Is it?',)
    """
    text = question.messages[-1].content
    ends = [end for _, _, end in _sections(text, question)]
    return tuple(text[start:end] for start, end in zip((0, *ends), (*ends, len(text)), strict=True))


def _sections(text: str, question: Question) -> Iterator[tuple[str, str, int]]:
    """Heading, text and end of each section of a message; what stands before the first one is the rubric's."""
    # In a single message a text of the case may come before any section, and imitate one.
    opening = _OPENS.search(text) if len(question.messages) > 1 else _OPENS.match(text)
    while opening is not None:
        end = text.find(f"\n[END {opening[1]}]\n\n", opening.end() - 1)
        inner = text[opening.end() : max(end, opening.end())]
        if end < 0 or not text.startswith(section(opening[2], inner).text, opening.start()):
            return
        at = end + len(f"\n[END {opening[1]}]\n\n")
        yield opening[2], inner, at
        opening = _OPENS.match(text, at)


def _question(text: str, question: Question) -> tuple[str, str]:
    """The words of the question and why it is asked again, out of all that follows the evidence."""
    form = f"\n{Wording(asks='', shape=question.shape).form('messages')}"
    head, found, rest = text.rpartition(form)
    if not found or not head.startswith(ENGLISH.question):
        return text, ""
    again = rest.removeprefix(f"\n\n{_BEFORE_AGAIN}").removesuffix(_AFTER_AGAIN) if rest else ""
    return head.removeprefix(ENGLISH.question), again
