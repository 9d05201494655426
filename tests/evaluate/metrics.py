"""Metrics, cases and a counting judge that tests of `evaluate` share."""

from __future__ import annotations

import asyncio
from typing import Any

from arbitree.evaluate import DisplayConfig
from arbitree.metrics import BaseMetric, DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode
from arbitree.test_case import LLMTestCase

SILENT = DisplayConfig(print_results=False, show_indicator=False)


class Judge:
    """Says that an output is polite where it says please, and counts how often it was asked, and at once."""

    def __init__(self, *, turns: int = 2, fails_on: str = "boom") -> None:
        self.calls = self.now = self.most = 0
        self._turns, self._fails_on = turns, fails_on

    async def a_generate(self, prompt: str) -> dict[str, object]:
        self.calls += 1
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            for _ in range(self._turns):
                await asyncio.sleep(0)
            if self._fails_on in prompt:
                raise TypeError("the judge broke")
            if "How warm" in prompt:
                return {"verdict": "warm", "reason": "It greets."}
            return {"verdict": "please" in prompt, "reason": "It says so."}
        finally:
            self.now -= 1


def polite(name: str, judge: Any, *, yes: float = 10, **more: Any) -> DAGMetric:
    """One yes/no question about the output."""
    node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"], name="polite")
    node.add_verdict(True, score=yes)
    node.add_verdict(False, score=2)
    return DAGMetric(name, DeepAcyclicGraph([node]), judge, **{"include_reason": "path", **more})


def warm(name: str, judge: Any, **more: Any) -> DAGMetric:
    """The same question, and for what is polite one more."""
    first = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"], name="first")
    second = NonBinaryJudgementNode(criteria="How warm is it?", evaluation_params=["actual_output"], name="warmth")
    first.add_verdict(True, then=second)
    first.add_verdict(False, score=0)
    second.add_verdict("warm", score=8)
    second.add_verdict("cold", score=3)
    return DAGMetric(name, DeepAcyclicGraph([first]), judge, **{"include_reason": "path", **more})


def cases(*outputs: str | None) -> list[LLMTestCase]:
    """A test case for each output, None for one that lacks it."""
    return [LLMTestCase(input="Where is it?", actual_output=output) for output in outputs]


class Length(BaseMetric):
    """A user's own metric: it keeps what it has seen, as such metrics do."""

    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold
        self.seen: list[str] = []

    def measure(self, test_case: Any) -> float:
        self.seen.append(test_case.actual_output)
        self.reason = f"after {len(self.seen)}"
        self.score = min(len(test_case.actual_output) / 10, 1.0)
        self.success = self.score >= (self.threshold or 0.0)
        return self.score

    @property
    def __name__(self) -> str:
        return "Length"
