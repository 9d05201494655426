"""A run as one JSON object, for programs: what the table and the summary say, and each case's outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.errors import Problem
from arbitree.reports.gathered import Gathered
from arbitree.reports.spending import judges_dict
from arbitree.reports.summary import Spent
from arbitree.stats.gate import GateDecision
from arbitree.stats.summary import Summary

VERSION = 1
"""The version of the form below."""


class Outcomes:
    """Keeps each case's outcome, without its trace."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str, Any]] = {}

    def add(self, index: int, case: Case, result: Result, *, seconds: float = 0.0) -> None:
        """Keeps one outcome."""
        self._rows[index] = {
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

    def in_order(self) -> list[dict[str, Any]]:
        """The outcomes in the order of the input."""
        return [self._rows[index] for index in sorted(self._rows)]


def run_dict(
    gathered: Gathered,
    spent: Spent,
    gate: GateDecision,
    *,
    about: Mapping[str, Any],
    outcomes: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """A run as plain values.

    Args:
        gathered: the run.
        spent: what it took.
        gate: how its gate stands.
        about: what else is to be said, first.
        outcomes: each case's outcome.
    """
    return {
        "arbitree_run": VERSION,
        **about,
        "summary": summary_dict(gathered.summary()),
        "undecided": [
            {"kind": kind.kind, "cases": kind.number, "first": kind.case, "example": problem_dict(kind.example)}
            for kind in gathered.kinds()
        ],
        "groups": {name: summary_dict(one) for name, one in gathered.groups()},
        "spent": spent_dict(spent),
        "gate": gate_dict(gate),
        **({} if outcomes is None else {"cases": list(outcomes)}),
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


def gate_dict(gate: GateDecision) -> dict[str, Any]:
    """A gate's standing as plain values."""
    findings = [
        {"condition": str(one.condition), "met": one.met, "low": one.low, "high": one.high} for one in gate.findings
    ]
    return {"met": gate.met, "exit_code": gate.exit_code, "conditions": findings}


def problem_dict(problem: Problem) -> dict[str, str]:
    """A problem as plain values; what is empty is left out."""
    return {name: value for name, value in asdict(problem).items() if value}
