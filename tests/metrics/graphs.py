"""A case and two graphs that tests of metrics share."""

from __future__ import annotations

from typing import Any

from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    DeepAcyclicGraph,
    NonBinaryJudgementNode,
    TaskNode,
)
from arbitree.test_case import LLMTestCase, SingleTurnParams
from arbitree.testing import ScriptedJudge

CASE = LLMTestCase(input="Can I return it?", actual_output="You have 30 days.", name="q-1")


def reply_graph() -> DeepAcyclicGraph:
    """A task, a gate, and a choice, as a rubric of return replies has them."""
    facts = TaskNode(
        instructions="List what the reply says about returns.",
        output_label="Facts",
        evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
    )
    window = BinaryJudgementNode(criteria="Is there a limit?", name="window")
    details = NonBinaryJudgementNode(criteria="Which details are there?", name="details")
    facts.add_node(window)
    facts.add_node(details)
    window.add_verdict(False, score=0)
    window.add_verdict(True, then=details)
    for label, score in (("Both", 10), ("Only one", 6), ("Neither", 3)):
        details.add_verdict(label, score=score)
    return DeepAcyclicGraph(root_nodes=[facts])


def metric_of(script: dict[str, Any], **more: Any) -> DAGMetric:
    judge = ScriptedJudge({"facts": "30 days", **script})
    return DAGMetric("Return reply", reply_graph(), judge, **{"include_reason": False, **more})


def gate(**more: Any) -> DeepAcyclicGraph:
    """One yes/no question about the output."""
    node = BinaryJudgementNode(criteria="Is it fine?", evaluation_params=["actual_output"], name="fine", **more)
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=2)
    return DeepAcyclicGraph([node])
