"""The shapes of a judge's replies, as the pydantic models that judges written for DeepEval receive as `schema`.

Imports nothing but pydantic, because judges need it and nothing else of this package. A reason comes before the verdict
it is given for, so that a model which writes the fields in order thinks first.
"""

from __future__ import annotations

from pydantic import BaseModel

__all__ = ["BinaryJudgementVerdict", "MetricScoreReason", "NonBinaryJudgementVerdict", "TaskNodeOutput"]


class TaskNodeOutput(BaseModel):
    """What a task gives: a text, a list of texts, or texts by name."""

    output: str | list[str] | dict[str, str]


class BinaryJudgementVerdict(BaseModel):
    """The answer to a yes/no question."""

    reason: str
    verdict: bool


class NonBinaryJudgementVerdict(BaseModel):
    """The choice of one of the listed options."""

    reason: str
    verdict: str


class MetricScoreReason(BaseModel):
    """An explanation of a score."""

    reason: str
