"""Answers about items are recorded by the texts of the items, and the examples over lists come to what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitree import Rubric
from arbitree.core.records import Result
from arbitree.judges import record
from arbitree.judges.rows import write_rows
from tests.checks.test_lists import EXAMPLES, NAMES

SCORES = {
    "faithfulness": {"all-true": 1.0, "one-invented": 2 / 3, "no-claim": None, "all-wrong": 0.0},
    "answer-relevancy": {"to-the-point": 0.85, "rambling": 1 / 3, "evasive": 0.0},
    "hallucination": {"agrees": 1.0, "silent": 1.0, "contradicts": 0.5, "no-facts": None},
    "citations": {"well-cited": 1.0, "wrong-source": 0.5, "uncited": 0.5},
    "criteria": {"careful": 0.8, "reckless": 0.0, "other-criteria": 1.0},
}


def results(name: str, judge: str) -> tuple[Result, ...]:
    return tuple(Rubric.load(EXAMPLES / name / "rubric.yaml").run(EXAMPLES / name / "cases.jsonl", judge=judge))


@pytest.mark.parametrize("name", NAMES)
def test_an_example_over_lists_comes_to_what_it_says_and_replays_from_its_answers(name: str, tmp_path: Path) -> None:
    first = results(name, f"rules:{EXAMPLES / name / 'rules.py'}")
    write_rows(str(tmp_path / "answers.jsonl"), record(first))
    again = results(name, f"recorded:{tmp_path / 'answers.jsonl'}")

    assert {one.case: one.score for one in first} == {
        case: score if score is None else pytest.approx(score) for case, score in SCORES[name].items()
    }
    assert [one.score for one in first] == [one.score for one in again]
