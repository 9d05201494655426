"""The exception tree, and `Problem`: what happened, where, and how to mend it.

ArbitreeError
├── GraphError (ValueError)       G1xx  the rubric's graph cannot be used as it is
│   └── RubricFileError           G2xx  the rubric file cannot be read as it is
├── CaseError (ValueError)        C1xx  the cases cannot be used as they are
├── JudgeError                    J1xx  a judge cannot be made, or its reply cannot be used
│   └── UndecidedError            J3xx  a case has no score; raised only where asked for
├── RecordError                   R1xx  a recorded answer, a ledger or a run folder is missing or contradicts itself
└── UsageError (ValueError)       X1xx  an argument or a flag makes no sense
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ArbitreeError",
    "CaseError",
    "ExplanationWarning",
    "GraphError",
    "GraphWarning",
    "JudgeError",
    "Problem",
    "RecordError",
    "RubricFileError",
    "UndecidedError",
    "UndecidedWarning",
    "UsageError",
]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One thing that is wrong, said so that it can be mended."""

    code: str
    """A letter for the area (G graph, C case, J judge, R record, X use) and a number."""
    what: str
    """What happened: names the node or row, the value and the choices."""
    where: str = ""
    """Where in the graph or file."""
    mend: str = ""
    """How to mend it."""
    level: Literal["error", "warning"] = "error"
    kind: str = ""
    """For what befalls a case: `missing_field`, `unknown_option`, `judge_error`, ...; counted apart in reports."""
    node: str = ""
    """The node it is about, where there is one; a file's reader turns it into a line."""
    key: str = ""
    """The node's key it is about (`options`, `reads`, ...), where there is one."""

    def render(self) -> str:
        """The problem as a block of up to three lines, its code first.

        >>> print(Problem(code="G107", what="two nodes could start", where="rubric.yaml:14", mend="join them").render())
        G107  two nodes could start
              where  rubric.yaml:14
              mend   join them
        """
        return f"{self.code}  {self.what}{self._tail()}"

    def __str__(self) -> str:
        return f"{self.what}{self._tail()}"

    def _tail(self) -> str:
        where = f"\n      where  {self.where}" if self.where else ""
        mend = f"\n      mend   {self.mend}" if self.mend else ""
        return where + mend


class ArbitreeError(Exception):
    """An error that carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem] | Problem) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[ArbitreeError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class GraphError(ArbitreeError, ValueError):
    """The rubric's graph cannot be used as it is."""


class RubricFileError(GraphError):
    """The rubric file cannot be read as it is."""


class CaseError(ArbitreeError, ValueError):
    """The cases cannot be used as they are."""


class JudgeError(ArbitreeError):
    """A judge cannot be made, or what it replied cannot be used."""


class UndecidedError(JudgeError):
    """A case has no score; raised by `measure` only where `raise_undecided=True`."""


class RecordError(ArbitreeError):
    """A recorded answer, a ledger or a run folder is missing or contradicts itself."""


class UsageError(ArbitreeError, ValueError):
    """An argument or a flag makes no sense."""


class UndecidedWarning(UserWarning):
    """A case has no score, and says why."""


class ExplanationWarning(UserWarning):
    """A case has its score, but the judge did not explain it; the reason is the path retold."""


class GraphWarning(UserWarning):
    """A graph can be used, but shows something that is seldom meant."""
