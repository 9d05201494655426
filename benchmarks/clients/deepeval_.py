"""DeepEval's `evaluate` over DAGMetric, with a client of the user's own, or with its own class for local models.

DeepEval has no node that sums parts: of work whose judgements are all asked, those over one task make a metric.
"""
# pyright: reportMissingImports=false, reportUntypedBaseClass=false

from __future__ import annotations

import contextlib
import io
from typing import Any

import aiohttp
from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import DAGMetric
from deepeval.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode, TaskNode
from deepeval.models import DeepEvalBaseLLM, LocalModel
from deepeval.test_case import LLMTestCase, SingleTurnParams

from benchmarks.job import Job
from benchmarks.works.base import Work
from benchmarks.works.table import WORKS

SHOWN = [SingleTurnParams.ACTUAL_OUTPUT]


class Client(DeepEvalBaseLLM):
    """A user's own model: one kept client, the quickest there is for Python, and the reply as the schema's object."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/chat/completions"
        self._session: aiohttp.ClientSession | None = None
        super().__init__("a-model")

    def load_model(self) -> Any:
        """Itself."""
        return self

    def get_model_name(self) -> str:
        """Its name."""
        return "a-model"

    def generate(self, prompt: str, schema: Any = None) -> Any:
        """Is never called: everything runs async."""
        raise NotImplementedError

    async def a_generate(self, prompt: str, schema: Any = None) -> Any:
        """The reply as the schema's object."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        asked = {"model": "a-model", "messages": [{"role": "user", "content": prompt}], "temperature": 0.0}
        async with self._session.post(self._url, json=asked) as response:
            found = await response.json()
        return schema.model_validate_json(found["choices"][0]["message"]["content"])


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    work = WORKS[job.work]()
    own = LocalModel(model="a-model", api_key="none", base_url=job.url)
    model = own if job.variant == "own model" else Client(job.url)
    cases = [LLMTestCase(input="Can I return it?", actual_output=row["actual_output"]) for row in job.rows]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        found = evaluate(
            cases,
            [DAGMetric(name=name, dag=dag, model=model, include_reason=False) for name, dag in graphs(work).items()],
            async_config=AsyncConfig(max_concurrent=job.concurrency, throttle_value=0),
            cache_config=CacheConfig(write_cache=False),
            display_config=DisplayConfig(show_indicator=False, print_results=False, inspect_after_run=False),
        )
    by_index = sorted(found.test_results, key=lambda one: one.index)
    return [_mean([metric.score for metric in one.metrics_data]) for one in by_index]


def graphs(work: Work) -> dict[str, Any]:
    """The graph of each metric."""
    if work.is_chain:
        return {work.name: chain(work, work.judgements)}
    by_task: dict[str, list[str]] = {}
    for node in work.judgements:
        by_task.setdefault(work.asks[node].reads or node, []).append(node)
    return {task: chain(work, tuple(nodes), ends=False) for task, nodes in by_task.items()}


def chain(work: Work, judgements: tuple[str, ...], *, ends: bool = True) -> Any:
    """A graph whose judgements follow each other; its tasks are its roots.

    Args:
        work: the work.
        judgements: the judgements.
        ends: whether a `false` ends the chain with its score; else the next one is asked all the same.
    """
    nodes = {node: _judgement(work, node) for node in judgements}
    tasks: dict[str, Any] = {}
    for place, (name, node) in enumerate(nodes.items()):
        reads = work.asks[name].reads
        if reads:
            if reads not in tasks:
                asks = work.asks[reads]
                label = work.asks[name].label
                tasks[reads] = TaskNode(instructions=asks.words, output_label=label, evaluation_params=SHOWN)
            tasks[reads].add_node(node)
        following = list(nodes.values())[place + 1] if place + 1 < len(nodes) else None
        if work.asks[name].options:
            for option in work.asks[name].options:
                node.add_verdict(verdict=option, score=10 * work.score([*[True] * place, option]))
            continue
        for verdict in (True, False):
            goes_on = following is not None and (verdict or not ends)
            score = 10 * work.score([*[True] * place, verdict]) if ends else 10.0 * verdict
            node.add_verdict(verdict=verdict, **({"then": following} if goes_on else {"score": score}))
    return DeepAcyclicGraph(root_nodes=list(tasks.values()) or [next(iter(nodes.values()))])


def _judgement(work: Work, name: str) -> Any:
    asks = work.asks[name]
    kind = NonBinaryJudgementNode if asks.options else BinaryJudgementNode
    return kind(criteria=asks.words, **({} if asks.reads else {"evaluation_params": SHOWN}))


def _mean(scores: list[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None
