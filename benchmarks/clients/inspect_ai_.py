"""Inspect AI: a task without a solver's call, and a scorer that asks the model; the order of asking is by hand."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
import tempfile
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import GenerateConfig, ResponseSchema, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import JSONSchema

from benchmarks.hand_requests import properties
from benchmarks.hand_walk import verdicts_of
from benchmarks.job import Job
from benchmarks.works.base import Asks, Work
from benchmarks.works.table import WORKS


@solver
def given() -> Solver:
    """Takes the text under test as it is."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return state

    return solve


@scorer(metrics=[mean()])
def by_rubric(work: Work, model: Any) -> Scorer:
    """Scores by the work's questions."""
    configs = {node: GenerateConfig(temperature=0.0, response_schema=_schema(asks)) for node, asks in work.asks.items()}

    async def ask(node: str, text: str) -> Any:
        asks = work.asks[node]
        output = await model.generate(f"{asks.words}\n\n{asks.label}:\n{text}", config=configs[node])
        said = json.loads(output.completion)
        return said["output"] if asks.form == "text" else said["verdict"]

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=work.score(await verdicts_of(work, ask, state.input_text)))

    return score


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    work, rows = WORKS[job.work](), job.rows
    config = GenerateConfig(max_connections=job.concurrency, max_retries=0)
    model = get_model("openai-api/bench/a-model", base_url=job.url, api_key="none", config=config, memoize=False)
    task = Task(
        dataset=[Sample(id=row["id"], input=row["actual_output"], target="") for row in rows],
        solver=given(),
        scorer=by_rubric(work, model),
    )
    with tempfile.TemporaryDirectory() as folder:
        [log] = eval(task, model=model, display="none", log_dir=folder, max_samples=job.concurrency)
        # The log gives its samples from the file, when they are asked for.
        found = {sample.id: sample.scores["by_rubric"].as_float() for sample in log.samples or [] if sample.scores}
    return [found.get(row["id"]) for row in rows]


def _schema(asks: Asks) -> Any:
    keys = properties(asks)
    schema = {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
    return ResponseSchema(name="reply", json_schema=JSONSchema.model_validate(schema))
