"""DAGMetric and the ledger: what its judges answered before is not asked again, in this process or another."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from pathlib import Path

import pytest

from arbitree import Keeping
from arbitree.errors import RecordError, UndecidedWarning
from arbitree.ledger.admin import stats, verify
from arbitree.metrics import DAGMetric
from arbitree.models import DeepEvalBaseLLM
from arbitree.test_case import LLMTestCase
from tests.metrics.graphs import CASE, gate

GOOD = '{"verdict": true, "reason": "so it says"}'


class Model(DeepEvalBaseLLM):
    """Counts what it is asked; its replies are what they were made to be."""

    def __init__(self, reply: str = GOOD, *, fingerprint: Mapping[str, object] | str | None = "m-1") -> None:
        self.reply = reply
        self.asked: list[str] = []
        self.fingerprint = fingerprint

    def load_model(self) -> None: ...

    def get_model_name(self) -> str:
        return "model"

    def generate(self, prompt: str) -> str:
        self.asked.append(prompt)
        return self.reply

    async def a_generate(self, prompt: str) -> str:
        await asyncio.sleep(0.002)
        return self.generate(prompt)


def metric(model: Model, ledger: str | Path | Keeping, **settings: object) -> DAGMetric:
    return DAGMetric("m", gate(), model, ledger=ledger, **settings)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


@pytest.mark.parametrize("include_reason", [True, "path"])
def test_acceptance_24_a_metric_asks_once_and_another_one_of_the_same_judge_nothing(
    path: Path, include_reason: object
) -> None:
    first, second = Model(), Model()
    one = metric(first, path, include_reason=include_reason)
    assert one.measure(CASE) == one.measure(CASE) == 1.0
    made = len(first.asked)
    again = metric(second, path, include_reason=include_reason)

    assert again.measure(CASE) == 1.0 and again.reason == one.reason
    assert (made, len(first.asked), second.asked) == (1 + (include_reason is True), made, [])


def test_acceptance_24_another_model_is_asked(path: Path) -> None:
    other = Model(fingerprint="m-2")
    metric(Model(), path, include_reason=False).measure(CASE)
    metric(other, path, include_reason=False).measure(CASE)

    assert len(other.asked) == 1


def test_acceptance_8_what_could_not_be_read_is_asked_afresh_by_the_next_measurement(path: Path) -> None:
    model = Model("oops")
    unsure = metric(model, path, include_reason=False)
    with pytest.warns(UndecidedWarning):
        assert unsure.measure(CASE) is None
    assert len(model.asked) == 3
    model.reply = GOOD

    assert (unsure.measure(CASE), len(model.asked)) == (1.0, 4)
    assert (unsure.measure(CASE), len(model.asked)) == (1.0, 4)


def test_a_judge_that_does_not_tell_what_it_is_is_refused_when_the_metric_is_made(path: Path) -> None:
    with pytest.raises(RecordError, match="it does not tell what they depend on"):
        metric(Model(fingerprint=None), path)
    assert not path.exists()
    named = metric(Model(fingerprint=None), Keeping(path=path, remember_as="mine"), include_reason=False)

    assert named.measure(CASE) == 1.0


def test_a_file_that_is_no_ledger_is_said_before_anything_is_asked(path: Path) -> None:
    path.write_text("{}", encoding="utf-8")
    model = Model()
    with pytest.raises(RecordError, match="this file is no ledger"):
        metric(model, path).measure(CASE)

    assert model.asked == []


def test_acceptance_24_a_replay_names_what_is_missing_and_asks_nothing(path: Path) -> None:
    model = Model()
    metric(model, path, include_reason=False).measure(CASE)
    replayed = metric(model, Keeping(path=path, replay=True), include_reason=False)

    assert replayed.measure(CASE) == 1.0
    with pytest.raises(RecordError, match='no reply to 1 question: "fine" 1'):
        replayed.measure(LLMTestCase(input="q", actual_output="something else"))
    assert len(model.asked) == 1


def test_one_metric_with_a_ledger_serves_many_tasks_and_asks_equal_questions_once(path: Path) -> None:
    model = Model()
    one = metric(model, path, include_reason=False)
    cases = [LLMTestCase(input="q", actual_output=f"answer {number % 10}") for number in range(60)]

    async def together() -> list[float | None]:
        return [result.score for result in await asyncio.gather(*(one.arun(case) for case in cases))]

    assert asyncio.run(together()) == [1.0] * 60
    assert len(model.asked) == 10
    assert verify(path).is_whole


def test_what_was_received_is_on_disk_when_the_metric_is_gone(path: Path) -> None:
    metric(Model(), path, include_reason=False).measure(CASE)
    gc.collect()

    assert not path.with_name("ledger.sqlite-wal").exists()
    assert stats(path).replies == 1
