"""G-Evals as leaves of DeepEval's graphs come and go as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.grade import Grade, Range
from arbitree.core.kinds.task import Task
from arbitree.core.scale import Scale
from arbitree.errors import RubricFileError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import dag_from_dict, dag_to_dict
from arbitree.wire.deepeval_export import write_dag
from arbitree.wire.dump import dump_rubric

TONE = {
    "type": "geval",
    "name": "Tone",
    "evaluation_params": ["actual_output"],
    "criteria": "Is it kind?",
    "evaluation_steps": None,
    "threshold": 0.6,
    "top_logprobs": 20,
    "async_mode": True,
    "strict_mode": False,
    "verbose_mode": False,
    "_include_g_eval_suffix": True,
    "flaky": False,
}
"""As `dag_to_dict` of DeepEval 4.3.1 writes one whose rubric it leaves out."""


def document(leaf: dict[str, Any]) -> dict[str, Any]:
    asked = {"type": "BinaryJudgementNode", "criteria": "Is it polite?", "evaluation_params": ["actual_output"]}
    return {
        "nodes": {
            "polite": {**asked, "label": None, "children": ["y", "n"]},
            "y": {"type": "VerdictNode", "verdict": True, "child": leaf},
            "n": {"type": "VerdictNode", "verdict": False, "score": 0},
        }
    }


GRADED = Grade(name="tone", label="Tone", criteria="Is it kind?", shows=("actual_output",))


def graph(grade: Grade, **more: Any) -> Graph:
    return Graph(nodes=(Ask(name="polite", criteria="Is it polite?", yes=grade.name, no=0.0), grade), **more)


def test_a_g_eval_of_deepeval_s_becomes_a_grade_and_scores() -> None:
    dag = dag_from_dict(document(TONE))
    text = dump_rubric(dag.to_graph(name="Manners"))

    assert "grade: Is it kind?" in text and "shows: [actual_output]" in text
    replies = {"'output'": '{"output": ["Look."]}', "'score'": '{"reason": "r", "score": 8}'}
    metric = DAGMetric(
        "Manners",
        dag,
        lambda prompt: next(
            (said for key, said in replies.items() if key in prompt), '{"reason": "r", "verdict": true}'
        ),
        include_reason="path",
    )
    assert metric.measure({"actual_output": "Please wait."}) == 0.8


@pytest.mark.parametrize(
    "leaf",
    [
        TONE,
        {**TONE, "criteria": None, "evaluation_steps": ["Look for kind words.", "Weigh them."]},
        {**TONE, "strict_mode": True, "threshold": 1},
    ],
)
def test_what_is_written_is_read_back_as_the_same_graph(leaf: dict[str, Any]) -> None:
    dag = dag_from_dict(document(leaf))
    written = dag_to_dict(dag)

    assert dag_from_dict(json.loads(json.dumps(written))).to_graph() == dag.to_graph()
    child = written["nodes"]["polite/true"]["child"]
    meant = ("type", "name", "criteria", "evaluation_steps", "evaluation_params", "strict_mode")
    assert {key: child[key] for key in meant} == {key: leaf[key] for key in meant}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": " "}, "a G-Eval has no `name`"),
        ({"criteria": None}, "neither `criteria` nor `evaluation_steps`"),
        ({"criteria": 3}, "the `criteria` of a G-Eval are no text"),
        ({"evaluation_steps": "Look."}, "`evaluation_steps` of a G-Eval is no list of texts"),
        ({"evaluation_params": [7]}, "`evaluation_params` of a G-Eval is no list of texts"),
        ({"strict_mode": "yes"}, "`strict_mode` of a G-Eval is neither true nor false"),
        ({"rubric": [{"score_range": [0, 4]}]}, "the rubric of a G-Eval is not part of DeepEval's form"),
        ({"criterias": "Is it?"}, "did you mean `criteria`"),
    ],
)
def test_a_g_eval_that_cannot_be_held_is_refused_with_what_is_wrong(change: dict[str, Any], said: str) -> None:
    with pytest.raises(RubricFileError) as refused:
        dag_from_dict(document({**TONE, **change}))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("unsaid", "why"),
    [
        (graph(replace(GRADED, scale=Scale(low=1, high=5))), "from 1 to 5, and DeepEval's from 0 to 10"),
        (graph(replace(GRADED, rubric=(Range(0, 10, "Any."),))), "has a rubric"),
        (graph(replace(GRADED, steps=())), "has no steps"),
        (graph(replace(GRADED, judges=("a", "b"))), "has a jury"),
        (graph(replace(GRADED, judge="other")), "sets `judge`"),
        (Graph(nodes=(GRADED,)), "is what the graph begins with"),
        (
            Graph(
                nodes=(
                    Task(name="facts", instructions="List the facts.", shows=("actual_output",)),
                    *graph(replace(GRADED, reads=("facts",))).nodes,
                )
            ),
            "reads tasks",
        ),
    ],
)
def test_a_grade_that_a_g_eval_cannot_say_is_named(unsaid: Graph, why: str) -> None:
    with pytest.raises(RubricFileError) as refused:
        write_dag(unsaid)
    assert why in str(refused.value)
