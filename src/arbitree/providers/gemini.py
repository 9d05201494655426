"""The codec of Gemini's `models.generateContent`."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.records import Question, Reply
from arbitree.providers.base import ALL_SHAPES, Auth, Capabilities, Outcome, Request, Response, Settings
from arbitree.providers.body import at, cached_in, count_at, list_at, number_at, parsed, text_at
from arbitree.providers.contents import flat, parts_by_piece
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.likelihood import Token, likelihood_of
from arbitree.providers.reasoning import OFF
from arbitree.providers.schemas import schema_of

GEMINI: Final = Capabilities(
    name="gemini",
    limits_by_model=True,
    base_url="https://generativelanguage.googleapis.com/v1beta",
    base_url_variable="GEMINI_BASE_URL",
    auth=Auth(header="x-goog-api-key", variable="GEMINI_API_KEY"),
    logprobs="top",
    seed="seed",
    max_tokens="maxOutputTokens",
    effort=True,
    # Of Gemini 3 and later Google says that it may loop at any temperature but its own.
    reasons=((r"(models/)?gemini-(?![12]\b).*", "always"),),
    not_reasoning=("temperature",),
    batch=True,
    cached=("usageMetadata.cachedContentTokenCount",),
    sees=((r"(models/)?gemini-.*", True),),
    # Whether `fileData` takes any address on the web depends on model and version; bytes are always taken.
    image_urls=False,
)

_DECLINED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "ESCALATION", "LANGUAGE"}
)
"""Reasons for which a candidate ends that are a refusal of the content."""


class Gemini:
    """Generated content of Gemini."""

    shapes = ALL_SHAPES
    capabilities = GEMINI

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        draft = Draft(question, settings, GEMINI)
        apart = draft.separates_system
        if apart:
            system = "\n\n".join(message.content for message in question.messages if message.role == "system")
            draft.put("system", "systemInstruction", {"parts": [{"text": system}]})
        draft.body["contents"] = [{"role": "user", "parts": _parts(question, apart=apart)}]
        config: dict[str, Json] = {}
        way = draft.structure
        if way in ("json_schema", "json_object"):
            draft.put(way, "responseMimeType", "application/json", into=config)
        if way == "json_schema":
            config["responseJsonSchema"] = schema_of(question.shape)
        draft.put("temperature", "temperature", draft.temperature, into=config)
        draft.put("top_p", "topP", settings.top_p, into=config)
        draft.put("seed", "seed", settings.seed, into=config)
        draft.put("effort", "thinkingConfig", _thinking(settings), into=config)
        draft.put("logprobs", "logprobs", draft.top_logprobs, into=config)
        if "logprobs" in config:
            config["responseLogprobs"] = True
        config["maxOutputTokens"] = settings.max_tokens
        draft.body["generationConfig"] = config
        model = quote(settings.model.removeprefix("models/"), safe="")
        return draft.finish(f"models/{model}:generateContent")

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        if response.status != 200:
            return failure_of(response, self.request(question, settings), GEMINI)
        body = parsed(response.body)
        written = count_at(body, "usageMetadata.candidatesTokenCount") + count_at(
            body, "usageMetadata.thoughtsTokenCount"
        )
        tokens = count_at(body, "usageMetadata.promptTokenCount"), written
        blocked = text_at(body, "promptFeedback.blockReason")
        if blocked:
            return failed("refused", f"the prompt was blocked ({blocked})", spent=tokens)
        candidate = at(body, "candidates.0")
        if not isinstance(candidate, dict):
            return failed("garbled", "the response holds no candidate")
        ended = text_at(candidate, "finishReason")
        if ended in _DECLINED:
            why = text_at(candidate, "finishMessage")
            return failed(
                "refused", f"the model's reply was stopped ({ended}{': ' + why if why else ''})", spent=tokens
            )
        if ended == "MAX_TOKENS":
            return failed("truncated", f"the reply was cut off at {settings.max_tokens} tokens", spent=tokens)
        parts = [part for part in list_at(candidate, "content.parts") if at(part, "thought") is not True]
        found = likelihood_of(_tokens(candidate), question.shape)
        return Reply(
            text="".join(text_at(part, "text") for part in parts),
            probabilities=found.probabilities if found else None,
            label_mass=found.mass if found else None,
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            model=text_at(body, "modelVersion"),
            cached_tokens=cached_in(body, GEMINI.cached, read=tokens[0]),
        )


def _parts(question: Question, *, apart: bool) -> list[Json]:
    """What the user says: one text, or texts with images between them."""
    texts = [message.content for message in question.messages if message.role != "system" or not apart]
    if not question.messages[-1].images:
        return [{"text": "\n\n".join(texts)}]
    before = "".join(f"{text}\n\n" for text in texts[:-1])
    parts = parts_by_piece(question, text=lambda text: {"text": text}, image=_image)
    return flat(parts, before=[{"text": before}] if before else None)


def _image(image: Image) -> Json:
    return {"inlineData": {"mimeType": image.mime, "data": image.base64}}


def _thinking(settings: Settings) -> Json:
    """How much the model thinks: Gemini 2.5 is given no tokens for it to turn it off, later ones cannot quite do so."""
    if not settings.effort:
        return None
    if settings.effort != OFF:
        return {"thinkingLevel": settings.effort}
    is_old = re.match(r"(models/)?gemini-2\b", settings.model)
    return {"thinkingBudget": 0} if is_old else {"thinkingLevel": "minimal"}


def _tokens(candidate: Json) -> list[Token]:
    tops = list_at(candidate, "logprobsResult.topCandidates")
    tokens: list[Token] = []
    for place, chosen in enumerate(list_at(candidate, "logprobsResult.chosenCandidates")):
        others = [_pair(one) for one in list_at(tops[place], "candidates")] if place < len(tops) else []
        text, logprob = _pair(chosen)
        tokens.append(Token(text, logprob, tuple(others)))
    return tokens


def _pair(one: Json) -> tuple[bytes, float]:
    logprob = number_at(one, "logProbability")
    return text_at(one, "token").encode("utf-8", "replace"), logprob if logprob is not None else -1e9
