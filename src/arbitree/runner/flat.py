"""Results as a flat table: a row a case, a value a column; and the columns of the cases beside them, where wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

from arbitree.core.cases import Case, Cases
from arbitree.core.nearest import nearest
from arbitree.core.records import Result
from arbitree.errors import Problem, UsageError
from arbitree.reports.words import verdict_text
from arbitree.runner.rows import row_of, rows
from arbitree.runner.rows_by_case import RowsByCase

Kind: TypeAlias = Literal["text", "number", "whole", "truth"]
"""What the values of a column are, where they are there."""

FlatRow: TypeAlias = dict[str, object]

COLUMNS: Final[Mapping[str, Kind]] = {
    "case": "text",
    "status": "text",
    "score": "number",
    "low": "number",
    "high": "number",
    "passed": "truth",
    "threshold": "number",
    "path": "text",
    "reason": "text",
    "causes": "text",
    "warnings": "text",
    "calls": "whole",
    "input_tokens": "whole",
    "output_tokens": "whole",
}
"""The columns of a result: `low` and `high` are what the score can still be."""

ALL: Final = "*"
"""Stands for every column of the cases."""

_LARGEST: Final = 2**63 - 1


def flat(result: Result) -> FlatRow:
    """A result as one row."""
    low, high = result.interval or (None, None)
    return {
        "case": result.case,
        "status": result.status,
        "score": result.score,
        "low": low,
        "high": high,
        "passed": result.passed,
        "threshold": result.threshold,
        "path": ", ".join(f"{hop.node}: {verdict_text(hop.verdict)}" for hop in result.path),
        "reason": result.reason,
        "causes": _said(result.causes),
        "warnings": _said(result.warnings),
        "calls": result.usage.calls,
        "input_tokens": result.usage.input_tokens,
        "output_tokens": result.usage.output_tokens,
    }


def _said(problems: Sequence[Problem]) -> str:
    return "; ".join(f"{problem.code} {problem.what}" for problem in problems)


class CaseColumns:
    """Which columns of the cases stand beside the results, and under which name: ours come first."""

    def __init__(self, cases: Cases, wanted: Sequence[str]) -> None:
        """Looks through the cases for what their columns hold.

        Args:
            cases: the cases.
            wanted: the names of their columns; `*` for all.

        Raises:
            UsageError: no case has a column that is named; all such are.
        """
        found: dict[str, Kind | None] = {}
        for case in cases:
            for name, value in case.fields.items():
                known = found.get(name)
                if known != "text":
                    found[name] = _both(known, value)
        unknown = [name for name in wanted if name != ALL and name not in found]
        if unknown:
            raise UsageError(_no_column(name, list(found)) for name in unknown)
        names = [name for name in found if name in wanted or (ALL in wanted and name != "id")]
        self._names = {f"case_{name}" if name in COLUMNS else name: name for name in names}
        self.kinds: dict[str, Kind] = {ours: found[name] or "text" for ours, name in self._names.items()}
        """What each column holds, by its name in the table."""

    def of(self, case: Case | None) -> FlatRow:
        """The values of a case; nothing of one that is not there."""
        return {ours: None if case is None else case.fields.get(name) for ours, name in self._names.items()}


def _both(known: Kind | None, value: object) -> Kind | None:
    """What a column holds that held this before, and now has one more value."""
    kind: Kind | None = "text"
    match value:
        case None:
            kind = None
        case bool():
            kind = "truth"
        case int() if abs(value) <= _LARGEST:
            kind = "whole"
        case float():
            kind = "number"
    if known is None or kind is None or known == kind:
        return known or kind
    return "number" if {known, kind} == {"number", "whole"} else "text"


def flat_rows(results: Path, cases: Cases, columns: CaseColumns | None) -> Iterator[FlatRow]:
    """The rows of a run's results: in the file's order, or in that of the cases where columns of theirs are wanted.

    Raises:
        RecordError: the results cannot be read.
    """
    if columns is None:
        for row in rows(results):
            yield flat(row.result)
        return
    with RowsByCase(results) as by_case:
        for case in cases:
            found = by_case.of(case.id)
            if found is not None:
                yield flat(found.row.result) | columns.of(case)
        for number, line in by_case.other_lines():
            yield flat(row_of(line, results, number).result) | columns.of(None)


def as_text(value: object) -> str | None:
    """A value of a column of text: what is no text as JSON."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _no_column(name: str, columns: list[str]) -> Problem:
    like = nearest(name, columns)
    hint = f"did you mean {like}? " if like else ""
    what = f'no case has a column "{name}"'
    return Problem(code="X336", what=what, where="--table-with", mend=f"{hint}columns: {', '.join(columns)}")
