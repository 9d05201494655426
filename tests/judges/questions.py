"""Questions for tests of judges."""

from __future__ import annotations

from arbitree.core.records import Message, Question, Shape, ShapeKind


def question(
    key: str = "k1",
    *,
    kind: ShapeKind = "yes_no",
    node: str = "window",
    prompt: str = "Is there a window?",
    options: tuple[str, ...] = (),
) -> Question:
    """A question of the given form."""
    return Question(
        key=key,
        node=node,
        role="judge",
        messages=(Message("user", prompt),),
        shape=Shape(kind=kind, options=options),
    )
