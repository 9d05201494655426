"""A text names a model server's judge."""

from __future__ import annotations

import pytest

from arbitree.core.records import Failed, Reply
from arbitree.errors import UsageError
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.providers.table import PROVIDERS
from arbitree.testing.server import LoopbackServer, likely
from tests.providers.questions import asked


def judge(text: str) -> ProviderJudge:
    made = judge_from(text)
    assert isinstance(made, ProviderJudge)
    return made


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in PROVIDERS.values():
        caps = provider.capabilities
        for variable in (caps.base_url_variable, caps.auth.variable if caps.auth else ""):
            if variable:
                monkeypatch.delenv(variable, raising=False)


def test_a_provider_and_a_model_name_a_judge() -> None:
    made = judge("openai:gpt-4.1-mini")

    assert made.name == "openai:gpt-4.1-mini"
    assert made.style == "messages"
    assert made.fingerprint == {
        "provider": "openai",
        "url": "https://api.openai.com/v1",
        "model": "gpt-4.1-mini",
        "temperature": 0.0,
        "max_tokens": 2048,
        "logprobs": 5,
    }


@pytest.mark.parametrize("name", [name for name in PROVIDERS if name not in ("server", "azure")])
def test_every_provider_makes_a_judge_without_a_key(name: str) -> None:
    assert judge(f"{name}:a/model:8b").fingerprint["model"] == "a/model:8b"


def test_options_stand_after_the_model() -> None:
    made = judge("anthropic:claude-sonnet-4-6?temperature=0.2&max_tokens=300&effort=low")

    assert made.name == "anthropic:claude-sonnet-4-6"
    assert made.fingerprint["temperature"] == 0.2
    assert (made.fingerprint["max_tokens"], made.fingerprint["effort"]) == (300, "low")


@pytest.mark.parametrize("text", ["http://localhost:8000/v1?seed=7#m", "http://localhost:8000/v1/#m?seed=7"])
def test_an_address_and_a_model_name_a_judge_with_options_at_either_place(text: str) -> None:
    made = judge(text)

    assert made.name == "http://localhost:8000/v1#m"
    assert made.fingerprint["url"] == "http://localhost:8000/v1"
    assert (made.fingerprint["provider"], made.fingerprint["seed"]) == ("server", 7)


@pytest.mark.parametrize(
    ("end", "provider"),
    [
        ("/v1/chat/completions", "server"),
        ("/v1/responses", "openai-responses"),
        ("/v1/messages", "anthropic"),
        ("/v1/systemone", "typesafe"),
        ("/v1/decisions", "openai-decisions"),
    ],
)
def test_the_end_of_an_address_says_what_is_spoken_there(end: str, provider: str) -> None:
    made = judge(f"http://localhost:8000{end}#m")

    assert (made.fingerprint["provider"], made.fingerprint["url"]) == (provider, "http://localhost:8000/v1")


def test_a_server_of_decisions_needs_no_model() -> None:
    assert judge("http://localhost:8000/v1/systemone").name == "http://localhost:8000/v1"


def test_the_manners_of_a_server_can_be_named() -> None:
    assert judge("http://localhost:9000/v1#m?as=vllm").provider.capabilities.name == "vllm"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("openai:", "names no model"),
        ("http://localhost:8000/v1", "names no model"),
        ("openai:m?temprature=1", 'did you mean "temperature"?'),
        ("openai:m?temperature=warm", 'the option "temperature" of a judge cannot be read'),
        ("openai:m?max_tokens=0", 'the option "max_tokens" of a judge cannot be read'),
        ("openai:m?logprobs=99", 'the option "logprobs" of a judge cannot be read'),
        ("azure:m", "set AZURE_OPENAI_ENDPOINT"),
        ("http://me:secret-word@localhost/v1#m", "an address holds a user or a password"),
        ("openai:m?url=http://me:secret-word@localhost/v1", "an address holds a user or a password"),
        ("any-llm:openai:m?url=http://me:secret-word@localhost/v1", "an address holds a user or a password"),
        ("openai:m?key=sk-secret-word", "and not the key itself"),
        ("http://#m", "is no address"),
        ("http://localhost/v1#m?as=olama", 'did you mean "ollama"?'),
    ],
)
def test_what_is_wrong_with_a_name_is_said(text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        judge_from(text)
    assert said in str(refused.value)
    assert "secret-word" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gpt-4.1", "openai:gpt-4.1"),
        ("o3-mini", "openai:o3-mini"),
        ("claude-sonnet-4-6", "anthropic:claude-sonnet-4-6"),
        ("openrouter/meta/llama-3", "openrouter:meta/llama-3"),
    ],
)
def test_a_bare_model_is_told_its_provider(text: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f'did you mean "{meant}"'):
        judge_from(text)


def test_what_an_option_holds_is_never_repeated() -> None:
    with pytest.raises(UsageError) as refused:
        judge_from("openai:m?api_key=sk-canary-1234")
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("option", ["key=SOME_VARIABLE", "key_command=print-key", "url=https://elsewhere.test"])
def test_a_file_may_not_say_where_keys_come_from_or_go(option: str) -> None:
    with pytest.raises(UsageError, match="may not say where keys come from"):
        judge_from(f"openai:m?{option}", allow=())


def test_the_environment_may_give_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "0.0.0.0:11500")
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com/")

    assert judge("ollama:m").fingerprint["url"] == "http://localhost:11500"
    assert judge("azure:deployed").fingerprint["url"] == "https://mine.openai.azure.com/openai/v1"


def test_an_address_of_the_environment_may_hold_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret-word@localhost/v1")
    with pytest.raises(UsageError, match="holds a user or a password") as refused:
        judge_from("openai:m")
    assert "secret-word" not in str(refused.value)


def test_a_missing_key_is_said_when_the_judge_is_asked_and_not_before() -> None:
    answer = run_sync(judge("openai:m").ask(asked()))

    assert isinstance(answer, Failed)
    assert (answer.kind, answer.transient) == ("unauthorised", False)
    assert answer.message == "openai:m: the key is read from the variable OPENAI_API_KEY, which is not set"


@pytest.mark.loopback
def test_typesafes_form_at_the_path_of_decisions_is_spoken_where_it_is_said() -> None:
    with LoopbackServer({"30 days": likely(True, 0.8)}) as server:
        answer = run_sync(judge(f"{server.url}/decisions?as=typesafe#m").ask(asked()))

    assert isinstance(answer, Reply)
    assert answer.probabilities == pytest.approx({"yes": 0.8, "no": 0.2})
    assert (server.counts.decisions, server.counts.elsewhere) == (1, 0)


def test_a_judge_of_decisions_says_what_it_cannot_answer() -> None:
    answer = run_sync(judge("typesafe:jev-latest").ask(asked("text")))

    assert isinstance(answer, Failed)
    assert answer.kind == "unsupported"
    assert 'give the role "judge" of such nodes to a chat judge' in answer.message
