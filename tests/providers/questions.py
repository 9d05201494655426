"""Questions in the `messages` style, as the engine asks them."""

from __future__ import annotations

from arbitree.core.prompts.fenced import layout, section
from arbitree.core.prompts.wording import Wording
from arbitree.core.records import Question, Shape, ShapeKind

OPTIONS = ("Both", "Only one", "Neither")
EVIDENCE = (("Input", "Can I return it?"), ("Actual Output", "Within 30 days."))


def asked(
    kind: ShapeKind = "yes_no",
    *,
    asks: str = "Does it give 30 days?",
    evidence: tuple[tuple[str, str], ...] = EVIDENCE,
    options: tuple[str, ...] = OPTIONS,
    key: str = "k1",
) -> Question:
    """A question about a reply."""
    shape = Shape(kind=kind, options=options if kind == "one_of" else ())
    sections = [section(label, text) for label, text in evidence]
    messages = layout(Wording(asks=asks, shape=shape), sections)
    return Question(key=key, node="window", role="judge", messages=messages, shape=shape)
