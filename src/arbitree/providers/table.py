"""The codecs by the name that a judge's name begins with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from arbitree.providers.anthropic import Anthropic
from arbitree.providers.base import Provider
from arbitree.providers.decisions import OPENAI_DECISIONS, SYSTEM_ONE, OpenAIDecisions, SystemOne
from arbitree.providers.family import FAMILY
from arbitree.providers.gemini import Gemini
from arbitree.providers.gemini_decisions import GEMINI_DECISIONS, GeminiDecisions
from arbitree.providers.ollama import Ollama
from arbitree.providers.openai_chat import OpenAIChat
from arbitree.providers.openai_responses import OpenAIResponses

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {
        **{name: OpenAIChat(capabilities) for name, capabilities in FAMILY.items()},
        "openai-responses": OpenAIResponses(FAMILY["openai"]),
        "anthropic": Anthropic(),
        "gemini": Gemini(),
        "ollama": Ollama(),
        "openai-decisions": OpenAIDecisions(OPENAI_DECISIONS),
        "typesafe": SystemOne(SYSTEM_ONE),
        "gemini-decisions": GeminiDecisions(GEMINI_DECISIONS),
    }
)
"""Every provider."""
