"""The providers and servers that speak OpenAI's chat protocol, as data.

What is documented of each, and where, is in docs/decisions/providers.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from arbitree.providers.base import Auth, Capabilities, Feature, Reasons
from arbitree.providers.openai_chat import OPENAI_RESETS

CACHED: Final = (
    "usage.prompt_tokens_details.cached_tokens",
    "usage.prompt_cache_hit_tokens",
    "usage.cached_tokens",
    "timings.cache_n",
)
"""Where servers of this protocol say what came from a cache: OpenAI's place, DeepSeek's, Together's, llama-server's."""

_OPENAI_REASONS: Final[tuple[tuple[str, Reasons], ...]] = (
    (r"o\d.*|gpt-5(-(?!chat).*)?|gpt-5\.\d+-(pro|codex|chat).*|gpt-([6-9]|\d\d).*", "always"),
    (r"gpt-5\.[124].*", "when asked"),
    (r"gpt-5\.\d.*", "by default"),
)
"""Where models of OpenAI reason. GPT-6 takes neither part even at no effort."""

_OPENAI_SEES: Final = (
    (r"gpt-3.*|gpt-4(-\d{4}.*|-32k.*)?|o1-(mini|preview).*|o3-mini.*|.*(audio|realtime|transcribe|tts|oss).*", False),
    (r"(chatgpt-4o|gpt-4o|gpt-4-turbo|gpt-4\.[15]|gpt-[5-9]|o1|o3|o4).*", True),
)
"""Which models of OpenAI see."""

_MISTRAL_SEES: Final = ((r"pixtral-.*|mistral-(medium|small)-latest|mistral-medium-25.*|mistral-small-25.*", True),)
_ROUTED_SEES: Final = (
    *((f"openai/({pattern})", known) for pattern, known in _OPENAI_SEES),
    (r"anthropic/claude-.*|google/gemini-.*", True),
)

_OPENAI_UNREASONED: Final[tuple[Feature, ...]] = ("temperature", "top_p", "logprobs")
_OPENAI_MARKS: Final = r"gpt-5\.([6-9]|\d\d).*|gpt-([6-9]|\d\d).*"


def _bearer(variable: str, *, needed: bool = True) -> Auth:
    return Auth(header="authorization", prefix="Bearer ", variable=variable, needed=needed)


_ENTRIES = (
    Capabilities(
        name="openai",
        base_url="https://api.openai.com/v1",
        cached=CACHED,
        base_url_variable="OPENAI_BASE_URL",
        auth=_bearer("OPENAI_API_KEY"),
        logprobs="top",
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        reasons=_OPENAI_REASONS,
        not_reasoning=_OPENAI_UNREASONED,
        cache_key=True,
        cache_marks=_OPENAI_MARKS,
        batch=True,
        resets=OPENAI_RESETS,
        limits_by_model=True,
        sees=_OPENAI_SEES,
    ),
    Capabilities(
        name="azure",
        base_url="",
        cached=CACHED,
        base_url_variable="AZURE_OPENAI_ENDPOINT",
        auth=Auth(header="api-key", variable="AZURE_OPENAI_API_KEY"),
        logprobs="top",
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        reasons=_OPENAI_REASONS,
        not_reasoning=_OPENAI_UNREASONED,
        cache_key=True,
        cache_marks=_OPENAI_MARKS,
        batch=True,
        resets=OPENAI_RESETS,
        limits_by_model=True,
        sees=_OPENAI_SEES,
    ),
    Capabilities(
        name="groq",
        base_url="https://api.groq.com/openai/v1",
        cached=CACHED,
        auth=_bearer("GROQ_API_KEY"),
        seed="seed",
        max_tokens="max_completion_tokens",
        effort=True,
        batch=True,
        resets=OPENAI_RESETS,
        limits_by_model=True,
    ),
    Capabilities(
        name="mistral",
        base_url="https://api.mistral.ai/v1",
        cached=CACHED,
        auth=_bearer("MISTRAL_API_KEY"),
        logprobs="top",
        cache_key=True,
        seed="random_seed",
        effort=True,
        batch=True,
        sees=_MISTRAL_SEES,
    ),
    Capabilities(
        name="together",
        base_url="https://api.together.ai/v1",
        cached=CACHED,
        auth=_bearer("TOGETHER_API_KEY"),
        logprobs="count",
        seed="seed",
        effort=True,
        batch=True,
    ),
    Capabilities(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        cached=CACHED,
        auth=_bearer("OPENROUTER_API_KEY"),
        logprobs="top",
        seed="seed",
        effort=True,
        resets=(("x-ratelimit-remaining", "x-ratelimit-reset"),),
        sees=_ROUTED_SEES,
    ),
    Capabilities(
        name="deepseek",
        base_url="https://api.deepseek.com",
        cached=CACHED,
        auth=_bearer("DEEPSEEK_API_KEY"),
        sees=((r"deepseek-(chat|reasoner|v3.*|r1.*)", False),),
        structures=("json_object", "prompt"),
        logprobs="top",
        effort_off=True,
        reasons=((".*", "by default"),),
        not_reasoning=("temperature",),
        effort=True,
    ),
    Capabilities(
        name="vllm",
        base_url="http://localhost:8000/v1",
        cached=CACHED,
        auth=_bearer("VLLM_API_KEY", needed=False),
        logprobs="top",
        seed="seed",
        effort=True,
        retry_after=False,
    ),
    Capabilities(
        name="llamacpp",
        base_url="http://localhost:8080/v1",
        cached=CACHED,
        auth=_bearer("LLAMA_API_KEY", needed=False),
        logprobs="top",
        seed="seed",
        effort=True,
        schema_in_object=True,
        retry_after=False,
    ),
    Capabilities(
        name="lmstudio",
        base_url="http://localhost:1234/v1",
        cached=CACHED,
        auth=_bearer("LM_API_TOKEN", needed=False),
        structures=("json_schema", "prompt"),
        seed="seed",
        retry_after=False,
    ),
    Capabilities(
        name="server",
        base_url="",
        cached=CACHED,
        logprobs="top",
        seed="seed",
        schema_in_object=True,
        resets=OPENAI_RESETS,
    ),
)

FAMILY: Final[Mapping[str, Capabilities]] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""By the name that a judge's name begins with; `server` is any other, named by its address."""
