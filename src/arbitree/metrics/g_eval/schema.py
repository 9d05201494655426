"""The reference's form of reply to a grade."""

from __future__ import annotations

from pydantic import BaseModel


class ReasonScore(BaseModel):
    """A grade and its reason."""

    reason: str
    score: float
