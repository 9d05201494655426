"""Rubrics of others become rubrics of ours: PaperBench's trees, CheckEval's checklists, flat lists of criteria."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.validate import problems_of
from arbitree.errors import RubricFileError
from arbitree.wire.checklists import read_checkeval, read_criteria
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.paperbench import read_paperbench


def _task(words: str, weight: object = 1, *below: dict[str, Any]) -> dict[str, Any]:
    return {"id": words[:1], "requirements": words, "weight": weight, "sub_tasks": list(below), "task_category": None}


TREE = _task("All of it.", 1, _task("Code.", 2, _task("It runs.", 3), _task("It is tested.", 1)), _task("Text.", 5))


def test_a_tree_of_weights_becomes_weighings_of_questions() -> None:
    graph = read_paperbench(TREE)

    assert [node.name for node in graph.nodes] == ["paper", "paper.1", "paper.1.1", "paper.1.2", "paper.2"]
    whole, code = graph.node("paper"), graph.node("paper.1")
    assert isinstance(whole, Weigh) and isinstance(code, Weigh)
    assert whole.parts == (Part(node="paper.1", weight=2.0), Part(node="paper.2", weight=5.0))
    assert code.parts == (Part(node="paper.1.1", weight=3.0), Part(node="paper.1.2", weight=1.0))
    assert graph.node("paper.2") == Ask(name="paper.2", criteria="Text.", meta={"id": "T"})
    assert problems_of(graph) == ()


def test_a_graded_tree_gives_the_same_rubric_as_the_tree() -> None:
    graded = {**TREE, "score": 0.5, "valid_score": True, "explanation": "", "judge_metadata": None}

    assert read_paperbench({"graded_task_tree": graded}) == read_paperbench(TREE)


def test_a_tree_is_written_nested_and_read_back() -> None:
    graph = read_paperbench(TREE)
    text = dump_rubric(graph)

    assert load_rubric(text).graph == graph
    assert [line.strip() for line in text.splitlines() if line.startswith("  ") and line[2] != " "] == ["paper:"]


def test_a_tree_as_deep_as_the_stack_is_read() -> None:
    tree = _task("Leaf.")
    for _ in range(5_000):
        tree = _task("Inner.", 1, tree)

    assert len(read_paperbench(tree).nodes) == 5_001


def test_every_node_of_a_tree_that_is_wrong_is_named() -> None:
    tree = _task("All.", 1, _task(" "), _task("B.", "heavy"), {"requirements": "C.", "weight": 1, "sub_tasks": 3})

    with pytest.raises(RubricFileError) as caught:
        read_paperbench(tree)

    assert [problem.what for problem in caught.value.problems] == [
        'the tree, part 1 has " " for its requirements',
        'the tree, part 2 has "heavy" for its weight',
        "the tree, part 3 has 3 for its sub_tasks",
    ]


CHECKLIST = """\
definition:
  topical_chat: Is the reply coherent?

sub_aspect:
  Logical Flow:
    Does it follow from what was said: clearly?
    Does it keep to order #12?

  Continuity:
    - Is it consistent?
"""


def test_the_lines_of_a_checklist_are_its_questions() -> None:
    graph = read_checkeval(CHECKLIST)

    asked = [node.criteria for node in graph.nodes if isinstance(node, Ask)]
    assert asked == ["Does it follow from what was said: clearly?", "Does it keep to order #12?", "Is it consistent?"]
    assert [node.label for node in graph.nodes if isinstance(node, Weigh)] == [
        "Is the reply coherent?",
        "Logical Flow",
        "Continuity",
    ]


def test_a_checklist_scores_the_share_of_its_questions() -> None:
    whole = read_checkeval(CHECKLIST).nodes[0]

    assert isinstance(whole, Weigh) and whole.by == "mean"
    assert [part.weight for part in whole.parts] == [2.0, 1.0]


def test_a_file_without_questions_is_refused() -> None:
    with pytest.raises(RubricFileError, match="no question below `sub_aspect:`"):
        read_checkeval("sub_aspect:\n  Flow:\n")


def test_criteria_with_points_are_added_up() -> None:
    graph = read_criteria(
        [{"criterion": "Dose.", "points": 7, "tags": ["safety"]}, {"criterion": "Lie.", "points": -8}]
    )

    whole = graph.nodes[0]
    assert isinstance(whole, Weigh) and whole.by == "points"
    assert [part.weight for part in whole.parts] == [7.0, -8.0]
    assert graph.node("criteria.1").meta == {"tags": ["safety"]}
    assert problems_of(graph) == ()


def test_criteria_without_points_are_a_mean() -> None:
    whole = read_criteria(["Polite.", {"text": "Short.", "weight": 2}]).nodes[0]

    assert isinstance(whole, Weigh) and whole.by == "mean"
    assert [part.weight for part in whole.parts] == [1.0, 2.0]


def test_every_criterion_that_is_wrong_is_named() -> None:
    with pytest.raises(RubricFileError) as caught:
        read_criteria([{"points": 3}, {"criterion": "A.", "points": "3"}, 7])

    assert [problem.where for problem in caught.value.problems] == [
        "criteria.json, entry 1",
        "criteria.json, entry 2",
        "criteria.json, entry 3",
    ]
