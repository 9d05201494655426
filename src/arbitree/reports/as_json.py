"""A run as one JSON object, for programs: what the table and the summary say, and each case's outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.data.places import Piece, Places
from arbitree.data.scratch import scratch_file
from arbitree.errors import Problem
from arbitree.reports.agreement import agreement_dicts
from arbitree.reports.gathered import Gathered
from arbitree.reports.printing import json_text
from arbitree.reports.spending import judges_dict
from arbitree.reports.summary import Spent
from arbitree.stats.gate import GateDecision
from arbitree.stats.summary import Summary

VERSION = 1
"""The version of the form below."""


class Outcomes:
    """Keeps each case's outcome, without its trace, as the JSON that is printed at the end; on disk, not in memory."""

    def __init__(self) -> None:
        self._file = scratch_file(self)
        self._places = Places()
        self._end = 0

    def add(self, index: int, case: Case, result: Result, *, seconds: float = 0.0) -> None:
        """Keeps one outcome."""
        text = json_text(
            {
                "case": result.case,
                "status": result.status,
                "score": result.score,
                "interval": None if result.interval is None else list(result.interval),
                "passed": result.passed,
                "path": [list(hop) for hop in result.path],
                "reason": result.reason,
                "causes": [problem_dict(cause) for cause in result.causes],
                "warnings": [problem_dict(warning) for warning in result.warnings],
            }
        )
        data = text.encode("utf-8", "surrogatepass")
        self._file.seek(self._end)
        self._file.write(data)
        self._places.put(index, Piece(self._end, len(data)))
        self._end += len(data)

    def texts(self) -> Iterator[str]:
        """Each outcome as JSON, in the order of the input."""
        for start, length in self._places:
            self._file.seek(start)
            yield self._file.read(length).decode("utf-8", "surrogatepass")


def run_texts(run: Mapping[str, Any], outcomes: Outcomes) -> Iterator[str]:
    """A run as JSON, part by part: what `run_dict` says, and each case's outcome as `cases` after it."""
    head = json_text({**run, "cases": []})
    yield head.removesuffix("[]\n}")
    between = "["
    for text in outcomes.texts():
        # Line breaks in texts are escapes; those that are left are the layout.
        yield f"{between}\n{text}".replace("\n", "\n    ")
        between = ","
    yield "[]\n}\n" if between == "[" else "\n  ]\n}\n"


def run_dict(
    gathered: Gathered,
    spent: Spent,
    gate: GateDecision,
    *,
    about: Mapping[str, Any],
) -> dict[str, Any]:
    """A run as plain values.

    Args:
        gathered: the run.
        spent: what it took.
        gate: how its gate stands.
        about: what else is to be said, first.
    """
    return {
        "arbitree_run": VERSION,
        **about,
        "summary": summary_dict(gathered.summary()),
        "undecided": [
            {"kind": kind.kind, "cases": kind.number, "first": kind.case, "example": problem_dict(kind.example)}
            for kind in gathered.kinds()
        ],
        **agreements_dict(gathered),
        "groups": {name: summary_dict(one) for name, one in gathered.groups()},
        "spent": spent_dict(spent),
        "gate": gate_dict(gate),
    }


def spent_dict(spent: Spent) -> dict[str, Any]:
    """What a run took, as plain values."""
    plain = {name: value for name, value in vars(spent).items() if name != "judges"}
    return {**plain, "judges": judges_dict(spent.judges)}


def summary_dict(summary: Summary) -> dict[str, Any]:
    """A summary as plain values."""
    leaves = [
        {"node": c.leaf.node, "verdict": c.leaf.verdict, "score": c.leaf.score, "cases": c.cases}
        for c in summary.leaves
    ]
    return {**asdict(summary), "leaves": leaves}


def agreements_dict(gathered: Gathered) -> dict[str, Any]:
    """How far votes agree, as plain values; nothing where one judge answers each question once."""
    found = agreement_dicts(gathered.agreements())
    return {"agreement": found} if found else {}


def gate_dict(gate: GateDecision) -> dict[str, Any]:
    """A gate's standing as plain values."""
    findings = [
        {"condition": str(one.condition), "met": one.met, "low": one.low, "high": one.high} for one in gate.findings
    ]
    return {"met": gate.met, "exit_code": gate.exit_code, "conditions": findings}


def problem_dict(problem: Problem) -> dict[str, str]:
    """A problem as plain values; what is empty is left out."""
    return {name: value for name, value in asdict(problem).items() if value}
