"""What every metric has under the reference's names: settings, and the attributes that measuring sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from arbitree.core.records import Hop, Result

IncludeReason = bool | Literal["path"]
"""True: one more call to the judge explains the score. "path": the path is retold at no call. False: no reason."""


class BaseMetric:
    """A metric. Subclass it and write `measure` and `a_measure`; both set `score`, `reason` and `success`.

    >>> class Polite(BaseMetric):
    ...     def measure(self, test_case):
    ...         self.score = 1.0 if "please" in test_case.actual_output else 0.0
    ...         self.success = self.score >= self.threshold
    ...         return self.score
    >>> from arbitree.test_case import LLMTestCase
    >>> metric = Polite()
    >>> metric.threshold = 0.5
    >>> metric.measure(LLMTestCase(input="Hi", actual_output="Wait, please.")), metric.is_successful()
    (1.0, True)
    """

    threshold: float | None = None
    score: float | None = None
    """0 to 1; None when the case was not scored."""
    score_breakdown: dict[str, float] | None = None
    """The score of each judging node that was asked."""
    reason: str | None = None
    success: bool | None = None
    """Whether the threshold is met; None when that is not known."""
    error: str | None = None
    """Why the case was not scored."""
    skipped: bool = False
    """Whether the rubric does not apply to the case."""
    path: tuple[Hop, ...] = ()
    """Every judging node that was answered, with its verdict."""
    result: Result | None = None
    """All of the above as one immutable record, with the trace."""
    evaluation_model: str | None = None
    evaluation_cost: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    strict_mode: bool = False
    async_mode: bool = True
    verbose_mode: bool = False
    include_reason: IncludeReason = False
    flaky: bool = False
    model: Any = None

    def measure(self, test_case: Any) -> float | None:
        """The score of a test case, 0 to 1."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to measure")

    async def a_measure(self, test_case: Any) -> float | None:
        """The same, awaited."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to measure; use measure() in a thread")

    def is_successful(self) -> bool | None:
        """Whether the last case reached the threshold; None when there is no threshold or no answer to that."""
        if self.threshold is None:
            self.success = None
        elif self.error is not None:
            self.success = False
        elif self.score is not None:
            self.success = self.score >= self.threshold
        return self.success

    @property
    def verbose_logs(self) -> str | None:
        """Each step of the last measurement as text."""
        logs: str | Callable[[], str] | None = vars(self).get("_logs")
        return logs() if callable(logs) else logs

    @verbose_logs.setter
    def verbose_logs(self, logs: str | None) -> None:
        vars(self)["_logs"] = logs

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return str(getattr(self, "name", type(self).__name__))
