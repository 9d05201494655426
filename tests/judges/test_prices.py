"""Prices: by the table of the extra, nothing for what runs here, unknown for all else."""

from __future__ import annotations

import builtins
from collections.abc import Mapping

import pytest

from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.judges.prices import price_at, price_of, table_name
from arbitree.judges.stack import stack
from arbitree.testing import ScriptedJudge
from tests.judges.servers import GOOD


class Model:
    """A judge that tells which model it asks."""

    name, style = "model", "messages"
    style: Style

    def __init__(self, provider: str, model: str, url: str = "https://api.example.com/v1") -> None:
        self.fingerprint: Mapping[str, object] = {"provider": provider, "model": model, "url": url}

    async def ask(self, question: Question) -> Answer:
        return GOOD


def reply(sent: int, cached: int, replied: int) -> Reply:
    return Reply(text="", input_tokens=sent, cached_tokens=cached, output_tokens=replied)


def test_a_model_of_the_table_has_its_price() -> None:
    pytest.importorskip("genai_prices")
    price = price_at("openai", "gpt-4o")

    assert price is not None
    cost, cheaper = price(reply(1_000_000, 0, 0)), price(reply(1_000_000, 1_000_000, 0))
    assert cost is not None and cheaper is not None
    assert 0 < cheaper < cost
    assert price(reply(2_000_000, 0, 0)) == pytest.approx(2 * cost)


def test_a_judge_is_priced_through_its_layers() -> None:
    pytest.importorskip("genai_prices")

    assert price_of(stack(Model("anthropic", "claude-sonnet-4-5"))) is not None
    assert price_of(Model("gemini", "gemini-2.5-flash")) is not None


def test_a_model_that_is_in_no_table_has_no_known_price() -> None:
    assert price_at("openai", "no such model") is None
    assert price_at("no such provider", "gpt-4o") is None


def test_what_runs_on_this_machine_costs_nothing() -> None:
    price = price_of(Model("http", "any", "http://localhost:8000/v1"))

    assert price is not None
    assert price(reply(1000, 0, 1000)) == 0
    inline = price_of(ScriptedJudge({}))
    assert inline is not None


def test_a_judge_that_tells_nothing_has_no_known_price() -> None:
    class Silent(ScriptedJudge):
        pass

    assert price_of(Silent({}, waits=1)) is None


def test_without_the_extra_prices_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object) -> object:
        if name == "genai_prices":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)

    assert price_at("openai", "gpt-4o") is None


def test_the_table_has_a_name_and_a_version() -> None:
    pytest.importorskip("genai_prices")

    assert table_name().startswith("genai-prices ")
