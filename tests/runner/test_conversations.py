"""Real conversations, judged by recorded answers: as a rubric file, and as the reference's nodes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arbitree import Rubric
from arbitree.core.records import Result
from arbitree.data import read_cases
from arbitree.metrics import ConversationalDAGMetric
from arbitree.metrics.conversational_dag import ConversationalNonBinaryJudgementNode, DeepAcyclicGraph
from tests.meta.source import ROOT

FOLDER = ROOT / "examples/conversations"
TALKS = read_cases(FOLDER / "conversations.jsonl.gz").cases
JUDGE = f"recorded:{FOLDER / 'answers.jsonl.gz'}"


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return list(Rubric.load(FOLDER / "turns.yaml").run(TALKS, judge=JUDGE))


def test_more_than_two_hundred_conversations_are_scored_turn_by_turn(results: list[Result]) -> None:
    assert Counter(result.status for result in results) == {"scored": 223}
    assert sum(result.passed is True for result in results) == 87


def test_a_window_beyond_the_conversation_does_not_apply_to_the_twenty_that_are_too_short(
    results: list[Result],
) -> None:
    short = {case.id for case in TALKS if len(case.fields["messages"]) < 5}  # type: ignore[arg-type]
    second = {result.case: step.to for result in results for step in result.trace if step.node == "second"}

    assert len(short) == 20
    assert {case for case, to in second.items() if to == "not_applicable"} == short


def test_a_rubric_of_the_references_nodes_scores_them_as_its_file_does(tmp_path: Path) -> None:
    resolved = ConversationalNonBinaryJudgementNode(
        "Was the person's need met?", evaluation_params=["role", "content"], turn_window=(1, -1), name="resolved"
    )
    for option, score in (
        ("It was not met", 0),
        ("Met in far too many turns", 4),
        ("Met in a few turns too many", 7),
        ("Met in few turns", 10),
    ):
        resolved.add_verdict(option, score=score)
    metric = ConversationalDAGMetric("Resolved", DeepAcyclicGraph([resolved]), JUDGE, include_reason=False)
    file = tmp_path / "resolved.yaml"
    file.write_text(Rubric.from_dag(metric.dag, name="Resolved").dump())

    scores = [metric.run({"id": case.id, **case.fields}).score for case in TALKS[:40]]
    assert scores == [result.score for result in Rubric.load(file).run(TALKS[:40], judge=JUDGE)]
    assert None not in scores
