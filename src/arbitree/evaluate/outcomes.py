"""What an evaluation gives back, under the reference's names: of each test case what each metric came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from arbitree.core.cases import Case
from arbitree.core.records import Hop, Result
from arbitree.reports.summary import Spent

Standing: TypeAlias = Literal["passed", "failed", "undecided", "not_applicable", "scored"]
"""How something ended. `scored` is a score that no threshold was set for."""

_ORDER: tuple[Standing, ...] = ("failed", "undecided", "passed", "scored")
"""What counts for a test case whose metrics ended differently: the first of these."""


@dataclass(frozen=True, kw_only=True)
class Given:
    """One test case."""

    test_case: Any
    """As it was given: what metrics of other makers are shown."""
    case: Case
    """As metrics of ours see it."""
    index: int = 0


@dataclass(frozen=True, kw_only=True)
class MetricData:
    """What one metric came to on one test case."""

    name: str
    threshold: float | None = None
    success: bool | None = None
    """Whether the threshold is met; None where there is none, or the metric does not apply. Undecided: False."""
    score: float | None = None
    reason: str | None = None
    strict_mode: bool = False
    flaky: bool = False
    """Whether it is told only, and decides nothing of the test case."""
    evaluation_model: str | None = None
    error: str | None = None
    """Why there is no verdict: what, where and how to mend it."""
    evaluation_cost: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    verbose_logs: str | None = None
    skipped: bool = False
    """Whether the metric does not apply to the test case, or was left out."""
    result: Result | None = field(default=None, repr=False)
    """All of it as one record with the trace; of metrics of other makers None."""
    exception: BaseException | None = field(default=None, compare=False, repr=False)
    """What the metric or its judge raised."""

    @property
    def path(self) -> tuple[Hop, ...]:
        """Every judging node that was answered, with its verdict."""
        return () if self.result is None else self.result.path

    @property
    def standing(self) -> Standing:
        """How it ended."""
        if self.error is not None:
            return "undecided"
        if self.skipped:
            return "not_applicable"
        if self.success is None:
            return "scored"
        return "passed" if self.success else "failed"


@dataclass(frozen=True, kw_only=True)
class TestResult:
    """What one test case came to."""

    __test__ = False

    name: str
    success: bool | None
    """Whether every metric that is not flaky is met; False too where one is undecided; None where none decides."""
    metrics_data: list[MetricData]
    """One for each metric, in the order of the metrics."""
    conversational: bool = False
    index: int = 0
    """Its place in the list of test cases."""
    multimodal: bool | None = None
    input: Any = None
    actual_output: Any = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[Any] | None = None
    turns: list[Any] | None = None
    metadata: dict[str, Any] | None = None

    @property
    def standing(self) -> Standing:
        """How it ended: failed as soon as one metric did, undecided if one is, and none failed."""
        found = [data.standing for data in self.metrics_data if not data.flaky]
        for standing in _ORDER:
            if standing in found:
                return standing
        return "not_applicable"


@dataclass(frozen=True, kw_only=True)
class EvaluationResult:
    """What an evaluation came to."""

    test_results: list[TestResult]
    """One for each test case, in their order."""
    confident_link: str | None = None
    """Always None: nothing is sent anywhere."""
    test_run_id: str | None = None
    """Always None."""
    spent: Spent = field(default=Spent(calls=0), repr=False)
    """Calls made and saved, as far as metrics of ours made them."""

    def count(self, standing: Standing) -> int:
        """How many test cases ended so."""
        return sum(one.standing == standing for one in self.test_results)


def success_of(metrics_data: Sequence[MetricData]) -> bool | None:
    """Whether a test case passes by what its metrics came to.

    >>> passing, open_ = MetricData(name="a", success=True), MetricData(name="b", success=False, error="no reply")
    >>> success_of([passing]), success_of([passing, open_]), success_of([MetricData(name="c", skipped=True)])
    (True, False, None)
    """
    found = [data.success for data in metrics_data if not data.flaky]
    if False in found:
        return False
    return True if True in found else None


def result_of_test_case(given: Given, metrics_data: list[MetricData]) -> TestResult:
    """What a test case came to, with what is told of it."""
    case = given.test_case
    turns = _of(case, "turns")
    fields = {name: _of(case, name) for name in _FIELDS}
    return TestResult(
        name=given.case.id,
        success=success_of(metrics_data),
        metrics_data=metrics_data,
        conversational=turns is not None,
        index=given.index,
        multimodal=_of(case, "multimodal"),
        turns=None if turns is None else list(turns),
        **fields,
    )


_FIELDS = ("input", "actual_output", "expected_output", "context", "retrieval_context", "metadata")


def _of(test_case: Any, name: str) -> Any:
    """A field of a test case of any kind."""
    if isinstance(test_case, Case):
        return test_case.fields.get(name)
    return test_case.get(name) if isinstance(test_case, Mapping) else getattr(test_case, name, None)
