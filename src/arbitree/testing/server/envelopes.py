"""The JSON around a reply and around an error, in each form, as the providers' references show it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arbitree.testing.server.asked import Asked, Form

_CREATED = 1_790_000_000
"""Every reply's time of creation: the same request gets the same bytes."""

_ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    422: "invalid_request_error",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    529: "overloaded_error",
}


def enveloped(
    asked: Asked, text: str, *, cached_tokens: int = 0, logprobs: Sequence[Mapping[str, Any]] | None = None
) -> bytes:
    """The body of a good reply whose text is `text`, in one of the forms of chat."""
    tokens = tokens_of(asked.prompt), tokens_of(text)
    match asked.form:
        case "responses":
            body = _responses(asked, text, tokens, cached_tokens)
            body["output"][0]["content"][0]["logprobs"] = logprobs or []
        case "messages":
            body = _messages(asked, text, tokens, cached_tokens)
        case _:
            body = _chat(asked, text, tokens, cached_tokens)
            body["choices"][0]["logprobs"] = {"content": logprobs, "refusal": None} if logprobs else None
    return json.dumps(body).encode("ascii")


def declined(asked: Asked) -> bytes:
    """The body of a reply in which the model declines, in one of the forms of chat."""
    words = "I cannot help with that."
    tokens = tokens_of(asked.prompt), tokens_of(words)
    match asked.form:
        case "responses":
            body = _responses(asked, words, tokens, 0)
            body["output"][0]["content"] = [{"type": "refusal", "refusal": words}]
        case "messages":
            body = {**_messages(asked, "", tokens, 0), "content": [], "stop_reason": "refusal"}
        case _:
            body = _chat(asked, words, tokens, 0)
            body["choices"][0]["message"] |= {"content": None, "refusal": words}
    return json.dumps(body).encode("ascii")


def tokens_of(text: str) -> int:
    """A text's length in tokens, as this server counts them: four characters each.

    >>> tokens_of("Is it polite?")
    4
    """
    return (len(text) + 3) // 4


def error_body(form: Form | None, status: int, message: str, *, field: str = "") -> bytes:
    """The body of an error; OpenAI's names the field that it is about."""
    kind = _ERROR_TYPES.get(status, "api_error")
    if form == "messages":
        body: dict[str, Any] = {"type": "error", "error": {"type": kind, "message": message}}
    else:
        body = {"error": {"message": message, "type": kind, "param": field or None, "code": None}}
    return json.dumps(body).encode("ascii")


def _chat(asked: Asked, text: str, tokens: tuple[int, int], cached: int) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if asked.tool:
        call = {"id": f"call_{asked.key}", "type": "function", "function": {"name": asked.tool, "arguments": text}}
        message |= {"content": None, "tool_calls": [call]}
    return {
        "id": f"chatcmpl-{asked.key}",
        "object": "chat.completion",
        "created": _CREATED,
        "model": asked.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "tool_calls" if asked.tool else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "total_tokens": sum(tokens),
            "prompt_tokens_details": {"cached_tokens": cached},
        },
    }


def _responses(asked: Asked, text: str, tokens: tuple[int, int], cached: int) -> dict[str, Any]:
    said = {"type": "output_text", "text": text, "annotations": []}
    return {
        "id": f"resp_{asked.key}",
        "object": "response",
        "created_at": _CREATED,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "model": asked.model,
        "output": [
            {
                "type": "message",
                "id": f"msg_{asked.key}",
                "status": "completed",
                "role": "assistant",
                "content": [said],
            }
        ],
        "usage": {
            "input_tokens": tokens[0],
            "input_tokens_details": {"cached_tokens": cached},
            "output_tokens": tokens[1],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sum(tokens),
        },
    }


def _messages(asked: Asked, text: str, tokens: tuple[int, int], cached: int) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": text}
    called = _object(text) if asked.tool else None
    if called is not None:
        block = {"type": "tool_use", "id": f"toolu_{asked.key}", "name": asked.tool, "input": called}
    return {
        "id": f"msg_{asked.key}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": [block],
        "stop_reason": "end_turn" if called is None else "tool_use",
        "stop_sequence": None,
        "usage": {
            "input_tokens": tokens[0] - cached,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": cached,
            "output_tokens": tokens[1],
        },
    }


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
