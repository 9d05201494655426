"""The gate of a run: conditions such as `pass_rate>=0.95`, decided so that no undecided case can overturn them.

Exit code 0: met even if every undecided case failed. 1: missed even if every undecided case passed. 3: neither, or no
case was applicable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from arbitree.core.nearest import nearest
from arbitree.core.records import Result
from arbitree.errors import Problem, UsageError
from arbitree.stats.standings import MEASURES, Measure, Standings


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One floor: a measure must reach, or exceed, a number."""

    measure: Measure
    floor: Fraction
    strict: bool = False
    """Whether the floor itself is too little (`>`)."""

    def __str__(self) -> str:
        return f"{self.measure}{'>' if self.strict else '>='}{float(self.floor):g}"

    def holds(self, value: Fraction) -> bool:
        """Whether a value of the measure satisfies the condition."""
        return value > self.floor if self.strict else value >= self.floor


@dataclass(frozen=True, kw_only=True)
class Gate:
    """Conditions that must all hold."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(str(condition) for condition in self.conditions)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What became of one condition."""

    condition: Condition
    low: float
    """The measure if the undecided cases turn out badly."""
    high: float
    """The measure if they turn out well."""
    met: bool | None
    """None where the undecided cases could still overturn it."""

    def __str__(self) -> str:
        low, high = _said(self.low), _said(self.high)
        value = low if self.low == self.high else f"between {low} and {high}"
        verdict = "not settled" if self.met is None else "met" if self.met else "missed"
        return f"{self.condition} {verdict}: {self.condition.measure} is {value}"


def _said(value: float) -> str:
    """Three decimals, and more where these would say all or nothing of what is neither.

    >>> _said(0.5), _said(0.9999), _said(1.0)
    ('0.500', '0.9999', '1.000')
    """
    said = f"{value:.3f}"
    return f"{value:.6f}".rstrip("0") if said in ("0.000", "1.000") and float(said) != value else said


@dataclass(frozen=True, kw_only=True)
class GateDecision:
    """Whether a run passes its gate."""

    exit_code: Literal[0, 1, 3]
    findings: tuple[Finding, ...]
    """One for each condition; empty when no case was applicable."""

    @property
    def met(self) -> bool | None:
        """Whether the gate is met; None when the undecided cases could overturn it, or no case was applicable."""
        return {0: True, 1: False, 3: None}[self.exit_code]

    def __str__(self) -> str:
        return "; ".join(str(finding) for finding in self.findings) or "no case was applicable"


_CONDITION = re.compile(r"\s*(?P<measure>[\w -]*?)\s*(?P<sign>[<>=!]+)\s*(?P<floor>[^\s<>=]*)\s*")
_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{0,12})?|\.[0-9]{1,12}")


def parse_gate(text: str) -> Gate:
    """The gate that a text says: conditions joined by commas or `and`, numbers as 0.95 or 95%.

    Raises:
        UsageError: names every condition that cannot be understood.

    >>> str(parse_gate("pass_rate >= 95%, coverage >= 1"))
    'pass_rate>=0.95 and coverage>=1'
    """
    parts = [_condition(part) for part in re.split(r",|\band\b", text)]
    problems = [part for part in parts if isinstance(part, Problem)]
    if problems:
        raise UsageError(problems)
    return Gate(conditions=tuple(part for part in parts if isinstance(part, Condition)))


def _condition(text: str) -> Condition | Problem:
    match = _CONDITION.fullmatch(text)
    if match is None:
        return _unclear(text, "no condition", "write a measure, >= and a number: pass_rate>=0.95")
    measure: Measure | None = next((known for known in MEASURES if known == match["measure"].replace("-", "_")), None)
    if measure is None:
        like = nearest(match["measure"], MEASURES)
        hint = f"did you mean {like}? " if like else ""
        return _unclear(text, f'"{match["measure"]}" is no measure', f"{hint}known: {', '.join(MEASURES)}")
    if match["sign"] not in {">=", ">"}:
        return _unclear(text, f'"{match["sign"]}" is no floor', "a gate sets a floor: use >= or >")
    digits = match["floor"].removesuffix("%")
    if not _NUMBER.fullmatch(digits):
        return _unclear(text, f'"{match["floor"]}" is no number', "write the number as 0.95 or 95%")
    floor = Fraction(digits) / (100 if match["floor"].endswith("%") else 1)
    if floor > 1:
        hint = f"did you mean {digits}%? " if Fraction(digits) <= 100 else ""
        return _unclear(text, f"{match['floor']} can never be reached", f"{hint}measures lie between 0 and 1")
    return Condition(measure=measure, floor=floor, strict=match["sign"] == ">")


def _unclear(text: str, what: str, mend: str) -> Problem:
    return Problem(
        code="X120", what=f"the gate cannot be understood: {what}", where=f"--gate '{text.strip()}'", mend=mend
    )


DEFAULT_GATE: Final = parse_gate("pass_rate>=1.0")
"""Every applicable case passes."""


def decide(gate: Gate, results: Iterable[Result]) -> GateDecision:
    """Whether the results meet the gate, whatever the undecided cases would have come to. Keeps no result."""
    standings = Standings()
    for result in results:
        standings.add(result)
    return decide_standings(gate, standings)


def decide_standings(gate: Gate, standings: Standings) -> GateDecision:
    """The same, for those who have counted results as they came."""
    if not standings.applicable:
        return GateDecision(exit_code=3, findings=())
    findings = tuple(_finding(condition, standings) for condition in gate.conditions)
    if all(finding.met is True for finding in findings):
        return GateDecision(exit_code=0, findings=findings)
    missed = any(finding.met is False for finding in findings)
    return GateDecision(exit_code=1 if missed else 3, findings=findings)


def _finding(condition: Condition, standings: Standings) -> Finding:
    low, high = standings.bounds(condition.measure)
    met = True if condition.holds(low) else None if condition.holds(high) else False
    return Finding(condition=condition, low=float(low), high=float(high), met=met)
