"""The codec of `POST /chat/completions`: OpenAI's, and that of all who speak its protocol, with differences as data."""

from __future__ import annotations

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.records import Message, Question, Reply, Shape
from arbitree.providers.base import ALL_SHAPES, Capabilities, Outcome, Request, Response, Settings, Structure
from arbitree.providers.body import at, cached_in, count_at, list_at, number_at, parsed, text_at
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.frames import Frame, Frames, framed, gap
from arbitree.providers.likelihood import Token, likelihood_of
from arbitree.providers.prefix import messages_of, put_pictured, put_prefix, shared_key, text_parts
from arbitree.providers.reasoning import OFF
from arbitree.providers.schemas import SCHEMA_NAME, schema_of

OPENAI_RESETS = (
    ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    ("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
)
"""The headers of OpenAI's rate limits, which others send too."""


class OpenAIChat:
    """Chat completions of one provider."""

    shapes = ALL_SHAPES

    def __init__(self, capabilities: Capabilities) -> None:
        self.capabilities = capabilities
        self._frames = Frames()

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        draft = Draft(question, settings, self.capabilities)
        pieces, apart = draft.shared_pieces, draft.separates_system
        shared = shared_key(question.messages[:-1], pieces[:-1]) if pieces else ""
        if question.messages[-1].images:
            return self._made(draft, question.messages, question.shape, shared=shared, question=question)
        if shared and draft.wants_marks:
            parts = text_parts(pieces, "text")
            return self._made(draft, question.messages, question.shape, shared=shared, pieces=parts)
        texts = [message.content for message in question.messages]
        texts = texts if apart else ["\n\n".join(texts)]
        if shared:
            texts.append(shared)
        frame = self._frames.of(
            settings, question.shape, question.messages, bool(shared), lambda: self._frame(draft, question, shared)
        )
        return frame.filled(texts)

    def _frame(self, draft: Draft, question: Question, shared: str) -> Frame:
        """What requests of this kind have in common, with gaps for their texts."""
        asked = question.messages if draft.separates_system else question.messages[-1:]
        roles = [message.role for message in asked]
        messages = tuple(Message(role, gap(number)) for number, role in enumerate(roles))
        made = self._made(draft, messages, question.shape, shared=shared and gap(len(messages)))
        return framed(made, len(messages) + bool(shared))

    def _made(
        self,
        draft: Draft,
        messages: tuple[Message, ...],
        shape: Shape,
        *,
        shared: str = "",
        pieces: list[list[Json]] | None = None,
        question: Question | None = None,
    ) -> Request:
        """The request, its messages as they are or those of a question with images."""
        caps, settings, apart = self.capabilities, draft.settings, draft.separates_system
        written = messages_of(messages, apart=apart)
        draft.body |= {"model": settings.model, "messages": written}
        if question is not None:
            pieces = put_pictured(written, question, kind="text", image=_image, apart=apart)
        if shared:
            put_prefix(draft, written, shared, pieces or [])
        way = draft.structure
        if way in ("json_schema", "json_object"):
            draft.put(way, "response_format", response_format(shape, way, caps))
        draft.put("temperature", "temperature", draft.temperature)
        draft.put("top_p", "top_p", settings.top_p)
        draft.put("seed", caps.seed, settings.seed)
        if caps.effort_off and settings.effort == OFF:
            draft.put("effort", "thinking", {"type": "disabled"})
        else:
            draft.put("effort", "reasoning_effort" if caps.effort else "", settings.effort or None)
        count = draft.top_logprobs
        draft.put("logprobs", "logprobs", True if count and caps.logprobs == "top" else count)
        if caps.logprobs == "top" and "logprobs" in draft.body:
            draft.body["top_logprobs"] = count
        if draft.separates_system:
            draft.note("system")
        draft.body[tokens_field(caps, settings)] = settings.max_tokens
        if "max_tokens" not in settings.without:
            draft.note("max_tokens")
        return draft.finish("chat/completions")

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        if response.status != 200:
            return failure_of(response, self.request(question, settings), self.capabilities)
        body = parsed(response.body)
        choice = at(body, "choices.0")
        if not isinstance(body, dict) or not isinstance(choice, dict):
            return _without_choice(body)
        usage, message = body.get("usage"), choice.get("message")
        tokens = count_at(usage, "prompt_tokens"), count_at(usage, "completion_tokens")
        refusal, ended = text_at(message, "refusal"), text_at(choice, "finish_reason")
        if refusal or ended == "content_filter":
            return failed("refused", f"the model declined: {refusal or 'its reply was filtered'}", spent=tokens)
        text = content_of(at(message, "content"))
        if ended == "length":
            return failed("truncated", f"the reply was cut off at {settings.max_tokens} tokens", spent=tokens)
        found = likelihood_of(tokens_of(choice), question.shape)
        return Reply(
            text=text,
            probabilities=found.probabilities if found else None,
            label_mass=found.mass if found else None,
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            model=text_at(body, "model"),
            cached_tokens=cached_in(body, self.capabilities.cached, read=tokens[0]),
        )


def _image(image: Image) -> Json:
    return {"type": "image_url", "image_url": {"url": image.data_uri}}


def _without_choice(body: Json) -> Outcome:
    """A response of status 200 without a choice: some gateways write errors so."""
    said = text_at(body, "error.message") or text_at(body, "error")
    if said:
        return failed("server_error", f"200, but an error: {said[:400]}")
    return failed("garbled", "the response is no chat completion")


def response_format(shape: Shape, way: Structure, caps: Capabilities) -> dict[str, Json]:
    """The `response_format` that holds the server to the shape."""
    if way == "json_schema":
        schema: dict[str, Json] = {"name": SCHEMA_NAME, "schema": schema_of(shape), "strict": True}
        return {"type": "json_schema", "json_schema": schema}
    return {"type": "json_object", **({"schema": schema_of(shape)} if caps.schema_in_object else {})}


def tokens_field(caps: Capabilities, settings: Settings) -> str:
    """The field of the most tokens: servers know the old name, the new one, or both."""
    if "max_tokens" not in settings.without:
        return caps.max_tokens
    return "max_tokens" if caps.max_tokens == "max_completion_tokens" else "max_completion_tokens"


def content_of(content: Json) -> str:
    """The text of a message, whether it is one text or a list of parts; reasoning parts left out."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(text_at(part, "text") for part in parts if text_at(part, "type") in ("text", "output_text"))


def tokens_of(choice: dict[str, Json]) -> list[Token]:
    """The tokens of a choice, in either form that servers write log-probabilities in."""
    if not choice.get("logprobs"):
        return []
    entries = list_at(choice, "logprobs.content")
    if entries:
        return [token_of(entry) for entry in entries]
    texts, values = list_at(choice, "logprobs.tokens"), list_at(choice, "logprobs.token_logprobs")
    tops = list_at(choice, "logprobs.top_logprobs")
    found: list[Token] = []
    for place, (text, value) in enumerate(zip(texts, values, strict=False)):
        top = tops[place] if place < len(tops) else None
        pairs = top.items() if isinstance(top, dict) else ()
        others = tuple((key.encode(), float(lp)) for key, lp in pairs if isinstance(lp, (int, float)))
        if isinstance(text, str) and isinstance(value, (int, float)):
            found.append(Token(text.encode("utf-8", "replace"), float(value), others))
    return found


def token_of(entry: Json) -> Token:
    """One token as OpenAI writes it: text, bytes, log-probability, alternatives."""
    others = [(_bytes(other), number_at(other, "logprob")) for other in list_at(entry, "top_logprobs")]
    logprob = number_at(entry, "logprob")
    return Token(
        _bytes(entry),
        logprob if logprob is not None else 0.0,
        tuple((text, value) for text, value in others if value is not None),
    )


def _bytes(entry: Json) -> bytes:
    numbers = list_at(entry, "bytes")
    if numbers and all(isinstance(one, int) and 0 <= one < 256 for one in numbers):
        return bytes(one for one in numbers if isinstance(one, int))
    return text_at(entry, "token").encode("utf-8", "replace")
