"""The bytes of every provider's requests."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import get_args

import pytest

from arbitree.core.records import Message, ShapeKind
from arbitree.providers.base import Feature, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.testing import check_provider
from tests.plugins.golden import Golden
from tests.providers.questions import asked

SETTINGS = Settings(model="a-model", base_url="", seed=7)
FORMS: tuple[ShapeKind, ...] = ("yes_no", "one_of", "text", "list", "reason")


def address(name: str) -> str:
    return "" if PROVIDERS[name].capabilities.base_url else "https://example.test/v1"


def written(name: str, kind: ShapeKind, settings: Settings) -> str:
    """A request as a text: its line, its headers, its body."""
    request = PROVIDERS[name].request(asked(kind), replace(settings, base_url=address(name)))
    headers = [f"{header}: {value}" for header, value in request.headers]
    if request.auth is not None:
        headers.append(f"{request.auth.header}: {request.auth.prefix}<{request.auth.variable}>")
    may_be_refused = f"# may be refused: {', '.join(request.features) or 'nothing'}"
    return "\n".join([may_be_refused, f"{request.method} {request.url}", *headers, "", request.body.decode(), ""])


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_codec_keeps_to_the_rules_of_codecs(name: str) -> None:
    check_provider(PROVIDERS[name], base_url=address(name))


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_asks_in_the_same_bytes_every_time(name: str, golden: Golden) -> None:
    for kind in FORMS:
        if kind in PROVIDERS[name].shapes:
            golden(f"tests/data/providers/{name}/requests/{kind}.http", written(name, kind, SETTINGS))


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_asks_without_what_was_refused(name: str, golden: Golden) -> None:
    every: frozenset[Feature] = frozenset(get_args(Feature))
    settings = replace(SETTINGS, without=every, temperature=0.5, top_p=0.9, effort="low")
    text = written(name, "yes_no", settings)

    assert text.startswith("# may be refused: nothing\n")
    golden(f"tests/data/providers/{name}/requests/without_all.http", text)


@pytest.mark.parametrize("name", ["openai", "openai-responses", "anthropic", "gemini", "ollama", "server"])
def test_the_fallback_goes_from_schema_to_words(name: str, golden: Golden) -> None:
    structures = PROVIDERS[name].capabilities.structures
    texts = []
    for count in range(len(structures)):
        without = frozenset(way for way in structures[:count] if way != "prompt")
        texts.append(written(name, "one_of", replace(SETTINGS, without=without)))

    golden(f"tests/data/providers/{name}/requests/fallback.http", "\n".join(texts))


@pytest.mark.parametrize("name", PROVIDERS)
def test_no_request_holds_a_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    auth = PROVIDERS[name].capabilities.auth
    if auth is not None:
        monkeypatch.setenv(auth.variable, "canary-4f1d")

    request = PROVIDERS[name].request(asked(), replace(SETTINGS, base_url=address(name)))

    assert "canary" not in repr(request)


def test_options_keep_their_declared_order_in_schema_and_choices() -> None:
    options = ("z", "a", "m", "Ä")
    for name, provider in PROVIDERS.items():
        request = provider.request(asked("one_of", options=options), replace(SETTINGS, base_url=address(name)))
        # Without a schema they stand in the question's words alone, in a text within JSON.
        body = request.body.decode().replace('\\"', '"')
        assert re.search(".{,20}".join(f'"{option}"' for option in options), body), name


def test_each_section_is_a_block_and_the_last_one_is_marked_for_anthropics_cache() -> None:
    body = json.loads(PROVIDERS["anthropic"].request(asked(), SETTINGS).body)
    first, last, question = body["messages"][0]["content"]

    assert "cache_control" not in first and "cache_control" not in question
    assert last["cache_control"] == {"type": "ephemeral"}
    assert first["text"] + last["text"] + question["text"] == asked().messages[1].content
    assert question["text"].startswith("Question: Does it give 30 days?")


def test_a_prompt_of_another_layout_is_sent_as_it_is() -> None:
    question = replace(asked(), messages=(Message("user", "Is it?"),))

    for name, provider in PROVIDERS.items():
        request = provider.request(question, replace(SETTINGS, base_url=address(name)))
        assert b"Is it?" in request.body, name
        assert "system" not in request.features
