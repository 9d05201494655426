"""docs/errors.md, written from the problems in the source."""

from __future__ import annotations

from collections.abc import Iterable

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


def page(found: Iterable[Written]) -> str:
    """The page as Markdown."""
    found = tuple(found)
    parts = [HEAD]
    for letter, title in AREAS.items():
        rows = [
            f"| {problem.code} | {_cell(problem.what)} | {_cell(problem.mend)} |"
            for problem in found
            if problem.code.startswith(letter)
        ]
        if rows:
            lines = [f"## {letter}: {title}", "", "| code | what | mend |", "|---|---|---|", *dict.fromkeys(rows)]
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
