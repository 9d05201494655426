"""Metrics of a user's own that tests have as leaves, and a graph that leads to one."""

from __future__ import annotations

import asyncio
from typing import Any

from arbitree.metrics import BaseMetric, DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.testing import ScriptedJudge

FINE = {"input": "Hi", "actual_output": "fine", "tone": "warm"}


class Length(BaseMetric):
    """A metric of the user's own: short is good."""

    def __init__(self, *, gives: Any = None) -> None:
        self.gives, self.seen = gives, []
        self.evaluation_model = "a-ruler"

    def measure(self, test_case: Any) -> float | None:
        self.seen.append(test_case)
        self.score = 1 / len(test_case.actual_output) if self.gives is None else self.gives
        self.reason = f"{len(test_case.actual_output)} letters, {len(self.seen)} seen"
        self.evaluation_cost, self.input_tokens, self.output_tokens = 0.25, 7, 3
        return self.score


class Awaited(Length):
    """The same, awaited, in several cases at once."""

    running = most = 0

    async def a_measure(self, test_case: Any) -> float | None:
        Awaited.running += 1
        Awaited.most = max(Awaited.most, Awaited.running)
        await asyncio.sleep(0.001)
        Awaited.running -= 1
        return self.measure(test_case)


def gated(metric: Any, **more: Any) -> DAGMetric:
    """A gate that a judge passes, and a metric behind it."""
    node = BinaryJudgementNode(criteria="Is it fine?", evaluation_params=["actual_output"], name="fine")
    node.add_verdict(True, then=metric)
    node.add_verdict(False, score=0)
    judge = ScriptedJudge({"fine": more.pop("fine", True)})
    return DAGMetric("m", DeepAcyclicGraph([node]), judge, **{"include_reason": False, **more})
