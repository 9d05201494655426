"""The codec of OpenAI's `POST /responses`."""

from __future__ import annotations

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.records import Question, Reply
from arbitree.providers.base import ALL_SHAPES, Capabilities, Outcome, Request, Response, Settings
from arbitree.providers.body import cached_in, count_at, list_at, parsed, text_at
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.likelihood import likelihood_of
from arbitree.providers.openai_chat import OPENAI_RESETS, token_of
from arbitree.providers.prefix import mark_prefix, messages_of, put_pictured
from arbitree.providers.schemas import SCHEMA_NAME, schema_of

_LOGPROBS = "message.output_text.logprobs"


class OpenAIResponses:
    """Responses of OpenAI, and of servers that serve the same endpoint. Nothing is stored there."""

    shapes = ALL_SHAPES

    def __init__(self, capabilities: Capabilities) -> None:
        self.capabilities = Capabilities(
            name="openai-responses",
            base_url=capabilities.base_url,
            base_url_variable=capabilities.base_url_variable,
            auth=capabilities.auth,
            logprobs="top",
            max_tokens="max_output_tokens",
            effort=True,
            reasons=capabilities.reasons,
            not_reasoning=capabilities.not_reasoning,
            cache_key=capabilities.cache_key,
            cache_marks=capabilities.cache_marks,
            batch=capabilities.batch,
            cached=("usage.input_tokens_details.cached_tokens",),
            resets=OPENAI_RESETS,
            limits_by_model=True,
            sees=capabilities.sees,
        )

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        draft = Draft(question, settings, self.capabilities)
        apart, parts = draft.separates_system, None
        written = messages_of(question.messages, apart=apart)
        draft.body |= {"model": settings.model, "input": written}
        if question.messages[-1].images:
            parts = put_pictured(written, question, kind="input_text", image=_image, apart=apart)
        mark_prefix(draft, written, question, kind="input_text", parts=parts)
        way = draft.structure
        if way == "json_schema":
            form: dict[str, Json] = {"type": "json_schema", "name": SCHEMA_NAME, "schema": schema_of(question.shape)}
            draft.put(way, "text", {"format": {**form, "strict": True}})
        elif way == "json_object":
            draft.put(way, "text", {"format": {"type": "json_object"}})
        draft.put("temperature", "temperature", draft.temperature)
        draft.put("top_p", "top_p", settings.top_p)
        draft.put("effort", "reasoning", {"effort": settings.effort} if settings.effort else None)
        draft.put("logprobs", "top_logprobs", draft.top_logprobs)
        if "top_logprobs" in draft.body:
            draft.body["include"] = [_LOGPROBS]
        if draft.separates_system:
            draft.note("system")
        draft.body |= {"max_output_tokens": settings.max_tokens, "store": False}
        return draft.finish("responses")

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        if response.status != 200:
            return failure_of(response, self.request(question, settings), self.capabilities)
        body = parsed(response.body)
        if not isinstance(body, dict) or "output" not in body:
            return failed("garbled", "the response is none of the Responses API")
        tokens = count_at(body, "usage.input_tokens"), count_at(body, "usage.output_tokens")
        parts = [part for item in list_at(body, "output") for part in list_at(item, "content")]
        refusal = next((text_at(part, "refusal") for part in parts if text_at(part, "type") == "refusal"), "")
        why = text_at(body, "incomplete_details.reason")
        if refusal or why == "content_filter":
            return failed("refused", f"the model declined: {refusal or 'its reply was filtered'}", spent=tokens)
        if why:
            return failed("truncated", f"the reply was cut off ({why}, {settings.max_tokens})", spent=tokens)
        if text_at(body, "status") in ("failed", "cancelled"):
            said = text_at(body, "error.message") or text_at(body, "status")
            return failed("server_error", said[:400], spent=tokens)
        texts = [part for part in parts if text_at(part, "type") == "output_text"]
        told = [token_of(entry) for part in texts for entry in list_at(part, "logprobs")]
        found = likelihood_of(told, question.shape)
        return Reply(
            text="".join(text_at(part, "text") for part in texts),
            probabilities=found.probabilities if found else None,
            label_mass=found.mass if found else None,
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            model=text_at(body, "model"),
            cached_tokens=cached_in(body, self.capabilities.cached, read=tokens[0]),
        )


def _image(image: Image) -> Json:
    return {"type": "input_image", "image_url": image.data_uri}
