"""Requests that are made from a frame have the bytes of those that are made in full."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from arbitree.core.records import Message, Question, Shape
from arbitree.providers.base import Capabilities, Request, Settings
from arbitree.providers.draft import Draft
from arbitree.providers.family import FAMILY
from arbitree.providers.frames import gap
from arbitree.providers.openai_chat import OpenAIChat

TEXTS = ("plain", 'quoted "\\ \n\t\x01', "été \U0001f600", "\ud800 alone", gap(0), gap(1), "x" * 10_000, "")
SHAPES = (Shape(kind="yes_no"), Shape(kind="text"), Shape(kind="one_of", options=("a", "b")))


def question(text: str, shape: Shape) -> Question:
    messages = (Message("system", "Judge."), Message("user", text))
    return Question(key="k", node="n", role="judge", messages=messages, shape=shape)


@pytest.mark.parametrize("caps", FAMILY.values(), ids=lambda caps: caps.name)
def test_a_frame_gives_the_bytes_of_a_request_that_is_made_in_full(caps: Capabilities) -> None:
    kept = OpenAIChat(caps)
    for settings in (Settings(model="m", base_url="http://a"), Settings(model="gpt-5.4", base_url="http://a", seed=1)):
        for shape in SHAPES:
            for text in TEXTS:
                asked = question(text, shape)
                request = kept.request(asked, settings)
                draft = Draft(asked, settings, caps)

                assert request == kept._made(draft, asked.messages, shape)
                said = json.loads(request.body)["messages"][-1]["content"]
                assert text.encode("utf-8", "replace").decode() in said


def test_a_frame_is_made_once_for_a_form_of_question(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Shape] = []
    whole = OpenAIChat._made

    def counted(codec: OpenAIChat, draft: Draft, messages: tuple[Message, ...], shape: Shape, **more: str) -> Request:
        made.append(shape)
        return whole(codec, draft, messages, shape, shared=more["shared"])

    monkeypatch.setattr(OpenAIChat, "_made", counted)
    codec = OpenAIChat(FAMILY["openai"])
    for number in range(10):
        for shape in SHAPES:
            # Settings that are equal are the same, whether or not they were made anew.
            codec.request(question(f"text {number}", shape), replace(Settings(model="m"), seed=1))

    assert made == list(SHAPES)
