"""The codec of Google's typed decisions, `POST /decisions`: System One's questions and answers in another envelope."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbitree.core.prompts.parts import parts_of
from arbitree.core.records import Question
from arbitree.providers.base import Outcome, Request, Response, Settings
from arbitree.providers.body import parsed, text_at
from arbitree.providers.decisions import SystemOne, asked_of, state_of
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed
from arbitree.providers.gemini import GEMINI

GEMINI_DECISIONS: Final = replace(
    GEMINI,
    name="gemini-decisions",
    limits_by_model=True,
    structures=("prompt",),
    logprobs="",
    seed="",
    sampling=False,
    system=False,
    effort=False,
    batch=False,
    cached=("usage.total_cached_tokens",),
)


class GeminiDecisions(SystemOne):
    """Decisions of Gemini."""

    tokens = ("usage.total_input_tokens", "usage.total_output_tokens")

    def request_all(self, questions: Sequence[Question], settings: Settings) -> Request:
        """The request that asks all of them."""
        draft = Draft(questions[0], settings, self.capabilities)
        # Descriptions of options are texts here, and may be empty; elsewhere they may be null.
        asked = asked_of(questions, description="")
        evidence = json.dumps(state_of(parts_of(questions[0])), ensure_ascii=False)
        model = f"models/{settings.model.removeprefix('models/')}"
        draft.body |= {"model": model, "input": evidence, "questions": asked}
        return draft.finish("decisions")

    def reply_all(self, response: Response, questions: Sequence[Question], settings: Settings) -> list[Outcome]:
        """What the response says to each of them."""
        blocked = text_at(parsed(response.body), "prompt_feedback.block_reason") if response.status == 200 else ""
        if blocked:
            return [failed("refused", f"the input was blocked ({blocked})")] * len(questions)
        return super().reply_all(response, questions, settings)
