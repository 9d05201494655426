"""The codec of Anthropic's `POST /v1/messages`."""

from __future__ import annotations

from typing import Final

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.prompts.parts import pieces_of
from arbitree.core.records import Question, Reply
from arbitree.providers.base import ALL_SHAPES, Auth, Capabilities, Outcome, Request, Response, Settings
from arbitree.providers.body import count_at, list_at, parsed, text_at
from arbitree.providers.contents import flat, parts_by_piece
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.reasoning import OFF
from arbitree.providers.schemas import SCHEMA_NAME, compact, schema_of

VERSION: Final = "2026-10-21"
"""The version of the API. It refuses every temperature."""

VERSION_OF_SAMPLING: Final = "2023-06-01"
"""The version before, which is asked for when a temperature is: the older models still take one under it."""

ANTHROPIC: Final = Capabilities(
    name="anthropic",
    limits_by_model=True,
    base_url="https://api.anthropic.com",
    base_url_variable="ANTHROPIC_BASE_URL",
    auth=Auth(header="x-api-key", variable="ANTHROPIC_API_KEY"),
    structures=("json_schema", "tool", "prompt"),
    sampling=False,
    effort=True,
    batch=True,
    cached=("usage.cache_read_input_tokens",),
    sees=((r"claude-(2|instant).*", False), (r"claude-.*", True)),
    resets=(
        ("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
        ("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
        ("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
    ),
)

_TOOL: Final[dict[str, Json]] = {"name": SCHEMA_NAME, "description": "Give your reply with this tool."}


class Anthropic:
    """Messages of Anthropic, and of servers that serve the same endpoint."""

    shapes = ALL_SHAPES
    capabilities = ANTHROPIC

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        draft = Draft(question, settings, ANTHROPIC)
        draft.body |= {"model": settings.model, "max_tokens": settings.max_tokens}
        system = "\n\n".join(message.content for message in question.messages if message.role == "system")
        if system:
            draft.body["system"] = system
        content = _content(question, settings)
        draft.body["messages"] = [{"role": "user", "content": content}]
        if isinstance(content, list) and any(isinstance(part, dict) and "cache_control" in part for part in content):
            draft.note("cache")
        config: dict[str, Json] = {}
        way = draft.structure
        if way == "json_schema":
            draft.put(way, "format", {"type": "json_schema", "schema": schema_of(question.shape)}, into=config)
        elif way == "tool":
            draft.put(way, "tools", [{**_TOOL, "input_schema": schema_of(question.shape)}])
            draft.body["tool_choice"] = {"type": "tool", "name": SCHEMA_NAME}
        if settings.effort == OFF:
            draft.put("effort", "thinking", {"type": "disabled"})
        else:
            draft.put("effort", "effort", settings.effort or None, into=config)
        if config:
            draft.body["output_config"] = config
        draft.put("temperature", "temperature", draft.temperature)
        draft.put("top_p", "top_p", settings.top_p)
        is_sampled = "temperature" in draft.body or "top_p" in draft.body
        version = ("anthropic-version", VERSION_OF_SAMPLING if is_sampled else VERSION)
        is_versioned = (settings.base_url or ANTHROPIC.base_url).rstrip("/").endswith("/v1")
        path = "messages" if is_versioned else "v1/messages"
        return draft.finish(path, headers=(version,))

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        if response.status != 200:
            return failure_of(response, self.request(question, settings), self.capabilities)
        body = parsed(response.body)
        if text_at(body, "type") != "message":
            return failed("garbled", "the response is no message of the Messages API")
        cached = count_at(body, "usage.cache_read_input_tokens")
        read = count_at(body, "usage.input_tokens") + count_at(body, "usage.cache_creation_input_tokens") + cached
        tokens = read, count_at(body, "usage.output_tokens")
        ended = text_at(body, "stop_reason")
        if ended == "refusal":
            why = text_at(body, "stop_details.explanation") or text_at(body, "stop_details.category")
            return failed("refused", f"the model declined{': ' + why if why else ''}", spent=tokens)
        if ended in ("max_tokens", "model_context_window_exceeded"):
            return failed("truncated", f"the reply was cut off ({ended}, {settings.max_tokens})", spent=tokens)
        return Reply(
            text=_text(list_at(body, "content")),
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            model=text_at(body, "model"),
            cached_tokens=cached,
        )


def _content(question: Question, settings: Settings) -> Json:
    """The user's message: a block for each section of the evidence, the last one marked, and one for the question.

    A question finds what an earlier one left in the cache at the end of any block before its mark: so one that shows
    what the earlier one did and a task's text after it shares all that the earlier one showed.
    """
    if question.messages[-1].images:
        return _pictured(question, settings)
    *evidence, asks = pieces_of(question)
    if not evidence or not settings.cache or "cache" in settings.without:
        return "\n\n".join(message.content for message in question.messages if message.role != "system")
    blocks: list[Json] = [{"type": "text", "text": text} for text in evidence[:-1]]
    marked: Json = {"type": "text", "text": evidence[-1], "cache_control": {"type": "ephemeral"}}
    return [*blocks, marked, {"type": "text", "text": asks}]


def _pictured(question: Question, settings: Settings) -> Json:
    """The same with images between the blocks of text."""
    pieces = parts_by_piece(question, text=lambda text: {"type": "text", "text": text}, image=_image)
    if len(pieces) > 1 and settings.cache and "cache" not in settings.without:
        last = pieces[-2][-1]
        assert isinstance(last, dict)
        last["cache_control"] = {"type": "ephemeral"}
    return flat(pieces)


def _image(image: Image) -> Json:
    if image.url:
        return {"type": "image", "source": {"type": "url", "url": image.url}}
    return {"type": "image", "source": {"type": "base64", "media_type": image.mime, "data": image.base64}}


def _text(blocks: list[Json]) -> str:
    """The input of the forced tool as JSON, or else the text."""
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "tool_use":
            return compact(block.get("input")).decode()
    return "".join(text_at(block, "text") for block in blocks if text_at(block, "type") == "text")
