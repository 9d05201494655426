"""Return-reply: one task, a yes/no question that reads it, and a choice behind the yes; three calls for a case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.works.base import TEXT, Asks, Work

RUBRIC: Final = Path(__file__).parents[2] / "examples" / "return-reply" / "rubric.yaml"
LABEL: Final = "Return facts in the reply"
SCORES: Final = {"Both": 1.0, "Only one": 0.6, "Neither": 0.3}


def work() -> Work:
    """The work, over the rubric of the example."""
    facts = "List every fact the reply states about returns: the time limit, who pays return shipping, and how long"
    details = "Which of these two facts are present: who pays return shipping, and the 5 to 7 business day refund time?"
    return Work(
        name="return-reply",
        rubric=RUBRIC.read_text(encoding="utf-8"),
        asks={
            "facts": Asks(words=f"{facts} the refund takes.", form="text"),
            "window": Asks(words="Do the facts give a time limit of 30 days for returns?", reads="facts", label=LABEL),
            "details": Asks(words=details, form="one_of", reads="facts", label=LABEL, options=tuple(SCORES)),
        },
        judgements=("window", "details"),
        is_chain=True,
        answer=_answer,
        score=_score,
        phrases=(
            (b"List every fact the reply states", "facts"),
            (b"give a time limit of 30 days", "window"),
            (b"Which of these two facts", "details"),
        ),
    )


def _answer(node: str, case: int) -> str | bool:
    if node == "facts":
        return f"[case {case}] {TEXT}"
    return True if node == "window" else "Both"


def _score(verdicts: Sequence[str | bool]) -> float:
    return SCORES[str(verdicts[1])] if len(verdicts) > 1 else 0.0
