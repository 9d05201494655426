"""`EachNode`: a body per item of a list, built beside the reference's nodes."""

from __future__ import annotations

import pytest

from arbitree.core.kinds.each import Each
from arbitree.errors import GraphError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, CheckNode, DeepAcyclicGraph, EachNode, TaskNode, WeighNode
from arbitree.test_case import LLMTestCase
from arbitree.testing import ScriptedJudge

CASE = LLMTestCase(input="?", actual_output="Three claims.", context=["one fact", "another fact"])


def claims() -> TaskNode:
    return TaskNode("List every claim.", "Claims", gives="list", evaluation_params=["actual_output"], name="claims")


def supported() -> BinaryJudgementNode:
    node = BinaryJudgementNode("Is the claim true?", evaluation_params=["context"], name="supported")
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)
    return node


def measured(dag: DeepAcyclicGraph, script: dict[str, object]) -> DAGMetric:
    metric = DAGMetric(name="Lists", dag=dag, model=ScriptedJudge(script), include_reason=False)  # type: ignore[arg-type]
    metric.measure(CASE)
    return metric


@pytest.mark.parametrize("roots", ["the task", "the each"])
def test_a_metric_over_a_list_scores_the_mean_of_its_items(roots: str) -> None:
    task = claims()
    faithful = EachNode(task, "claim", name="faithful")
    faithful.add_node(supported())
    dag = DeepAcyclicGraph([task if roots == "the task" else faithful])
    metric = measured(dag, {"claims": ["a", "b"], "supported": lambda question: "claim:\nb" not in question.prompt})

    assert metric.score == 0.5
    assert metric.score_breakdown == {"faithful": 0.5, "supported[1]": 1.0, "supported[2]": 0.0}


def test_a_field_of_the_case_can_be_gone_over_and_its_score_be_a_part() -> None:
    facts = EachNode("context", "fact", by="all", name="facts")
    facts.add_node(supported())
    short = CheckNode(of="passage", max_words=2, name="short")
    brief = EachNode("context", "passage", do=short, name="brief")
    brief.add_node(short)
    both = WeighNode(name="both")
    both.add_part(facts)
    both.add_part(brief)
    dag = DeepAcyclicGraph([both])

    assert measured(dag, {"supported": True}).score == 1.0


def test_a_graph_over_lists_is_the_same_after_it_was_raised_and_lowered_again() -> None:
    faithful = EachNode(claims(), "claim", by="share", met=5, empty=10, limit=7, label="Faithful", name="faithful")
    faithful.add_node(supported())
    graph = DeepAcyclicGraph([faithful]).to_graph()

    assert DeepAcyclicGraph(DeepAcyclicGraph.from_graph(graph).root_nodes).to_graph() == graph
    [each] = graph.eaches
    assert each == Each(
        name="faithful",
        over="claims",
        item="claim",
        do="supported",
        by="share",
        met=5,
        empty=10,
        limit=7,
        label="Faithful",
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"by": "median"}, "G150"),
        ({"met": 5}, "G150"),
        ({"limit": 0}, "G150"),
        ({"item": " "}, "G121"),
        ({"do": 3}, "G150"),
    ],
)
def test_what_one_node_shows_is_refused_where_it_is_made(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(GraphError) as refused:
        EachNode(**{"over": "context", **arguments})  # type: ignore[arg-type]

    assert refused.value.problems[0].code == code


def test_an_each_without_a_body_is_refused_when_the_graph_is_built() -> None:
    with pytest.raises(GraphError, match="needs a body"):
        DeepAcyclicGraph([EachNode("context", "fact")])
