"""Asks models of other providers through the library any-llm: the extra `any-llm`, imported in this file only.

What is sent is the body of a chat completion, so that refusals are learnt and replies read as with any other server.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

from arbitree.core.records import Failed
from arbitree.judges.http import Limits
from arbitree.judges.redacting import named_secrets, redacted, redacted_text
from arbitree.providers.base import Auth, Capabilities, Request, Response
from arbitree.providers.failing import failed
from arbitree.providers.family import CACHED

ANY_LLM: Final = Capabilities(
    name="any-llm", base_url="any-llm:", logprobs="top", seed="seed", effort=True, cached=CACHED
)


_KINDS: Final = (
    ("MissingApiKeyError", "unauthorised"),
    ("AuthenticationError", "unauthorised"),
    ("RateLimitError", "rate_limited"),
    ("InsufficientFundsError", "no_credit"),
    ("ModelNotFoundError", "not_found"),
    ("UnsupportedProviderError", "not_found"),
    ("ContentFilterFinishReasonError", "refused"),
    ("ContentFilterError", "refused"),
    ("LengthFinishReasonError", "truncated"),
    ("GatewayTimeoutError", "timeout"),
    ("UpstreamProviderError", "server_error"),
    ("InvalidRequestError", "bad_request"),
    ("ContextLengthExceededError", "bad_request"),
)
"""The library's exceptions, for those that come without a status."""


class AnyLlm:
    """Sends chat completions to one provider of any-llm."""

    def __init__(self, provider: str, *, base_url: str = "", limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._provider, self._base_url = provider, base_url

    def __repr__(self) -> str:
        return f"<any-llm, {self._provider}>"

    def account(self, _auth: Auth | None) -> str:
        """Nothing: the library finds the key by itself."""
        return ""

    async def send(self, request: Request) -> Response | Failed:
        """The completion, as the response of a server; or why there is none. Raises nothing but cancellation."""
        try:
            async with asyncio.timeout(self.limits.total):
                body = json.loads(request.body)
                client = await _CLIENTS.of_running_loop(self._provider, self._base_url)
                completion = await client.acompletion(**body)
                told = completion.model_dump_json().encode()
                return Response(status=200, headers={}, body=redacted(told, named_secrets(os.environ), is_reply=True))
        except TimeoutError:
            return failed("timeout", f"no reply within {self.limits.total:g} s")
        except ImportError as error:
            extra = f"any-llm-sdk[{self._provider}]"
            return failed("unsupported", f'any-llm needs what is not installed ({error}): pip install "{extra}"')
        except Exception as error:
            return _told(error)


class _Clients:
    """One client for each event loop, provider and address. It is closed when its loop ends."""

    def __init__(self) -> None:
        self._kept: dict[tuple[asyncio.AbstractEventLoop, str, str], tuple[AsyncGenerator[Any, None], Any]] = {}

    async def of_running_loop(self, provider: str, base_url: str) -> Any:
        """The running loop's client.

        Raises:
            ImportError: the library, or what it needs for the provider, is not installed.
        """
        key = (asyncio.get_running_loop(), provider, base_url)
        if key not in self._kept:
            for other in [one for one in self._kept if one[0].is_closed()]:
                del self._kept[other]
            clients = _client_for_life(provider, base_url)
            self._kept[key] = (clients, await anext(clients))
        return self._kept[key][1]


_CLIENTS: Final = _Clients()


async def _client_for_life(provider: str, base_url: str) -> AsyncGenerator[Any, None]:
    """One client, closed when the loop ends: a loop closes the asynchronous generators that are still open."""
    import any_llm
    from any_llm.exceptions import UnsupportedParameterError

    given: dict[str, Any] = {"api_base": base_url or None, "unified_exceptions": True}
    try:
        # Retries are ours: they are counted, paid for and paced.
        client = any_llm.AnyLLM.create(provider, max_retries=0, **given)
    except UnsupportedParameterError:
        client = any_llm.AnyLLM.create(provider, **given)
    try:
        while True:
            yield client
    finally:
        closing = getattr(getattr(client, "client", None), "close", lambda: None)()
        if inspect.isawaitable(closing):
            await closing


def _told(error: Exception) -> Response | Failed:
    """An exception of the library as the response that it was made of, or as a failure."""
    # Taken out before it is cut: half a key would not be found.
    message = redacted_text(" ".join(str(error).split()), named_secrets(os.environ), is_reply=False)[:400]
    message = message or type(error).__name__
    names = {kind.__name__ for kind in type(error).__mro__}
    status = getattr(error, "status_code", None)
    parameter = getattr(error, "parameter_name", None)
    if "UnsupportedParameterError" in names:
        status = 400
    if isinstance(status, int) and status >= 400:
        field = parameter or getattr(error, "param", None)
        told = {"message": message, "param": field, "code": getattr(error, "code", None)}
        body = json.dumps({"error": {**told, "type": getattr(error, "error_type", None)}}, default=str)
        return Response(status=status, headers=_headers_of(error), body=body.encode())
    kind = next((kind for name, kind in _KINDS if name in names), "")
    if not kind:
        kind = "connection" if any("Connect" in name or "Timeout" in name for name in names) else "server_error"
    return failed(kind, message)


def _headers_of(error: Exception) -> dict[str, str]:
    """The headers of the response that the library's exception keeps, where it keeps them."""
    original = getattr(error, "original_exception", None)
    headers = getattr(getattr(original, "response", None), "headers", None)
    return {str(name).lower(): str(value) for name, value in headers.items()} if isinstance(headers, Mapping) else {}
