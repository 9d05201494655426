"""The judge of a model server that a text names: `openai:MODEL`, `http://localhost:8000/v1#MODEL`, with `?options`."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.judges.any_llm import ANY_LLM, AnyLlm
from arbitree.judges.http import Http, Limits
from arbitree.judges.keys import Keys
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.providers.base import Provider, Settings
from arbitree.providers.decisions import AT_DECISIONS
from arbitree.providers.openai_chat import OpenAIChat
from arbitree.providers.table import PROVIDERS

_ENDPOINTS: Final[Mapping[str, str]] = {
    "/chat/completions": "",
    "/responses": "openai-responses",
    "/messages": "anthropic",
    "/decisions": "openai-decisions",
    "/systemone": "typesafe",
    "/api/chat": "ollama",
}
"""Ends of an address that say which protocol is spoken there."""

_MAKERS: Final = (
    (r"(chat)?gpt-|o\d", "openai"),
    ("claude-", "anthropic"),
    ("gemini-", "gemini"),
    ("(mi|co|mini)stral-|magistral-", "mistral"),
    ("deepseek-", "deepseek"),
    ("jev-", "typesafe"),
)
"""How models' names begin, and whose they are."""

_SWITCHES: Final = {"on": True, "off": False, "true": True, "false": False, "1": True, "0": False}


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or value < 0:
        raise ValueError
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _alternatives(text: str) -> int:
    if text in _SWITCHES:
        return Settings(model="").logprobs if _SWITCHES[text] else 0
    value = int(text)
    if not 0 <= value <= 20:
        raise ValueError
    return value


def _variable(text: str) -> str:
    """A name as variables have them. A key in its place would be shown wherever the judge is named."""
    if not re.fullmatch("[A-Z_][A-Z0-9_]*", text) and text not in os.environ:
        raise ValueError
    return text


OPTIONS: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = {
    "temperature": (_number, "0 or more; 0 where the server takes one and nothing is said"),
    "top_p": (_number, "0 to 1"),
    "seed": (int, "a whole number"),
    "max_tokens": (_count, "the most tokens of a reply, hidden reasoning included; 2048"),
    "effort": (str, "how much the model reasons, in the provider's word"),
    "logprobs": (_alternatives, "how many alternatives to ask for at each token of a verdict, up to 20, or off; 5"),
    "cache": (_SWITCHES.__getitem__, "on or off: mark the evidence for the server's cache"),
    "images": (_SWITCHES.__getitem__, "on or off: whether the model sees images, where its name does not tell"),
    "timeout": (_number, "seconds until the first byte; 120"),
    "url": (str, "the server's address, where it is not the provider's own"),
    "key": (_variable, "the name of the environment variable that holds the key, and not the key itself"),
    "key_command": (str, "a command that prints the key"),
    "as": (str, "for an address: the provider whose manners the server has"),
}
"""The options that stand after a `?`: how each is read, and what it means."""

_OF_KEYS: Final = frozenset({"key", "key_command", "url"})
"""Options that decide where a key comes from, or where it goes."""


def meant_model(text: str) -> str:
    """The judge that a bare model's name is probably meant to be; empty where nothing is probable.

    >>> meant_model("gpt-4.1"), meant_model("groq/llama-3.3-70b"), meant_model("my judge")
    ('openai:gpt-4.1', 'groq:llama-3.3-70b', '')
    """
    maker, slash, model = text.partition("/")
    if slash and model and maker in PROVIDERS:
        return f"{maker}:{model}"
    return next((f"{name}:{text}" for begins, name in _MAKERS if re.match(begins, text)), "")


def provider_judge_from(text: str, *, trusted: bool = True) -> ProviderJudge | None:
    """The judge that the text names; None when it names none of a provider.

    Args:
        text: `PROVIDER:MODEL` or an address, with options.
        trusted: whether it may say where keys come from and where they go: not when a file says it.

    Raises:
        UsageError: It names a provider, and something about it is wrong. What options hold is never in the message.
    """
    is_address = text.startswith(("http://", "https://"))
    prefix, _, rest = text.partition(":")
    if prefix == ANY_LLM.name:
        return _through_any_llm(rest, trusted=trusted)
    if not is_address and prefix not in PROVIDERS:
        return None
    address, model, query = _address(text) if is_address else ("", *rest.partition("?")[::2])
    options = _options(query)
    if not trusted and not _OF_KEYS.isdisjoint(options):
        listed = ", ".join(sorted(_OF_KEYS.intersection(options)))
        raise _wrong(f"a judge that a file names may not say where keys come from or go: {listed}")
    of_decisions = address.endswith("/decisions")
    name, address = _protocol(address, options) if is_address else (prefix, str(options.pop("url", "")))
    provider = AT_DECISIONS if name == "typesafe" and of_decisions else PROVIDERS[name]
    is_own = not address
    address = address or (_own_address(provider) if prefix == name else "")
    _refuse_user(address)
    if not model and name != "typesafe":
        raise _wrong(f'"{text.partition("?")[0]}" names no model', "write the model after it: " + _example(name))
    if not address and not provider.capabilities.base_url:
        raise _wrong(f'"{name}:{model}" has no address', f"set {provider.capabilities.base_url_variable}, or ?url=")
    keys = Keys(options.pop("key_command", ""), options.pop("key", ""), is_own_server=is_own)
    shown = _shown(name, model, address if is_address else "")
    return _judge(provider, model, address, options, keys=keys, shown=shown)


def _through_any_llm(text: str, *, trusted: bool) -> ProviderJudge:
    """The judge of a provider that the library any-llm knows: `any-llm:PROVIDER:MODEL`."""
    names, _, query = text.partition("?")
    name, _, model = names.partition(":")
    options = _options(query)
    if not trusted and "url" in options:
        raise _wrong("a judge that a file names may not say where keys come from or go: url")
    if not name or not model:
        raise _wrong(f'"any-llm:{names}" names no provider and model', "write any-llm:PROVIDER:MODEL")
    unknown = [option for option in ("key", "key_command", "as") if option in options]
    if unknown:
        raise _wrong(f'any-llm finds keys by itself, and takes no option "{unknown[0]}"')
    seconds = float(options.pop("timeout", Limits().total))
    base = str(options.pop("url", ""))
    _refuse_user(base)
    sender = AnyLlm(name, base_url=base, limits=replace(Limits(), first_byte=seconds, total=seconds))
    settings = Settings(model=model, base_url=f"any-llm:{name}{f'@{base}' if base else ''}", **options)
    return ProviderJudge(OpenAIChat(ANY_LLM), settings, http=sender, name=f"any-llm:{name}:{model}")


def _judge(
    provider: Provider, model: str, address: str, options: dict[str, Any], *, keys: Keys, shown: str
) -> ProviderJudge:
    limits = Limits()
    if "timeout" in options:
        seconds = options.pop("timeout")
        limits = replace(limits, first_byte=seconds, total=max(limits.total, seconds))
    base = "" if address.rstrip("/") == provider.capabilities.base_url else address.rstrip("/")
    settings = Settings(model=model, base_url=base, **options)
    return ProviderJudge(provider, settings, http=Http(limits=limits, keys=keys), name=shown)


def _shown(name: str, model: str, address: str) -> str:
    """What reports call it: without options."""
    if not address:
        return f"{name}:{model}"
    return f"{address}#{model}" if model else address


def _address(text: str) -> tuple[str, str, str]:
    """Address, model and options: the options may stand before the `#` or after the model."""
    head, _, tail = text.partition("#")
    address, _, before = head.partition("?")
    model, _, after = tail.partition("?")
    _refuse_user(address)
    if not urlsplit(address).hostname:
        raise _wrong(f'"{address}" is no address of a server')
    return address.rstrip("/"), model, "&".join(filter(None, (before, after)))


def _refuse_user(address: str) -> None:
    """Refuses an address with a password, also one that a variable gives: replies are kept under it, errors name it."""
    if "@" in urlsplit(address).netloc:
        raise _wrong("an address holds a user or a password", "give the key by ?key=VARIABLE, and the address without")


def _protocol(address: str, options: dict[str, Any]) -> tuple[str, str]:
    """The provider whose manners the server at an address has, and the address without the endpoint."""
    told = str(options.pop("as", ""))
    if told and told not in PROVIDERS:
        like = nearest(told, list(PROVIDERS))
        mend = f'did you mean "{like}"?' if like else f"it can be {', '.join(PROVIDERS)}"
        raise _wrong(f'there is no provider "{told}"', mend)
    for end, name in _ENDPOINTS.items():
        if address.endswith(end):
            return told or name or "server", address.removesuffix(end)
    return told or "server", address


def _own_address(provider: Provider) -> str:
    """The address that the environment gives for a provider; empty for its own."""
    caps = provider.capabilities
    address = os.environ.get(caps.base_url_variable, "").strip() if caps.base_url_variable else ""
    if address and "://" not in address:
        # Ollama's variable is host and port, and 0.0.0.0 where the server listens everywhere.
        address = f"http://{address.replace('0.0.0.0', 'localhost')}"
    if caps.name == "azure" and address and not address.rstrip("/").endswith("/openai/v1"):
        address = f"{address.rstrip('/')}/openai/v1"
    return address


def _options(query: str) -> dict[str, Any]:
    """The options by name."""
    options: dict[str, Any] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in OPTIONS:
            like = nearest(name, list(OPTIONS))
            known = f'did you mean "{like}"?' if like else f"the options are {', '.join(OPTIONS)}"
            raise _wrong(f'a judge has no option "{name}"', known)
        read, meaning = OPTIONS[name]
        try:
            options[name] = read(value)
        except (ValueError, KeyError):
            raise _wrong(f'the option "{name}" of a judge cannot be read', f"give {meaning}") from None
    return options


def _example(name: str) -> str:
    return "http://localhost:8000/v1#MODEL" if name == "server" else f"{name}:MODEL"


def _wrong(what: str, mend: str = "") -> UsageError:
    return UsageError(Problem(code="X132", what=what, mend=mend or "see docs/judges.md on naming a judge"))
