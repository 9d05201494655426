"""The providers and servers that speak OpenAI's chat protocol, as data.

What is documented of each, and where, is in docs/decisions/providers.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from arbitree.providers.base import Auth, Capabilities
from arbitree.providers.openai_chat import OPENAI_RESETS

_OPENAI_CACHED = "usage.prompt_tokens_details.cached_tokens"


def _bearer(variable: str, *, needed: bool = True) -> Auth:
    return Auth(header="authorization", prefix="Bearer ", variable=variable, needed=needed)


_ENTRIES = (
    Capabilities(
        name="openai",
        base_url="https://api.openai.com/v1",
        base_url_variable="OPENAI_BASE_URL",
        auth=_bearer("OPENAI_API_KEY"),
        logprobs="top",
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        batch=True,
        cached=_OPENAI_CACHED,
        resets=OPENAI_RESETS,
    ),
    Capabilities(
        name="azure",
        base_url="",
        base_url_variable="AZURE_OPENAI_ENDPOINT",
        auth=Auth(header="api-key", variable="AZURE_OPENAI_API_KEY"),
        logprobs="top",
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        batch=True,
        cached=_OPENAI_CACHED,
        resets=OPENAI_RESETS,
    ),
    Capabilities(
        name="groq",
        base_url="https://api.groq.com/openai/v1",
        auth=_bearer("GROQ_API_KEY"),
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        batch=True,
        cached=_OPENAI_CACHED,
        resets=OPENAI_RESETS,
    ),
    Capabilities(
        name="mistral",
        base_url="https://api.mistral.ai/v1",
        auth=_bearer("MISTRAL_API_KEY"),
        seed="random_seed",
        effort=True,
        batch=True,
    ),
    Capabilities(
        name="together",
        base_url="https://api.together.ai/v1",
        auth=_bearer("TOGETHER_API_KEY"),
        logprobs="count",
        seed="seed",
        batch=True,
    ),
    Capabilities(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        auth=_bearer("OPENROUTER_API_KEY"),
        logprobs="top",
        seed="seed",
        effort=True,
        cached=_OPENAI_CACHED,
        resets=(("x-ratelimit-remaining", "x-ratelimit-reset"),),
    ),
    Capabilities(
        name="deepseek",
        base_url="https://api.deepseek.com",
        auth=_bearer("DEEPSEEK_API_KEY"),
        structures=("json_object", "prompt"),
        logprobs="top",
        effort=True,
        cached="usage.prompt_cache_hit_tokens",
    ),
    Capabilities(
        name="vllm",
        base_url="http://localhost:8000/v1",
        auth=_bearer("VLLM_API_KEY", needed=False),
        logprobs="top",
        seed="seed",
        effort=True,
        cached=_OPENAI_CACHED,
        retry_after=False,
    ),
    Capabilities(
        name="llamacpp",
        base_url="http://localhost:8080/v1",
        auth=_bearer("LLAMA_API_KEY", needed=False),
        logprobs="top",
        seed="seed",
        schema_in_object=True,
        cached=_OPENAI_CACHED,
        retry_after=False,
    ),
    Capabilities(
        name="lmstudio",
        base_url="http://localhost:1234/v1",
        auth=_bearer("LM_API_TOKEN", needed=False),
        structures=("json_schema", "prompt"),
        seed="seed",
        retry_after=False,
    ),
    Capabilities(
        name="server",
        base_url="",
        logprobs="top",
        seed="seed",
        schema_in_object=True,
        cached=_OPENAI_CACHED,
        resets=OPENAI_RESETS,
    ),
)

FAMILY: Final[Mapping[str, Capabilities]] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""By the name that a judge's name begins with; `server` is any other, named by its address."""
