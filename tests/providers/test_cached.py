"""Questions about one case share the beginning of their prompts, and what servers cached of it is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from arbitree.core.records import Question, Reply, Style
from arbitree.providers.base import Response, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.rubric import Rubric
from tests.providers.questions import asked

CHOICE = {"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}], "model": "m"}
OPENAI = {"prompt_tokens": 900, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 640}}
NOUL = {"answers": {"q0": {"type": "noul", "noul": 0.9}}, "model": "m"}
CANDIDATE = {"candidates": [{"content": {"parts": [{"text": "x"}]}, "finishReason": "STOP"}]}


@pytest.mark.parametrize(
    ("name", "body"),
    [
        *((name, {**CHOICE, "usage": OPENAI}) for name in ("openai", "azure", "groq", "mistral", "openrouter", "vllm")),
        ("deepseek", {**CHOICE, "usage": {"prompt_tokens": 900, "prompt_cache_hit_tokens": 640}}),
        ("together", {**CHOICE, "usage": {"prompt_tokens": 900, "cached_tokens": 640}}),
        ("llamacpp", {**CHOICE, "usage": {"prompt_tokens": 900}, "timings": {"cache_n": 640, "prompt_n": 260}}),
        ("server", {**CHOICE, "usage": {"prompt_tokens": 900, "prompt_cache_hit_tokens": 640}}),
        (
            "openai-responses",
            {"output": [], "usage": {"input_tokens": 900, "input_tokens_details": {"cached_tokens": 640}}},
        ),
        (
            "anthropic",
            {
                "type": "message",
                "content": [],
                "usage": {"input_tokens": 60, "cache_read_input_tokens": 640, "cache_creation_input_tokens": 200},
            },
        ),
        ("gemini", {**CANDIDATE, "usageMetadata": {"promptTokenCount": 900, "cachedContentTokenCount": 640}}),
        (
            "openai-decisions",
            {
                "answers": [{"type": "predicate", "name": "q0", "probability": 0.9}],
                "usage": {"input_tokens": 900, "input_tokens_details": {"cached_tokens": 640}},
            },
        ),
        ("gemini-decisions", {**NOUL, "usage": {"total_input_tokens": 900, "total_cached_tokens": 640}}),
    ],
)
def test_each_codec_reads_what_its_server_took_from_its_cache(name: str, body: dict[str, Any]) -> None:
    response = Response(status=200, headers={}, body=json.dumps(body).encode())
    reply = PROVIDERS[name].reply(response, asked(), Settings(model="m", base_url="http://h/v1"))

    assert isinstance(reply, Reply), reply
    assert (reply.input_tokens, reply.cached_tokens) == (900, 640)


def test_no_more_comes_from_a_cache_than_was_read() -> None:
    usage = {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 640}}
    response = Response(status=200, headers={}, body=json.dumps({**CHOICE, "usage": usage}).encode())
    reply = PROVIDERS["openai"].reply(response, asked(), Settings(model="m"))

    assert isinstance(reply, Reply) and reply.cached_tokens == 9


RUBRIC = """
arbitree: 1
defaults: {shows: [input, actual_output]}
nodes:
  facts: {task: List the facts., gives: list}
  all:
    weigh:
      - {ask: Is it kind?}
      - {choose: How long is it?, options: {Short: 10, Long: 0}}
      - {ask: Are the facts right?, reads: [facts]}
"""
CASE = {"id": "q", "input": "Can I return my SoundPods?", "actual_output": "You have 30 days to return it. " * 60}


def case_questions() -> list[Question]:
    """All that is asked about one case, in the `messages` style."""
    found: list[Question] = []

    class Judge:
        name = "any"
        style: Style = "messages"

        async def ask(self, question: Question) -> Reply:
            found.append(question)
            answers: dict[str, Any] = {"list": {"output": ["30 days"]}, "one_of": {"verdict": "Short"}}
            return Reply(text=json.dumps(answers.get(question.shape.kind, {"verdict": True})))

    Rubric.loads(RUBRIC).run([CASE], judge=Judge())
    return found


def common(texts: Sequence[bytes]) -> bytes:
    """What all of them begin with."""
    first, last = min(texts), max(texts)
    same = next((place for place, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:same]


def test_nine_tenths_of_each_prompt_of_a_case_are_what_all_of_them_begin_with() -> None:
    texts = [question.prompt.encode() for question in case_questions()]
    shared = common(texts)

    assert len(texts) == 4
    assert min(len(shared) / len(text) for text in texts) > 0.9
    assert shared.startswith(b"You are a careful judge.") and shared.count(b"[END ") == 3


@pytest.mark.parametrize("name", ["anthropic", "openai", "openai-responses", "azure", "gemini", "mistral", "ollama"])
def test_what_the_questions_of_a_case_share_stays_the_same_bytes_in_every_codec(name: str) -> None:
    settings = Settings(model="gpt-6-luna", base_url="" if PROVIDERS[name].capabilities.base_url else "http://h/v1")
    bodies = [PROVIDERS[name].request(question, settings).body for question in case_questions()]
    system, evidence = b"You are a careful judge.", b"You have 30 days to return it. "

    shared = common([body[body.index(system) :] for body in bodies])
    assert shared.count(evidence) >= 60, shared[-200:]


def test_openais_newer_models_are_told_where_the_evidence_ends() -> None:
    body = json.loads(PROVIDERS["openai"].request(asked(), Settings(model="gpt-5.6-luna")).body)
    first, last, question = body["messages"][1]["content"]

    assert first["prompt_cache_breakpoint"] == last["prompt_cache_breakpoint"] == {"mode": "explicit"}
    assert "prompt_cache_breakpoint" not in question
    assert body["prompt_cache_options"] == {"mode": "explicit"}
    assert first["text"] + last["text"] + question["text"] == asked().messages[1].content


def test_older_models_cache_by_themselves_and_get_no_mark() -> None:
    for model in ("gpt-4.1-mini", "gpt-5.4-mini", "gpt-5.5", "o3"):
        body = PROVIDERS["openai"].request(asked(), Settings(model=model)).body
        assert b"breakpoint" not in body and b"prompt_cache_options" not in body


@pytest.mark.parametrize("name", ["openai", "openai-responses", "mistral"])
def test_questions_of_one_case_have_one_key_and_those_of_another_case_another(name: str) -> None:
    def key(question: Question) -> str:
        told: str = json.loads(PROVIDERS[name].request(question, Settings(model="m")).body)["prompt_cache_key"]
        return told

    same = {key(asked()), key(asked("one_of", asks="How is it?"))}
    assert len(same) == 1
    assert key(asked(evidence=(("Input", "Another"),))) not in same


@pytest.mark.parametrize("name", ["anthropic", "openai", "mistral"])
def test_nothing_is_marked_where_the_user_wants_no_cache_or_the_server_refuses_it(name: str) -> None:
    for settings in (Settings(model="gpt-6-luna", cache=False), Settings(model="m", without=frozenset({"cache"}))):
        request = PROVIDERS[name].request(asked(), settings)
        assert b"cache" not in request.body.replace(b"mark", b"")
        assert "cache" not in request.features
    assert "cache" in PROVIDERS[name].request(asked(), replace(settings, without=frozenset())).features
