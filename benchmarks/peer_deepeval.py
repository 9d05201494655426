"""CPU per judge call of DeepEval on the return-reply graph, with a judge that answers at once. Prints JSON."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import sys
import time

os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="YES", DEEPEVAL_DISABLE_PROGRESS_BAR="YES", ERROR_REPORTING="NO")

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import DAGMetric
from deepeval.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode, TaskNode
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import LLMTestCase, SingleTurnParams

REPLIES = {
    "TaskNodeOutput": {
        "output": "You have 30 days to return it. Shipping is on you. Refunds take 5 to 7 business days."
    },
    "BinaryJudgementVerdict": {"reason": "The facts give 30 days.", "verdict": True},
    "NonBinaryJudgementVerdict": {"reason": "Both facts are there.", "verdict": "Both"},
}


class Instant(DeepEvalBaseLLM):
    """Answers at once, from a table."""

    calls = 0

    def load_model(self):
        return self

    def get_model_name(self):
        return "instant"

    def generate(self, prompt, schema=None):
        Instant.calls += 1
        return schema(**REPLIES[schema.__name__])

    async def a_generate(self, prompt, schema=None):
        return self.generate(prompt, schema)


def metric(is_async: bool) -> DAGMetric:
    extract = TaskNode(
        instructions="List every fact the reply states about returns.",
        output_label="Return facts in the reply",
        evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
    )
    window = BinaryJudgementNode(criteria="Do the facts give a time limit of 30 days for returns?")
    details = NonBinaryJudgementNode(criteria="Which of these two facts are present?")
    extract.add_node(window)
    extract.add_node(details)
    window.add_verdict(verdict=False, score=0)
    window.add_verdict(verdict=True, then=details)
    details.add_verdict(verdict="Both", score=10)
    details.add_verdict(verdict="Only one", score=6)
    details.add_verdict(verdict="Neither", score=3)
    graph = DeepAcyclicGraph(root_nodes=[extract])
    return DAGMetric(name="Return reply", dag=graph, model=Instant(), include_reason=False, async_mode=is_async)


def main(cases: int, repeats: int) -> None:
    reply = "You have 30 days to return it. Return shipping is on you, and refunds take 5 to 7 business days. "
    made = [LLMTestCase(input="Can I return it?", actual_output=reply + str(number)) for number in range(cases)]

    def with_evaluate() -> None:
        evaluate(
            made,
            [metric(True)],
            async_config=AsyncConfig(max_concurrent=20, throttle_value=0),
            cache_config=CacheConfig(write_cache=False),
            display_config=DisplayConfig(show_indicator=False, print_results=False),
        )

    def bare_sync() -> None:
        one = metric(False)
        for case in made:
            one.measure(case, _show_indicator=False)

    def bare_async() -> None:
        async def loop() -> None:
            one = metric(True)
            for case in made:
                await one.a_measure(case, _show_indicator=False)

        asyncio.run(loop())

    rows = {}
    for name, run in {"evaluate": with_evaluate, "bare async loop": bare_async, "bare sync loop": bare_sync}.items():
        best = float("inf")
        for _ in range(repeats):
            Instant.calls, began = 0, time.process_time()
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                run()
            best = min(best, (time.process_time() - began) / Instant.calls)
        rows[name] = best * 1e6
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
