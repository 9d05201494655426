"""Typed decisions: the questions of a request to `/decisions` or `/systemone`, and the answers to them.

Each question is asked of the script for itself, with the evidence before its instructions; the answer's probabilities
are what is told, and no reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from arbitree.core.records import Shape
from arbitree.testing.server.asked import Asked, Form
from arbitree.testing.server.drawing import drawn
from arbitree.testing.server.likely import Likely, likely

DECISIONS: Final[frozenset[Form]] = frozenset({"decisions", "systemone"})
"""The forms that answer with probabilities."""

MOST_QUESTIONS: Final = 400
"""How many questions one request may hold."""


def questions_of(form: Form, body: Mapping[str, Any], *, key: str, occurrence: int) -> tuple[Asked, ...] | str:
    """What a body asks, question by question; or why it cannot be answered."""
    evidence = body.get("input" if form == "decisions" else "state")
    if evidence is None:
        return f"'{'input' if form == 'decisions' else 'state'}' is missing"
    questions = body.get("questions")
    if form == "decisions":
        entries = [(str(one.get("name") or ""), one) for one in questions or () if isinstance(one, Mapping)]
    else:
        entries = list(questions.items()) if isinstance(questions, Mapping) else []
    if not entries or len(entries) > MOST_QUESTIONS:
        return f"'questions' must hold 1 to {MOST_QUESTIONS} questions"
    shown = evidence if isinstance(evidence, str) else json.dumps(evidence, ensure_ascii=False)
    found: list[Asked] = []
    for name, one in entries:
        shape = _shape_of(form, one)
        if shape is None:
            return f"question '{name}' is none that this server answers: {json.dumps(one, default=str)[:200]}"
        found.append(
            Asked(
                form=form,
                key=key,
                occurrence=occurrence,
                prompt=f"{shown}\n\n{_text(one.get('instructions'))}",
                model=str(body.get("model", "")),
                shape=shape,
                body=body,
                name=name,
            )
        )
    return tuple(found)


def _shape_of(form: Form, question: Any) -> Shape | None:
    if not isinstance(question, Mapping):
        return None
    kind = question.get("type")
    if kind == ("predicate" if form == "decisions" else "noul"):
        return Shape(kind="yes_no")
    if kind != "choice":
        return None
    if form == "decisions":
        told = [one.get("value") for one in question.get("choices") or () if isinstance(one, Mapping)]
    else:
        told = list(question.get("criteria") or ())
    return Shape(kind="one_of", options=tuple(map(str, told))) if len(told) > 1 else None


def said_twice(body: bytes) -> bytes:
    """A body whose answers say everything that counts twice, differently."""
    numbers = re.sub(rb'"(noul|probability)": ([0-9.e-]+)', rb'"\1": \2, "\1": 0.5', body)
    return numbers.replace(b'"choice": "', b'"choice": "twice", "choice": "')


def _text(told: Any) -> str:
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)


def probable(answer: object, asked: Asked, *, seed: int, is_drawn: bool) -> Likely | None:
    """An answer as probabilities: a scripted one is certain, a drawn one is drawn; None for what is no answer."""
    if isinstance(answer, Likely):
        return answer
    if not isinstance(answer, (bool, str)) or isinstance(answer, bool) != (asked.shape.kind == "yes_no"):
        return None
    share = 0.5 + drawn(seed, "probability", asked.prompt) / 2 if is_drawn else 1.0
    if isinstance(answer, bool):
        return likely(answer, share)
    others = [option for option in asked.shape.options if option != answer]
    rest = (1 - share) / max(len(others), 1)
    return likely({option: share if option == answer else rest for option in (answer, *others)})


def decided(questions: Sequence[Asked], answers: Sequence[Mapping[str, Any] | None], tokens: int, cached: int) -> bytes:
    """The body of a response; each answer as `answer_in` or a script writes it, None for one that is left out."""
    first = questions[0]
    pairs = zip(questions, answers, strict=True)
    named = [(asked.name, answer) for asked, answer in pairs if answer is not None]
    if first.form == "systemone":
        usage: dict[str, Any] = {"input_tokens": tokens, "output_tokens": 0}
        return json.dumps({"model": first.model or "scripted", "answers": dict(named), "usage": usage}).encode("ascii")
    usage = {
        "input_tokens": tokens,
        "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": 0},
        "output_tokens": 0,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": tokens,
    }
    listed = [{**answer, "name": name or None} for name, answer in named]
    return json.dumps({"model": first.model, "answers": listed, "usage": usage}).encode("ascii")


def answer_in(asked: Asked, answer: Likely) -> dict[str, Any]:
    """One answer in the form of its request."""
    shares = answer.of(asked.shape)
    if asked.shape.kind == "yes_no":
        field, kind = ("probability", "predicate") if asked.form == "decisions" else ("noul", "noul")
        return {"type": kind, field: shares["yes"]}
    return chosen_in(asked, str(answer.answer), shares)


def chosen_in(asked: Asked, choice: str, shares: Mapping[str, float]) -> dict[str, Any]:
    """The answer to a choice, in the form of its request."""
    listed: Any = dict(shares)
    if asked.form == "decisions":
        listed = [{"value": label, "probability": share} for label, share in shares.items()]
    return {"type": "choice", "choice": choice, "confidence": max(shares.values()), "probabilities": listed}


def faulty_answer(name: str, asked: Asked, right: dict[str, Any]) -> dict[str, Any] | None:
    """An answer that is wrong in the way of a fault of replies; None for one that is left out."""
    match name:
        case "refusal":
            # TypeSafe's form has no word for it.
            return {"type": "refusal"} if asked.form == "decisions" else None
        case "off_menu":
            return chosen_in(asked, "somewhat", {"somewhat": 1.0})
        case "wrong_schema" | "empty_text":
            return {"type": right["type"]} if name == "empty_text" else {"type": "rating", "rating": 3}
        case _:
            return right
