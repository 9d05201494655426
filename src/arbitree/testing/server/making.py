"""The body of a reply, right or wrong in the way of a fault: of chats and of typed decisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbitree.testing.judges import Raw
from arbitree.testing.server.asked import Asked, Form, asked_by
from arbitree.testing.server.decisions import (
    DECISIONS,
    answer_in,
    decided,
    faulty_answer,
    probable,
    questions_of,
    said_twice,
)
from arbitree.testing.server.drawing import drawn
from arbitree.testing.server.envelopes import declined, enveloped, tokens_of
from arbitree.testing.server.likely import Likely, tokens_of_verdict, wanted_of
from arbitree.testing.server.pictures import images_of
from arbitree.testing.server.script import ServerAnswer, text_of


def asked_all(form: Form, body: Mapping[str, Any], *, key: str, occurrence: int) -> tuple[Asked, ...] | str:
    """What a body asks: one question of a chat, all those of a request for decisions; or why it cannot be answered."""
    if form in DECISIONS:
        # Gateways serve TypeSafe's form at the path of OpenAI's.
        form = "systemone" if "state" in body else form
        return questions_of(form, body, key=key, occurrence=occurrence)
    images = images_of(form, body)
    if isinstance(images, str):
        return images
    return (asked_by(form, body, key=key, occurrence=occurrence, images=images),)


@dataclass(frozen=True, kw_only=True)
class Made:
    """What is to be said."""

    asked: tuple[Asked, ...]
    text: str = ""
    """The text of a chat's reply."""
    logprobs: Sequence[Mapping[str, Any]] | None = None
    answers: tuple[dict[str, Any], ...] = ()
    """The answers of decisions."""


class Maker:
    """Makes bodies."""

    def __init__(self, seed: int, giant: int, *, is_drawn: bool) -> None:
        """Makes it.

        Args:
            seed: what is drawn is drawn from this.
            giant: the bytes of a giant reply.
            is_drawn: whether answers are drawn, and so their probabilities.
        """
        self._seed, self._giant, self._is_drawn = seed, giant, is_drawn

    def made(self, asked: tuple[Asked, ...], answers: Sequence[ServerAnswer | None]) -> Made | str:
        """What the answers come to; the prompt of the first question that has none."""
        if asked[0].form in DECISIONS:
            return self._decided(asked, answers)
        answer, first = answers[0], asked[0]
        if answer is None:
            return first.prompt
        text = text_of(answer, first)
        tells = isinstance(answer, Likely) and first.form != "messages" and wanted_of(first) > 0
        logprobs = tokens_of_verdict(text, answer, first) if tells and isinstance(answer, Likely) else None
        return Made(asked=asked, text=text, logprobs=logprobs)

    def _decided(self, asked: tuple[Asked, ...], answers: Sequence[ServerAnswer | None]) -> Made | str:
        found: list[dict[str, Any]] = []
        for one, answer in zip(asked, answers, strict=True):
            if isinstance(answer, Mapping):
                found.append(dict(answer))
                continue
            certain = one.shape.options[0] if answer is True and one.shape.options else answer
            shares = probable(certain, one, seed=self._seed, is_drawn=self._is_drawn)
            if shares is None or isinstance(answer, Raw):
                return one.prompt
            found.append(answer_in(one, shares))
        return Made(asked=asked, answers=tuple(found))

    def body(self, made: Made, *, cached: int = 0) -> bytes:
        """The body of the right reply."""
        if made.answers:
            return decided(made.asked, made.answers, sum(tokens_of(one.prompt) for one in made.asked), cached)
        return enveloped(made.asked[0], made.text, cached_tokens=cached, logprobs=made.logprobs)

    def faulty(self, name: str, made: Made) -> bytes:
        """The body of a reply that is wrong in the way of a fault."""
        first = made.asked[0]
        if not made.answers:
            return declined(first) if name == "refusal" else enveloped(first, self._faulty_text(name, made))
        if name == "giant":
            return b'{"filler": "' + b"x" * self._giant + b'", ' + self.body(made)[1:]
        if name == "duplicate_keys":
            return said_twice(self.body(made))
        answers = tuple(faulty_answer(name, *pair) for pair in zip(made.asked, made.answers, strict=True))
        return decided(made.asked, answers, 0, 0)

    def _faulty_text(self, name: str, made: Made) -> str:
        match name:
            case "giant":
                return made.text[:1] + '"filler": "' + "x" * self._giant + '", ' + made.text[1:]
            case "wrong_schema":
                return '{"rating": 3}'
            case "off_menu":
                return '{"reason": "as asked for", "verdict": "somewhat"}'
            case "duplicate_keys":
                return _twice(made.text, made.asked[0], self._seed)
            case _:
                return ""


def _twice(right: str, asked: Asked, seed: int) -> str:
    """A reply with its keys twice, the wrong values before or after the right ones."""
    try:
        fields = json.loads(right)
    except ValueError:
        fields = {}
    wrong = {key: not value if isinstance(value, bool) else f"not {value}" for key, value in fields.items()}
    wrong.pop("reason", None) if len(wrong) > 1 else None
    halves = [json.dumps(fields)[1:-1], json.dumps(wrong)[1:-1]]
    if drawn(seed, "twice", asked.key) < 0.5:
        halves.reverse()
    return "{" + ", ".join(halves) + "}"
