"""pydantic-evals: a dataset, and an evaluator that asks pydantic-ai agents; the order of asking is written by hand."""
# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import Evaluator, EvaluatorContext

from benchmarks.hand_walk import verdicts_of
from benchmarks.job import Job
from benchmarks.works.base import Asks, Work
from benchmarks.works.table import WORKS


class Told(BaseModel):
    """The reply to a task."""

    output: str


class YesNo(BaseModel):
    """The reply to a yes/no question."""

    reason: str
    verdict: bool


class OneOf(BaseModel):
    """The reply to a choice."""

    reason: str
    verdict: str


@dataclass
class Scored(Evaluator[str, str, None]):
    """Gives each case its score."""

    work: Work
    ask: Callable[[str, str], Coroutine[Any, Any, Any]]

    async def evaluate(self, ctx: EvaluatorContext[str, str, None]) -> float:
        """The score of one case."""
        return self.work.score(await verdicts_of(self.work, self.ask, ctx.output))


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    work = WORKS[job.work]()
    model = OpenAIChatModel("a-model", provider=OpenAIProvider(base_url=job.url, api_key="none"))
    agents = {node: _agent(model, asks) for node, asks in work.asks.items()}

    async def ask(node: str, text: str) -> Any:
        said = (await agents[node].run(f"{work.asks[node].label}:\n{text}")).output
        return said.output if isinstance(said, Told) else said.verdict

    async def reply(text: str) -> str:
        return text

    rows = job.rows
    dataset = Dataset(
        name=work.name,
        cases=[Case(name=row["id"], inputs=row["actual_output"]) for row in rows],
        evaluators=[Scored(work, ask)],
    )
    report = dataset.evaluate_sync(reply, max_concurrency=job.concurrency, progress=False)
    found = {case.name: float(case.scores["Scored"].value) for case in report.cases}
    return [found.get(row["id"]) for row in rows]


def _agent(model: Any, asks: Asks) -> Any:
    form: type[BaseModel] = Told if asks.form == "text" else OneOf if asks.options else YesNo
    options = f" Answer with one of these: {', '.join(asks.options)}." if asks.options else ""
    return Agent(model, output_type=NativeOutput(form), instructions=asks.words + options)
