"""No answer steers a server of typed decisions: it stays a value of the state, and the questions stay as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbitree.core.records import Question
from arbitree.providers.base import Settings
from arbitree.providers.table import PROVIDERS
from tests.adversarial.structural import Attack, attacks
from tests.providers.questions import asked

NAMES = ("typesafe", "openai-decisions", "gemini-decisions")
TWIN = "The parcel left on Monday and should be with you by Friday."


def sent(name: str, text: str) -> tuple[Any, Any]:
    """The evidence and the questions of a request, as the server reads them."""
    questions: list[Question] = [
        asked(kind, evidence=(("Input", text), ("Actual Output", text)), key=kind) for kind in ("yes_no", "one_of")
    ]
    body = json.loads(PROVIDERS[name].request_all(questions, Settings(model="m")).body)  # type: ignore[attr-defined]
    evidence = body.get("state", body.get("input"))
    return (json.loads(evidence) if isinstance(evidence, str) else evidence), body["questions"]


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: attack.name)
@pytest.mark.parametrize("name", NAMES)
def test_an_attack_stays_a_value_and_the_questions_stay_those_of_the_harmless_twin(name: str, attack: Attack) -> None:
    evidence, questions = sent(name, attack.text)
    harmless, twins = sent(name, TWIN)

    assert questions == twins
    assert list(evidence) == list(harmless) == ["Input", "Actual Output"]
    assert set(evidence.values()) == {attack.text.encode("utf-8", "replace").decode()}
