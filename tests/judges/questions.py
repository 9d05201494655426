"""Questions for tests of judges."""

from __future__ import annotations

from typing import Any

from arbitree.core.records import Message, Question, Reply, Shape, ShapeKind
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_sync


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


def text(model: object, **given: Any) -> str:
    """What the model replies to a question made of what is given."""
    answer = run_sync(adapt(model).ask(question(**given)))
    assert isinstance(answer, Reply), answer
    return answer.text
