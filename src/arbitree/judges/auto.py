"""What could be the judge where none is named: keys in the environment, then model servers on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple

from arbitree.core.records import Failed
from arbitree.judges.http import Http, Limits
from arbitree.providers.base import Request
from arbitree.providers.table import PROVIDERS

MODELS: Final[Mapping[str, str]] = {
    "openai": "gpt-5.4-mini",
    "anthropic": "claude-haiku-5-5",
    "gemini": "gemini-3.5-flash",
    "groq": "openai/gpt-oss-120b",
    "mistral": "mistral-small-latest",
    "openrouter": "openai/gpt-oss-120b",
    "together": "openai/gpt-oss-120b",
    "deepseek": "deepseek-v4-flash",
}
"""The model that is proposed for each provider whose key is there, in this order: small and current on 2026-11-30."""

PORTS: Final = (("ollama", 11434), ("llamacpp", 8080), ("vllm", 8000), ("lmstudio", 1234))
"""The ports that local servers usually have."""

_QUICK = Limits(connect=0.5, first_byte=1.0, total=2.0, most_bytes=1024 * 1024)

_MOST_MODELS = 20
"""How many models of one server are listed."""


class Candidate(NamedTuple):
    """What could be the judge."""

    judge: str
    """Its name, as `--judge` takes it."""
    why: str
    """Why it is thought of."""
    is_here: bool
    """Whether nothing leaves this machine."""


Ports = Callable[[int], Awaitable[tuple[str, ...]]]
"""Gives the models that the server at a port of this machine has; none where there is no such server."""


def keyed(environment: Mapping[str, str]) -> tuple[Candidate, ...]:
    """A candidate for each provider whose key is in the environment.

    >>> [one.judge for one in keyed({"GROQ_API_KEY": "k", "OPENAI_API_KEY": " "})]
    ['groq:openai/gpt-oss-120b']
    """
    found = []
    for provider, model in MODELS.items():
        caps = PROVIDERS[provider].capabilities
        if caps.auth is not None and environment.get(caps.auth.variable, "").strip():
            address = environment.get(caps.base_url_variable, "").strip() if caps.base_url_variable else ""
            place = f", and {caps.base_url_variable} says {address}" if address else ""
            found.append(Candidate(f"{provider}:{model}", f"{caps.auth.variable} is set{place}", False))
    return tuple(found)


def variables() -> tuple[str, ...]:
    """The variables that keys are looked for in."""
    found = (PROVIDERS[provider].capabilities.auth for provider in MODELS)
    return tuple(auth.variable for auth in found if auth is not None)


async def models_at(port: int) -> tuple[str, ...]:
    """The models of a server on this machine that speaks OpenAI's protocol; only the loopback address is asked."""
    answer = await Http(limits=_QUICK).send(Request(url=f"http://127.0.0.1:{port}/v1/models", body=b"", method="GET"))
    if isinstance(answer, Failed) or answer.status != 200:
        return ()
    try:
        told = json.loads(answer.body)
    except ValueError:
        return ()
    listed = told.get("data") if isinstance(told, dict) else None
    ids = [one.get("id") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    # A name that could be taken for options is none that can be proposed.
    named = [one for one in ids if isinstance(one, str) and one and not set(one) & set("?#\n")]
    return tuple(sorted(named)[:_MOST_MODELS])


async def local(ports: Ports = models_at) -> tuple[Candidate, ...]:
    """A candidate for each model of each server on its usual port of this machine."""
    found = await asyncio.gather(*(ports(port) for _, port in PORTS))
    return tuple(
        # The address is told, since the server's own variable may name another machine.
        Candidate(f"{server}:{model}?url={_address(server, port)}", f"a server on this machine, port {port}", True)
        for (server, port), models in zip(PORTS, found, strict=True)
        for model in models
    )


def _address(server: str, port: int) -> str:
    return f"http://127.0.0.1:{port}" if server == "ollama" else f"http://127.0.0.1:{port}/v1"
