"""What the server answers: a value, a table of words, or a function of the request; without any, a drawn answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from arbitree.core.records import Reply
from arbitree.judges.replies import answer_text, reply_of
from arbitree.testing.judges import InTurn, Raw
from arbitree.testing.server.asked import Asked
from arbitree.testing.server.drawing import drawn
from arbitree.testing.server.faults import Fault
from arbitree.testing.server.likely import Likely

ServerAnswer: TypeAlias = (
    "bool | str | int | float | Sequence[str] | Mapping[str, object] | Likely | Raw | InTurn | Fault"
)
"""A bool, text or list becomes a well-formed reply of the shape asked for; `likely(...)` has probabilities beside it;
`raw(...)` is a reply's exact text; `in_turn(...)` answers equal requests differently each time; a mapping is sent as
its JSON; `Fault(...)` is a fault."""

Script: TypeAlias = "Mapping[str, ServerAnswer] | Callable[[Asked], ServerAnswer | None]"
"""Answers by words of the prompt (the first that it holds, in declared order), or by a function of the request."""

_ASKED_AGAIN = "\nYour last reply could not be used"
"""How a prompt goes on when it asks again; the question is the same."""


def answer_of(script: Script | None, asked: Asked, seed: int) -> ServerAnswer | None:
    """The answer to a request; None when the script has none."""
    if script is None:
        return drawn_answer(asked, seed)
    if callable(script):
        answer = script(asked)
    else:
        answer = next((value for words, value in script.items() if words in asked.prompt), None)
    if isinstance(answer, InTurn):
        # What a judge's script may hold beyond this (exceptions, replies) is no answer of a server.
        return answer.answers[asked.occurrence] if asked.occurrence < len(answer.answers) else None  # type: ignore[return-value]
    return answer


def drawn_answer(asked: Asked, seed: int) -> ServerAnswer:
    """An answer of the right shape that seed and prompt alone decide: the same however often it is asked."""
    place = drawn(seed, "answer", asked.prompt.partition(_ASKED_AGAIN)[0].rstrip())
    match asked.shape.kind:
        case "yes_no":
            return place < 0.5
        case "one_of":
            options = asked.shape.options
            return options[int(place * len(options))] if options else True
        case "number":
            labels = asked.shape.scale.labels if asked.shape.scale is not None else ()
            return int(labels[int(place * len(labels))]) if labels else 1
        case "list":
            return [f"item {number}" for number in range(int(place * 4))]
        case "text" | "reason":
            return f"text {int(place * 1000)}"


def text_of(answer: ServerAnswer, asked: Asked) -> str:
    """The text of the model's reply."""
    if isinstance(answer, Raw):
        return answer.text
    if isinstance(answer, Likely):
        return text_of(answer.answer, asked)
    if isinstance(answer, Mapping):
        reply = reply_of(answer, asked.shape)
        return reply.text if isinstance(reply, Reply) else ""
    value = answer if isinstance(answer, (bool, str, int, float)) else list(answer)  # type: ignore[arg-type]
    return answer_text(value, asked.shape, reason="as scripted")
