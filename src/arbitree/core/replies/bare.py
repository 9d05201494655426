"""Reads a verdict that a judge gives with no JSON around it, when the whole reply is just that."""

from __future__ import annotations

import re
from typing import Final

from arbitree.core.labels import match
from arbitree.core.records import Read, Shape
from arbitree.core.replies.grades import bare_grade
from arbitree.core.replies.values import yes_no_word

LONGEST: Final = 300
"""No label is longer than this."""

_NAME: Final = (
    r"(?:(?:my|the)\s)?(?:final\s|overall\s)?(?:answer|verdict|result|decision|judge?ment|choice|label|classification)"
)
_BULLET: Final = r"[#*_\s]{0,9}(?:-\s+|\u2022\s*|\d{1,2}[.)]\s+)?[*_]{0,3}"
_LEAD: Final = re.compile(
    rf"{_BULLET}{_NAME}[*_]{{0,3}}(?:\s+is\b\s*:?|\s*(?::|=|-|\u2013|\u2014|\uff1a|\n))\s*", re.IGNORECASE
)
_REASON: Final = re.compile(
    rf"{_BULLET}(?:reason(?:ing)?|explanation|rationale|justification)[*_]{{0,3}}\s*[:\uff1a][*_]{{0,3}}\s*",
    re.IGNORECASE,
)
_TAG: Final = re.compile(
    r"<(verdict|answer|label|output|result|response|final_answer|final)>(.{1,300})</\1>", re.S | re.I
)
_BOXED: Final = re.compile(r"\$?\$?\\boxed\{(?:\\text\{)?([^{}]{1,300})\}{1,2}\$?\$?\.?")
_NOISE: Final = re.compile(r"```\w{0,20}|~~~\w{0,20}|<\|[^<>|\n]{1,40}\|>|</?s>|<end_of_turn>")


def bare(prose: str, shape: Shape) -> Read | None:
    """The verdict that the prose consists of, flagged `bare`; None when it says anything else.

    >>> bare("**Verdict:** Yes", Shape(kind="yes_no"))
    Read(value=True, reason='', flags=('bare',))
    >>> bare("Yes, I think so", Shape(kind="yes_no")) is None
    True
    """
    if shape.kind not in ("yes_no", "one_of", "number"):
        return None
    text = cleaned(prose)
    if shape.scale is not None:
        given = bare_grade(text, shape.scale) if len(text) <= LONGEST else None
        return None if given is None else Read(given, "", ("bare",))
    if len(text) <= LONGEST:
        said = _label(text, shape)
        if said is not None:
            return Read(said, "", ("bare",))
    return _two_parts(text, shape)


def cleaned(prose: str) -> str:
    """The prose without fences and the marks that end a model's turn."""
    return _NOISE.sub("", prose).strip()


def _label(text: str, shape: Shape) -> bool | str | None:
    """What the text means as a label, with or without a few words that lead up to it."""
    inside = _TAG.fullmatch(text) or _BOXED.fullmatch(text)
    if inside:
        text = inside.groups()[-1].strip()
    said = _word(text, shape)
    led = _LEAD.match(text) if said is None else None
    if led is None:
        return said
    rest = text[led.end() :]
    said = _word(rest, shape)
    # What is left of emphasis that ends with the words that lead up, as in `**Verdict:** Yes`.
    return _word(rest.lstrip("*_ "), shape) if said is None else said


def _word(text: str, shape: Shape) -> bool | str | None:
    return yes_no_word(text) if shape.kind == "yes_no" else match(text, shape.options)


def _two_parts(text: str, shape: Shape) -> Read | None:
    """The verdict of a reply that is a line for the verdict and a part for the reason, in either order."""
    lines = text.split("\n")
    verdicts = [n for n, line in enumerate(lines) if len(line) <= LONGEST and _LEAD.match(line)]
    if len(verdicts) != 1 or verdicts[0] not in (0, len(lines) - 1):
        return None
    said = _label(lines.pop(verdicts[0]), shape)
    reason = "\n".join(lines).strip()
    named = _REASON.match(reason)
    return Read(said, reason[named.end() :], ("bare",)) if said is not None and named else None
