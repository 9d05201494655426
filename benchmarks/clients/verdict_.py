"""verdict (haizelabs): a pipeline of three units over threads. Its graph is fixed, so it can do return-reply alone."""
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any

from datasets import Dataset
from verdict import Pipeline
from verdict.core.primitive import Unit
from verdict.dataset import DatasetWrapper
from verdict.model import vLLMModel
from verdict.schema import Schema
from verdict.util import ratelimit

from benchmarks.job import Job
from benchmarks.works.table import WORKS


class Facts(Unit):
    """The task."""

    class ResponseSchema(Schema):
        """The reply."""

        output: str


class Window(Unit):
    """The yes/no question; it hands the facts on."""

    class InputSchema(Schema):
        """What it reads."""

        output: str

    class ResponseSchema(Schema):
        """The reply."""

        reason: str
        verdict: bool

    class OutputSchema(Schema):
        """What the next unit reads."""

        output: str
        holds: bool

    def process(self, input: Any, response: Any) -> Any:
        """The verdict with the facts."""
        return self.OutputSchema(output=input.output, holds=response.verdict)


class Details(Unit):
    """The choice."""

    _char = "Details"

    class InputSchema(Schema):
        """What it reads."""

        output: str
        holds: bool

    class ResponseSchema(Schema):
        """The reply."""

        reason: str
        verdict: str


def run(job: Job) -> list[float | None]:
    """The score of each case."""
    work = WORKS[job.work]()
    ratelimit.disable()
    model = vLLMModel("a-model", api_base=job.url, api_key="none")
    words = {node: asks.words for node, asks in work.asks.items()}
    pipeline = (
        Pipeline(work.name)
        >> Facts().prompt(f"{words['facts']}\n\nActual Output:\n{{source.actual_output}}").via(model, temperature=0.0)
        >> Window().prompt(f"{words['window']}\n\nReturn facts:\n{{input.output}}").via(model, temperature=0.0)
        >> Details().prompt(f"{words['details']}\n\nReturn facts:\n{{input.output}}").via(model, temperature=0.0)
    )
    data = DatasetWrapper(Dataset.from_list(job.rows))
    frame, _ = pipeline.run_from_dataset(data, max_workers=job.concurrency)
    return [_score(work, dict(row)) for _, row in frame.iterrows()]


def _score(work: Any, row: dict[str, Any]) -> float | None:
    """The score of a row, whose columns name the units they come from."""
    holds = next((value for name, value in row.items() if str(name).endswith("_holds")), None)
    chosen = next((value for name, value in row.items() if "Details" in str(name) and str(name).endswith("verdict")), 0)
    if holds is None or not chosen:
        return None
    return float(work.score([True, chosen] if holds else [False]))
