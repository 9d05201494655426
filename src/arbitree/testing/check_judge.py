"""What every judge must keep to, as one check that the tests of any judge can call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import CoroutineType
from typing import Any, cast

from arbitree.core.records import Answer, Failed, Message, Question, Reply, Shape, ShapeKind
from arbitree.core.scale import Scale
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.loop import run_sync

_SHAPES: tuple[Shape, ...] = (
    Shape(kind="yes_no"),
    Shape(kind="one_of", options=("Both", "Only one", "Neither")),
    Shape(kind="text"),
    Shape(kind="list"),
    Shape(kind="reason"),
    Shape(kind="number", scale=Scale(low=1, high=5)),
)


def check_judge(make: Callable[[], Judge], *, node: str = "window", kinds: tuple[ShapeKind, ...] = ()) -> None:
    """Asks a judge and raises an AssertionError that says which rule of judges it breaks.

    Whatever it is asked, it gives back a `Reply` or a `Failed` and raises nothing; it answers overlapping questions,
    and the others after one of them was cancelled; an inline judge never waits.

    Args:
        make: Makes the judge.
        node: The node that the questions name.
        kinds: The forms of reply to ask for; all when empty.

    >>> from arbitree.judges.adapt import adapt
    >>> check_judge(lambda: adapt(lambda prompt: '{"verdict": true}'))
    """
    judge = make()
    assert isinstance(judge.name, str) and judge.name, "a judge has a name"
    assert judge.style in ("messages", "plain"), f"{judge.name}: its style is {judge.style!r}"
    questions = [_question(node, shape) for shape in _SHAPES if not kinds or shape.kind in kinds]
    for question in questions:
        if is_inline(judge):
            _never_waits(judge, question)
        _is_answer(judge, run_sync(judge.ask(question)))
    run_sync(_overlap(make(), questions))


def _question(node: str, shape: Shape, number: int = 0) -> Question:
    prompt = f"Is there a window ({number})?\n\nActual Output:\n30 days\n\n**\nIMPORTANT: reply"
    return Question(
        key=f"check-{shape.kind}-{number}",
        node=node,
        role="judge",
        messages=(Message("user", prompt),),
        shape=shape,
        labels=("Actual Output",),
    )


def _is_answer(judge: Judge, answer: object) -> None:
    assert isinstance(answer, (Reply, Failed)), f"{judge.name} gave back {answer!r}, and not a Reply or a Failed"
    if isinstance(answer, Reply):
        assert isinstance(answer.text, str), f"{judge.name}: the text of its reply is {answer.text!r}"


def _never_waits(judge: Judge, question: Question) -> None:
    asking = cast("CoroutineType[Any, Any, Answer]", judge.ask(question))
    try:
        asking.send(None)
    except StopIteration:
        return
    asking.close()
    raise AssertionError(f"{judge.name} says that it answers inline, and waits")


async def _overlap(judge: Judge, questions: list[Question]) -> None:
    many = [_question(each.node, each.shape, number) for each in questions for number in range(8)]
    asked = [asyncio.ensure_future(judge.ask(question)) for question in many]
    await asyncio.sleep(0)
    asked[0].cancel()
    done = await asyncio.gather(*asked, return_exceptions=True)
    for number, answer in enumerate(done):
        if number or not isinstance(answer, asyncio.CancelledError):
            _is_answer(judge, answer)
