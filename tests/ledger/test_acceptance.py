"""What the list of acceptance asks of the ledger, in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitree import Keeping, Rubric
from arbitree.core.records import Result
from arbitree.errors import RecordError
from arbitree.testing import ScriptedJudge, in_turn, raw
from arbitree.wire.results import trace_bytes

RUBRIC = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  facts: {task: List the facts.}
  window: {ask: Is there a time limit?, reads: [facts], shows: [], yes: tone, no: 0}
  tone: {choose: How does it sound?, options: {Kind: %d, Cold: 2}}
"""
CASES = [{"id": str(number), "actual_output": f"You have {number} days."} for number in range(1, 4)]
SCRIPT: dict[str, Any] = {"facts": "a limit", "window": True, "tone": "Kind"}


class Model(ScriptedJudge):
    """A scripted judge that tells what it is."""

    def __init__(self, script: dict[str, Any] = SCRIPT, *, temperature: float = 0, model: str = "m-1") -> None:
        super().__init__(script, waits=3)
        self.fingerprint = {"model": model, "temperature": temperature}


def run(model: Model, ledger: object, rubric: str = RUBRIC % 10) -> tuple[Result, ...]:
    return Rubric.loads(rubric).run(CASES, judge=model, ledger=ledger)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def test_acceptance_24_the_same_run_again_makes_no_call(path: Path) -> None:
    first, again = run(Model(), path), run(nobody := Model({}), path)

    assert [trace_bytes(result) for result in again] == [trace_bytes(result) for result in first]
    assert again == first
    assert nobody.calls == 0


def test_acceptance_24_changed_criteria_are_asked_and_what_follows_them_if_it_reads_them(path: Path) -> None:
    run(Model(), path)
    run(fewer := Model(), path, (RUBRIC % 10).replace("time limit", "limit in days"))
    run(task := Model({**SCRIPT, "facts": "other facts"}), path, (RUBRIC % 10).replace("the facts", "all facts"))

    assert fewer.nodes == ["window"]
    assert set(task.nodes) == {"facts", "window"}


def test_acceptance_24_a_changed_score_of_a_leaf_makes_no_call(path: Path) -> None:
    run(Model(), path)
    results = run(nobody := Model({}), path, RUBRIC % 7)

    assert ([result.score for result in results], nobody.calls) == ([0.7] * 3, 0)


@pytest.mark.parametrize("other", [{"temperature": 0.2}, {"model": "m-2"}])
def test_acceptance_24_another_model_or_temperature_is_a_miss(path: Path, other: dict[str, Any]) -> None:
    run(first := Model(), path)
    run(second := Model(**other), path)

    assert first.calls == second.calls > 0


def test_acceptance_24_a_replay_raises_on_a_miss_and_names_what_is_missing(path: Path) -> None:
    run(Model(), path)
    with pytest.raises(RecordError, match='"window" 1') as caught:
        run(nobody := Model({}), Keeping(path=path, replay=True), (RUBRIC % 10).replace("time limit", "limit"))
    (problem,) = caught.value.problems

    assert problem.code == "R149"
    assert nobody.calls == 0
    assert run(Model({}), Keeping(path=path, replay=True)) == run(Model({}), path)


def test_acceptance_8_what_was_off_the_menu_three_times_is_asked_afresh_alone(path: Path) -> None:
    off = raw('{"verdict": "Lukewarm"}')
    (unsure, *_) = run(Model({**SCRIPT, "tone": in_turn(*[off] * 9)}), path)
    assert (unsure.status, len(unsure.trace[-1].attempts)) == ("undecided", 3)
    replayed = run(Model({}), Keeping(path=path, replay=True))
    kept = run(Model({}), Keeping(path=path, keep_undecided=True))
    results = run(afresh := Model({"tone": in_turn(off, "Kind", "Kind", "Kind")}), path)

    assert trace_bytes(replayed[0]) == trace_bytes(kept[0]) == trace_bytes(unsure)
    assert [result.score for result in results] == [1.0] * 3
    assert (set(afresh.nodes), afresh.calls) == ({"tone"}, 4)
    assert run(Model({}), path) == results


def test_a_task_that_was_never_read_is_asked_afresh_though_what_reads_it_was_not_reached(path: Path) -> None:
    (empty, *_) = run(Model({"facts": raw(""), "tone": "Kind"}), path)
    results = run(Model(SCRIPT), path)

    assert empty.status == "undecided"
    assert [result.score for result in results] == [1.0] * 3


def test_a_judge_that_does_not_tell_what_it_is_is_refused(path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be remembered"):
        Rubric.loads(RUBRIC % 10).run(CASES, judge=lambda prompt: "yes", ledger=path)

    Rubric.loads(RUBRIC % 10).run(CASES, judge=ScriptedJudge(SCRIPT), ledger=Keeping(path=path, remember_as="v1"))
    results = Rubric.loads(RUBRIC % 10).run(CASES, judge=ScriptedJudge({}), ledger=Keeping(path=path, remember_as="v1"))
    assert [result.score for result in results] == [1.0] * 3
