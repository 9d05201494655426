"""Filling in the placeholders of a prompt, once and from the rubric's own text only; no case ever comes through here.

A placeholder is a name in braces, `{criteria}`. A name in double braces, `{{criteria}}`, stands for itself in single
ones. All other braces are what they are, so that JSON needs no care. What is filled in is not looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

EVIDENCE: Final = "evidence"
"""The placeholder that words place all of the evidence with, instead of leaving it to the layout."""
FORM: Final = "form"
"""The placeholder that words place the form of the reply with."""

_PLACEHOLDER: Final = re.compile(r"\{\{(\w+)\}\}|\{(\w+)\}")


class Placed(NamedTuple):
    """Words that say themselves where the evidence stands, or the form of the reply."""

    head: tuple[str, ...]
    """What stands before the evidence, cut where the form belongs; empty where the words do not place the evidence."""
    tail: tuple[str, ...]
    """What stands behind the evidence, cut in the same way."""

    @property
    def has_form(self) -> bool:
        """Whether the words place the form of the reply."""
        return len(self.head) > 1 or len(self.tail) > 1


def placeholders(text: str) -> tuple[str, ...]:
    """The names of a text's placeholders, each once, in their order.

    >>> placeholders("{criteria} One of {options}, as {{options}}, in {\\"a\\": {criteria}}")
    ('criteria', 'options')
    """
    return tuple(dict.fromkeys(name for _, name in _PLACEHOLDER.findall(text) if name))


def times(name: str, text: str) -> int:
    """How many times a text has a placeholder.

    >>> times("form", "{form} {form} {{form}}")
    2
    """
    return sum(found == name for _, found in _PLACEHOLDER.findall(text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its placeholders filled in; one that has no value stays as it is.

    >>> filled("{criteria} Not {{criteria}}, {\\"verdict\\": true}.", {"criteria": "Is {it} kind?"})
    'Is {it} kind? Not {criteria}, {"verdict": true}.'
    """

    def value(found: re.Match[str]) -> str:
        return f"{{{found[1]}}}" if found[1] else values.get(found[2], found[0])

    return _PLACEHOLDER.sub(value, text)


def placed(text: str, values: Mapping[str, str]) -> Placed | None:
    """The words cut where they place evidence and form, the other placeholders filled in; None when they place neither.

    >>> placed("Look:\\n{evidence}\\n{criteria}\\n{form}", {"criteria": "Is it kind?"})
    Placed(head=('Look:\\n',), tail=('Is it kind?\\n', ''))
    >>> placed("{criteria} {form}", {"criteria": "Is it kind?"})
    Placed(head=(), tail=('Is it kind? ', ''))
    """
    sides: list[list[str]] = [[""]]
    at, evidence = 0, False
    for found in _PLACEHOLDER.finditer(text):
        if found[2] not in (EVIDENCE, FORM) or (found[2] == EVIDENCE and evidence):
            continue
        sides[-1][-1] = filled(text[at : found.start()], values)
        if found[2] == EVIDENCE:
            evidence = True
            sides.append([""])
        else:
            sides[-1].append("")
        at = found.end()
    if len(sides) == 1 and len(sides[0]) == 1:
        return None
    sides[-1][-1] = filled(text[at:], values)
    if not evidence:
        return Placed((), tuple(sides[0]))
    head, tail = sides
    # The evidence ends with an empty line of its own.
    return Placed(tuple(head), (tail[0].lstrip("\n"), *tail[1:]))
