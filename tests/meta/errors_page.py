"""docs/errors.md, written from the problems in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from arbitree.core.causes import _FAILED_CODES
from arbitree.core.failures import FAILURES
from tests.meta.problems import Written

AREAS = {
    "G": "Graphs and rubric files",
    "C": "Cases",
    "J": "Judges and undecided cases",
    "R": "Records and replays",
    "X": "Use",
}
"""The areas of codes, in the order of the page."""

HEAD = """\
# Errors

Every error has a code, says what happened and where, and how to mend it. Parts in braces are filled in. This page is
written from the source by `pytest --rewrite-golden tests/meta/test_errors.py`.
"""


FOUND = "as the message says"

NOTES = {
    "G201": ("the file is not YAML, or not JSON; the message says what the reader met", FOUND),
    "G214": ("what a `weigh` says does not go together", FOUND),
    "G230": ("the document is not of DeepEval's form, or holds what has no counterpart here", FOUND),
    "G231": ("a node holds what DeepEval's form cannot hold", FOUND),
    "R111": ("a recorded row is not of its form", FOUND),
    "X132": ("the name of a model, or one of its options, cannot be understood", FOUND),
    "X160": ("the file cannot be changed so that its comments stay", FOUND),
    "X303": ("an argument or option has a value that it cannot take", "`arbitree COMMAND --help` shows what it takes"),
    "X305": ("the command line cannot be understood", "`arbitree COMMAND --help` shows what it takes"),
}
"""What is said of codes whose words are put together elsewhere, and how that is mended."""

KINDS = {code: kind for kind, code in _FAILED_CODES.items()}
"""The kind of failure that each such code stands for."""


def rows(found: Iterable[Written]) -> Iterator[tuple[str, str, str]]:
    """Code, what and mend, as far as they say something by themselves."""
    for problem in found:
        if problem.code in KINDS and problem.what.endswith("({kind}): {message}"):
            kind = KINDS[problem.code]
            yield problem.code, f'"{{name}}" is undecided ({kind}): {FAILURES[kind].meaning}', FAILURES[kind].mend
        elif says_something(problem.what):
            yield problem.code, problem.what, problem.mend if says_something(problem.mend) else FOUND
        elif problem.code in NOTES:
            yield problem.code, *NOTES[problem.code]


def says_something(text: str) -> bool:
    """Whether a text has words of its own."""
    return re.search(r"[A-Za-z]{3}", re.sub(r"`?\{[^{}]*\}`?", "", text)) is not None


def page(found: Iterable[Written]) -> str:
    """The page as Markdown."""
    listed = tuple(dict.fromkeys(rows(found)))
    parts = [HEAD]
    for letter, title in AREAS.items():
        own = [f"| {code} | {_cell(what)} | {_cell(mend)} |" for code, what, mend in listed if code.startswith(letter)]
        if own:
            lines = [f"## {letter}: {title}", "", "| code | what | mend |", "|---|---|---|", *own]
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
