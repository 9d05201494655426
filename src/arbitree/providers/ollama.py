"""The codec of Ollama's own `POST /api/chat`."""

from __future__ import annotations

from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.records import Question, Reply
from arbitree.providers.base import ALL_SHAPES, Auth, Capabilities, Outcome, Request, Response, Settings
from arbitree.providers.body import at, count_at, list_at, parsed, text_at
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.likelihood import likelihood_of
from arbitree.providers.openai_chat import token_of
from arbitree.providers.prefix import messages_of
from arbitree.providers.schemas import schema_of

_SEES: Final = (
    (
        r"(llava|bakllava|moondream|minicpm-v|llama3\.2-vision|llama4|granite3\.2-vision|qwen2\.5vl|qwen3-vl"
        r"|mistral-small3\.[12]|ministral-3)\b.*",
        True,
    ),
    (r"gemma3(:(4|12|27)b.*|:latest)?", True),
)
"""Families of Ollama's library that see."""

OLLAMA: Final = Capabilities(
    name="ollama",
    base_url="http://localhost:11434",
    base_url_variable="OLLAMA_HOST",
    auth=Auth(header="authorization", prefix="Bearer ", variable="OLLAMA_API_KEY", needed=False),
    logprobs="top",
    seed="seed",
    max_tokens="num_predict",
    effort=True,
    retry_after=False,
    sees=_SEES,
    image_urls=False,
)


class Ollama:
    """Chat of an Ollama server, which takes the schema itself as `format`."""

    shapes = ALL_SHAPES
    capabilities = OLLAMA

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        draft = Draft(question, settings, OLLAMA)
        messages = messages_of(question.messages, apart=draft.separates_system)
        if isinstance(last := messages[-1], dict) and question.messages[-1].images:
            last["images"] = [anchored.image.base64 for anchored in question.messages[-1].images]
        draft.body |= {"model": settings.model, "messages": messages, "stream": False}
        if draft.separates_system:
            draft.note("system")
        way = draft.structure
        if way in ("json_schema", "json_object"):
            draft.put(way, "format", schema_of(question.shape) if way == "json_schema" else "json")
        thinks: Json = False if settings.effort == "none" else settings.effort
        draft.put("effort", "think", thinks if settings.effort else None)
        draft.put("logprobs", "top_logprobs", draft.top_logprobs)
        if "top_logprobs" in draft.body:
            draft.body["logprobs"] = True
        options: dict[str, Json] = {}
        draft.put("temperature", "temperature", draft.temperature, into=options)
        draft.put("top_p", "top_p", settings.top_p, into=options)
        draft.put("seed", "seed", settings.seed, into=options)
        draft.body["options"] = {**options, "num_predict": settings.max_tokens}
        return draft.finish("api/chat")

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        if response.status != 200:
            return failure_of(response, self.request(question, settings), OLLAMA)
        body = parsed(response.body)
        if not isinstance(at(body, "message"), dict):
            return failed("garbled", "the response is no chat of Ollama")
        tokens = count_at(body, "prompt_eval_count"), count_at(body, "eval_count")
        if text_at(body, "done_reason") == "length":
            return failed("truncated", f"the reply was cut off at {settings.max_tokens} tokens", spent=tokens)
        found = likelihood_of([token_of(entry) for entry in list_at(body, "logprobs")], question.shape)
        return Reply(
            text=text_at(body, "message.content"),
            probabilities=found.probabilities if found else None,
            label_mass=found.mass if found else None,
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            model=text_at(body, "model"),
        )
