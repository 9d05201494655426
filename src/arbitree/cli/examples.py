"""The examples that `arbitree init` copies: where they are, and how each is run."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple


class Example(NamedTuple):
    """One example; its rubric is `rubric.yaml`."""

    cases: str
    judge: str
    """How `--judge` names its judge; the file comes after the colon."""
    case: str
    """A case that is worth a look."""
    help: str


EXAMPLES: Final[Mapping[str, Example]] = {
    "starter": Example(
        "cases.jsonl", "rules:rules.py", "no-id", "a task, questions, a check and a sum of parts, each with a comment"
    ),
    "return-reply": Example("replies.jsonl", "rules:rules.py", "who-pays", "support replies, judged by rules"),
    "conversations": Example(
        "conversations.jsonl.gz",
        "recorded:answers.jsonl.gz",
        "65c5b4b9f174b2897703736a",
        "223 real conversations with what GPT-3.5 answered about them",
    ),
    "faithfulness": Example("cases.jsonl", "rules:rules.py", "one-invented", "claims held against passages"),
    "answer-relevancy": Example("cases.jsonl", "rules:rules.py", "rambling", "statements held against the question"),
    "hallucination": Example("cases.jsonl", "rules:rules.py", "contradicts", "known facts held against the answer"),
    "citations": Example("cases.jsonl", "rules:rules.py", "wrong-source", "sentences held against their sources"),
    "criteria": Example("cases.jsonl", "rules:rules.py", "careful", "criteria of each case, with points"),
    "graded": Example("cases.jsonl", "rules:rules.py", "plain", "answers graded on a scale"),
}
"""The examples, the first one for a start of one's own."""


def folder_of(name: str) -> Traversable:
    """The folder of an example: in the package, or in the repository that the package is run from."""
    shipped = files("arbitree") / "examples" / name
    return shipped if shipped.is_dir() else Path(__file__).parents[3] / "examples" / name


def files_of(name: str) -> tuple[Traversable, ...]:
    """The files of an example, the rubric first."""
    found = (file for file in folder_of(name).iterdir() if file.is_file())
    return tuple(sorted(found, key=lambda file: (file.name != "rubric.yaml", file.name)))
