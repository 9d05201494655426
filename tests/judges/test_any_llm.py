"""A model through the library any-llm, against a server of this machine."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any

import pytest

from arbitree.core.records import Failed, Reply
from arbitree.errors import UsageError
from arbitree.judges.any_llm import _told
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.testing.server import LoopbackServer
from tests.providers.questions import asked

CANARY = "sk-canary-4f1d9c7a2b8e"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    pytest.importorskip("any_llm")
    with LoopbackServer({"30 days": True}) as running:
        yield running


def judge(server: LoopbackServer) -> ProviderJudge:
    made = judge_from(f"any-llm:openai:a-model?url={server.url}&timeout=5")
    assert isinstance(made, ProviderJudge)
    return made


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)


@pytest.mark.loopback
def test_a_question_is_answered_through_the_library(server: LoopbackServer) -> None:
    answer = run_sync(judge(server).ask(asked()))

    assert isinstance(answer, Reply), answer
    assert '"verdict": true' in answer.text
    assert answer.input_tokens > 0
    assert answer.model == "a-model"


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("fault", "kind", "transient"),
    [("429", "rate_limited", True), ("503", "server_error", True), ("401", "unauthorised", False)],
)
def test_the_librarys_exceptions_become_failures(fault: str, kind: str, transient: bool) -> None:
    pytest.importorskip("any_llm")
    with LoopbackServer(faults={fault: 1.0}) as server:
        answer = run_sync(judge(server).ask(asked()))

    assert isinstance(answer, Failed)
    assert (answer.kind, answer.transient) == (kind, transient), answer.message
    assert server.counts.requests == 1
    assert answer.error is None
    assert CANARY not in repr(answer)
    assert (answer.retry_after is not None) == (fault in ("429", "503"))


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *given: Any, **named: Any) -> Any:
        if name == "any_llm":
            raise ModuleNotFoundError("No module named 'any_llm'")
        return real(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    answer = run_sync(judge_from("any-llm:bedrock:some.model").ask(asked()))

    assert isinstance(answer, Failed)
    assert 'pip install "any-llm-sdk[bedrock]"' in answer.message


def test_a_long_error_is_cut_after_the_key_was_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", CANARY)
    told = _told(RuntimeError("x" * 390 + f" {CANARY}"))

    assert isinstance(told, Failed) and CANARY[:9] not in told.message


@pytest.mark.parametrize("text", ["any-llm:", "any-llm:openai", "any-llm:openai:m?key=X", "any-llm:openai:m?as=vllm"])
def test_a_name_that_lacks_something_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="any-llm"):
        judge_from(text)


def test_the_librarys_judge_is_told_apart_from_the_providers_own() -> None:
    made = judge_from("any-llm:openai:m")
    assert isinstance(made, ProviderJudge)

    assert made.name == "any-llm:openai:m"
    assert made.fingerprint["url"] == "any-llm:openai"
