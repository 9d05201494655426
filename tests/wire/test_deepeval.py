"""DeepEval's graphs are read from the JSON that it writes, written for it, and refused with every mistake named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.errors import RubricFileError
from arbitree.metrics.dag import dag_from_dict, dag_from_json, dag_to_dict, dag_to_json
from arbitree.wire.deepeval import read_dag
from arbitree.wire.deepeval_export import write_dag
from arbitree.wire.dump import dump_rubric

PROMISES = (Path(__file__).parent / "deepeval/promises.json").read_text(encoding="utf-8")
"""Written by `dag_to_json` of DeepEval 4.3.1."""

SMALL: dict[str, Any] = {
    "nodes": {
        "facts": {
            "type": "TaskNode",
            "instructions": "List.",
            "output_label": "Facts",
            "children": ["sure"],
            "evaluation_params": ["input"],
        },
        "sure": {"type": "BinaryJudgementNode", "criteria": "Sure?", "children": ["y", "n"]},
        "y": {"type": "VerdictNode", "verdict": True, "score": 10},
        "n": {"type": "VerdictNode", "verdict": False, "score": 0},
    }
}


def test_what_deepeval_wrote_becomes_a_rubric_with_names_that_read_well() -> None:
    assert (
        dump_rubric(dag_from_json(PROMISES).to_graph(name="Promises"))
        == """\
arbitree: 1
name: Promises
threshold: 0.5
nodes:
  promises:
    task: List what the reply promises.
    label: Promises
    shows: [actual_output]
  is-a-date-promised:
    ask: Is a date promised?
    shows: []
    reads: [promises]
    yes: firmness
    no: 0
  firmness:
    choose: How firm is the date?
    label: firmness
    shows: [input, actual_output]
    options: {firm: 10, vague: 4}
"""
    )


def test_what_is_written_for_deepeval_is_read_back_as_the_same_graph() -> None:
    built = dag_from_json(PROMISES)

    again = dag_from_json(dag_to_json(built))

    assert again.to_graph() == built.to_graph()
    assert dag_to_dict(again) == dag_to_dict(built)


def test_ids_that_were_not_drawn_at_random_are_kept_as_names() -> None:
    assert [node.name for node in dag_from_dict(SMALL).to_graph().nodes] == ["facts", "sure"]


def _changed(id: str, **change: Any) -> dict[str, Any]:
    document = copy.deepcopy(SMALL)
    document["nodes"][id] = {key: value for key, value in (document["nodes"][id] | change).items() if value != "gone"}
    return document


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({}, "no graph of DeepEval's"),
        ({"nodes": {}}, "no graph of DeepEval's"),
        (_changed("sure", type="JudgeNode"), 'the type of "sure" is "JudgeNode"'),
        (_changed("sure", criteria=3), '`criteria` of "sure" is 3'),
        (_changed("sure", criterion="Sure?"), "has no key `criterion`"),
        (_changed("facts", output_label="gone"), '`output_label` of "facts" is nothing'),
        (_changed("facts", children=["nobody"]), '"facts" has a child "nobody" that is not there'),
        (_changed("facts", children=["y", "sure"]), '"facts" has a child "y", a VerdictNode'),
        (_changed("sure", children=["facts"]), '"sure" has a child "facts", a TaskNode'),
        (_changed("y", score=15), 'the score of "y" is 15'),
        (_changed("y", score="7"), 'the score of "y" is the text "7"'),
        (_changed("y", verdict="true"), 'the verdict of "y" is "true"'),
        (_changed("y", score=None), "neither `score` nor `child`"),
        (_changed("y", child={"type": "node", "ref": "facts"}), "both `score` and `child`"),
        (_changed("y", score=None, child={"type": "node", "ref": "nobody"}), 'leads to "nobody"'),
        (_changed("y", score=None, child={"type": "metric", "metric_class": "Tone"}), "a metric (Tone)"),
        (_changed("y", score=None, child="sure"), 'the child of "y" is "sure"'),
        (_changed("sure", children=["y"]), 'no judgement has the verdict "n"'),
        (_changed("sure", evaluation_params="input"), '`evaluation_params` of "sure" is "input"'),
    ],
)
def test_a_document_that_is_wrong_says_what_and_how_to_mend_it(document: dict[str, Any], words: str) -> None:
    with pytest.raises(RubricFileError) as caught:
        read_dag(document)

    assert any(words in problem.what and problem.mend for problem in caught.value.problems), caught.value


def test_problems_of_a_text_name_their_line_and_are_told_together() -> None:
    text = json.dumps(_changed("y", score=15, verdict="x"), indent=1)

    with pytest.raises(RubricFileError) as caught:
        read_dag(text, source="dag.json")

    assert [problem.where for problem in caught.value.problems] == ['dag.json:22:8; node "y"'] * 2


def test_everything_that_deepeval_cannot_hold_is_named() -> None:
    graph = Graph(
        defaults=Defaults(shows=("messages",)),
        nodes=(
            Weigh(name="all", parts=(Part(node="a"), Part(node="c"))),
            Ask(name="a", criteria="Is it?", shows=("input",), votes=3, yes=NOT_APPLICABLE),
            Choose(name="b", criteria="Which?", options=(("x", 1.0), ("y", 2.0)), judge="strict"),
            Check(name="c", tests=(("contains", "x"),)),
            Task(name="t", instructions="List.", shows=("input",), gives="list", then="a"),
        ),
    )

    with pytest.raises(RubricFileError) as caught:
        write_dag(graph)

    assert [(problem.node, problem.what.partition('" ')[2].partition(",")[0]) for problem in caught.value.problems] == [
        ("all", "is of the kind `weigh`"),
        ("a", "sets `votes`"),
        ("a", "has a branch to `not_applicable`"),
        ("b", "shows the field `messages`"),
        ("b", "sets `judge`"),
        ("c", "is of the kind `check`"),
        ("t", "gives a list"),
        ("t", 'goes on to "a"'),
    ]
