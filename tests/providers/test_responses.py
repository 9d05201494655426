"""What each provider's responses are read as; the responses follow the providers' documentation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.records import Failed, Reply
from arbitree.providers.base import Refusal, Response, Settings
from arbitree.providers.table import PROVIDERS
from tests.meta.source import ROOT
from tests.providers.questions import asked

FILES = sorted((ROOT / "tests/data/providers").glob("*/responses/*.json"))


def name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_response_is_read_as_its_file_says(path: Path) -> None:
    row = json.loads(path.read_text(encoding="utf-8"))
    provider = PROVIDERS[path.parent.parent.name]
    given = dict(row.get("settings", {}))
    given["without"] = frozenset(given.get("without", ()))
    settings = Settings(model="m", seed=7, **given)
    response = Response(status=row["status"], headers=row["headers"], body=json.dumps(row["body"]).encode())

    outcome = provider.reply(response, asked(row["question"]), settings)

    expected = row["outcome"]
    if "text" in expected:
        is_read(outcome, expected)
    elif "refused" in expected:
        assert isinstance(outcome, Refusal), outcome
        assert outcome.feature == expected["refused"]
    else:
        has_failed(outcome, expected)


def is_read(outcome: object, expected: dict[str, Any]) -> None:
    assert isinstance(outcome, Reply), outcome
    assert outcome.text == expected["text"]
    assert [outcome.input_tokens, outcome.output_tokens] == expected["tokens"]
    assert (outcome.cached_tokens, outcome.model) == (expected["cached"], expected["model"])
    if "probabilities" not in expected:
        assert outcome.probabilities is None
        return
    assert outcome.probabilities == pytest.approx(expected["probabilities"])
    assert list(outcome.probabilities or ()) == list(expected["probabilities"])
    assert outcome.label_mass == (pytest.approx(expected["mass"]) if "mass" in expected else None)


def has_failed(outcome: object, expected: dict[str, Any]) -> None:
    assert isinstance(outcome, Failed), outcome
    assert outcome.kind == expected["failed"]
    assert expected["says"] in outcome.message
    assert outcome.transient == expected.get("transient", False)
    assert outcome.retry_after == expected.get("retry_after")
    assert [outcome.input_tokens, outcome.output_tokens] == expected.get("tokens", [0, 0])


def test_every_provider_has_responses_of_its_own_or_shares_openais() -> None:
    with_files = {path.parent.parent.name for path in FILES}

    assert with_files >= set(PROVIDERS) - {"server", "lmstudio"}


@pytest.mark.parametrize("name", ["openai-decisions", "typesafe", "gemini-decisions"])
def test_a_number_that_is_said_twice_is_no_answer(name: str) -> None:
    field = "probability" if name == "openai-decisions" else "noul"
    answer = f'{{"type": "x", "{field}": 0.9, "{field}": 0.1}}'
    answers = f'[{answer[:-1]}, "name": "q0"}}]' if name == "openai-decisions" else f'{{"q0": {answer}}}'
    response = Response(status=200, headers={}, body=f'{{"answers": {answers}}}'.encode())

    outcome = PROVIDERS[name].reply(response, asked(), Settings(model="m"))

    assert isinstance(outcome, Failed) and (outcome.kind, outcome.transient) == ("garbled", True)
