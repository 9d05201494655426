"""Models that reason are asked without what they are known to refuse, and their reasoning is no part of the reply."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbitree.core.records import Reply
from arbitree.providers.base import Response, Settings
from arbitree.providers.table import PROVIDERS
from tests.providers.questions import asked


def body(name: str, model: str, **more: Any) -> dict[str, Any]:
    """The body of a request."""
    base = "" if PROVIDERS[name].capabilities.base_url else "http://h/v1"
    told: dict[str, Any] = json.loads(
        PROVIDERS[name].request(asked(), Settings(model=model, base_url=base, **more)).body
    )
    return told


@pytest.mark.parametrize("name", ["openai", "openai-responses", "azure"])
@pytest.mark.parametrize(
    "model",
    [
        *("o3", "o4-mini", "gpt-5", "gpt-5-mini", "gpt-5-nano-2025-08-07", "gpt-5.1-chat-latest", "gpt-5.2-pro"),
        *("gpt-5.5", "gpt-5.6-luna", "gpt-6-luna", "gpt-6.1-sol", "gpt-10"),
    ],
)
def test_openais_models_that_reason_get_neither_temperature_nor_log_probabilities(name: str, model: str) -> None:
    sent = body(name, model)

    assert not {"temperature", "logprobs", "top_logprobs"} & sent.keys()
    assert {"max_completion_tokens", "max_output_tokens"} & sent.keys()


@pytest.mark.parametrize(
    "model", ["gpt-4.1-mini", "gpt-4o", "gpt-5-chat-latest", "gpt-5.1", "gpt-5.4-mini", "a-deployment"]
)
def test_openais_other_models_get_both(model: str) -> None:
    sent = body("openai", model)

    assert (sent["temperature"], sent["top_logprobs"]) == (0.0, 5)


def test_an_effort_decides_where_a_model_can_do_without_reasoning() -> None:
    assert "temperature" not in body("openai", "gpt-5.4-mini", effort="high")
    assert body("openai", "gpt-5.6-luna", effort="none")["temperature"] == 0.0
    assert "temperature" not in body("openai", "gpt-6-luna", effort="none")


def test_a_temperature_that_is_asked_for_is_sent_all_the_same() -> None:
    assert body("openai", "o3", temperature=1.0)["temperature"] == 1.0
    assert body("gemini", "gemini-3.5-flash", temperature=0.0)["generationConfig"]["temperature"] == 0.0


@pytest.mark.parametrize(
    ("model", "is_sent"),
    [
        *(("gemini-2.5-flash", True), ("gemini-1.5-pro", True), ("gemma-4", True)),
        *(("gemini-3.5-flash", False), ("models/gemini-3-pro", False), ("gemini-flash-latest", False)),
    ],
)
def test_gemini_3_and_later_keep_their_own_temperature(model: str, is_sent: bool) -> None:
    assert ("temperature" in body("gemini", model)["generationConfig"]) is is_sent


def test_deepseek_is_sent_a_temperature_only_where_it_does_not_think() -> None:
    assert "temperature" not in body("deepseek", "deepseek-flash")
    sent = body("deepseek", "deepseek-flash", effort="none")

    assert (sent["temperature"], sent["thinking"]) == (0.0, {"type": "disabled"})
    assert "reasoning_effort" not in sent
    assert body("deepseek", "deepseek-flash", effort="high")["reasoning_effort"] == "high"


def test_no_effort_is_asked_for_in_each_providers_way() -> None:
    assert body("anthropic", "claude-haiku-5-5", effort="none")["thinking"] == {"type": "disabled"}
    assert "effort" not in body("anthropic", "claude-haiku-5-5", effort="none")["output_config"]
    assert body("anthropic", "claude-haiku-5-5", effort="low")["output_config"]["effort"] == "low"
    told = {
        m: body("gemini", m, effort="none")["generationConfig"]["thinkingConfig"]
        for m in ("gemini-2.5-flash", "gemini-3.5")
    }
    assert told == {"gemini-2.5-flash": {"thinkingBudget": 0}, "gemini-3.5": {"thinkingLevel": "minimal"}}
    assert body("ollama", "qwen3", effort="none")["think"] is False
    assert body("mistral", "m", effort="none")["reasoning_effort"] == "none"


VERDICT = '{"reason": "r", "verdict": true}'


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "deepseek",
            {
                "choices": [
                    {
                        "message": {"reasoning_content": '{"verdict": false}?', "content": VERDICT},
                        "finish_reason": "stop",
                    }
                ]
            },
        ),
        (
            "mistral",
            {
                "choices": [
                    {
                        "message": {
                            "content": [
                                {"type": "thinking", "thinking": [{"type": "text", "text": '{"verdict": false}'}]},
                                {"type": "text", "text": VERDICT},
                            ]
                        },
                        "finish_reason": "stop",
                    }
                ]
            },
        ),
        (
            "anthropic",
            {
                "type": "message",
                "content": [
                    {"type": "thinking", "thinking": '{"verdict": false}', "signature": "s"},
                    {"type": "redacted_thinking", "data": "x"},
                    {"type": "text", "text": VERDICT},
                ],
                "stop_reason": "end_turn",
            },
        ),
        (
            "gemini",
            {
                "candidates": [
                    {
                        "content": {"parts": [{"text": '{"verdict": false}', "thought": True}, {"text": VERDICT}]},
                        "finishReason": "STOP",
                    }
                ]
            },
        ),
        (
            "openai-responses",
            {
                "output": [
                    {"type": "reasoning", "summary": [{"type": "summary_text", "text": '{"verdict": false}'}]},
                    {"type": "message", "content": [{"type": "output_text", "text": VERDICT}]},
                ],
                "status": "completed",
            },
        ),
        ("ollama", {"message": {"thinking": '{"verdict": false}', "content": VERDICT}, "done_reason": "stop"}),
    ],
)
def test_what_a_model_thinks_is_no_part_of_its_reply(name: str, told: dict[str, Any]) -> None:
    response = Response(status=200, headers={}, body=json.dumps(told).encode())
    reply = PROVIDERS[name].reply(response, asked(), Settings(model="m"))

    assert isinstance(reply, Reply), reply
    assert reply.text == VERDICT
