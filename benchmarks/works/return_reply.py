"""Return-reply: one task, a yes/no question that reads it, and a choice behind the yes; three calls for a case."""

from __future__ import annotations

from pathlib import Path

from benchmarks.works.base import Work

RUBRIC = Path(__file__).parents[2] / "examples" / "return-reply" / "rubric.yaml"


def work() -> Work:
    """The work, over the rubric of the example."""
    facts = "You have 30 days to return it. Shipping is on you. Refunds take 5 to 7 business days."
    return Work(
        name="return-reply",
        rubric=RUBRIC.read_text(encoding="utf-8"),
        answers={
            "facts": lambda case: f"[case {case}] {facts}",
            "window": lambda _: True,
            "details": lambda _: "Both",
        },
        tasks=frozenset({"facts"}),
        phrases=(
            (b"List every fact the reply states", "facts"),
            (b"give a time limit of 30 days", "window"),
            (b"Which of these two facts", "details"),
        ),
    )
