"""Metrics as DeepEval's evaluation takes them. DeepEval copies each for every case from what its constructor takes."""
# pyright: reportMissingImports=false, reportUntypedBaseClass=false

from __future__ import annotations

from typing import Any, cast

from deepeval.metrics import BaseConversationalMetric, BaseMetric

from arbitree.evaluate.measuring import Manner, data_of, measured
from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.judges.loop import run_sync
from arbitree.runner.foreign import name_of
from arbitree.test_case import case_of


class _Measuring:
    """What both adapters do: they let the metric inside measure, and tell what that came to."""

    def __init__(self, metric: Any, verbose_mode: bool | None = None, async_mode: bool | None = None) -> None:
        told = data_of(metric)
        self.metric = metric
        self.verbose_mode = bool(getattr(metric, "verbose_mode", False)) if verbose_mode is None else verbose_mode
        self.async_mode = bool(getattr(metric, "async_mode", True)) if async_mode is None else async_mode
        self.threshold, self.strict_mode, self.flaky = told.threshold, told.strict_mode, told.flaky
        self.evaluation_model = told.evaluation_model
        self.include_reason = bool(getattr(metric, "include_reason", False))
        self._name = name_of(metric)
        self._success: bool | None = None
        self.error: str | None = None

    def measure(self, test_case: Any, *_: Any, **__: Any) -> float | None:
        """The score, after setting the attributes; None where there is none."""
        return self._kept(run_sync(self._measured(test_case)))

    async def a_measure(self, test_case: Any, *_: Any, **__: Any) -> float | None:
        """The same, awaited."""
        return self._kept(await self._measured(test_case))

    def is_successful(self) -> bool | None:
        """Whether the last case passed; None where that is not known."""
        # DeepEval writes an error of its own here when it breaks off.
        self.success = False if self.error is not None else self._success
        return self.success

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return self._name

    async def _measured(self, test_case: Any) -> MetricData:
        given = Given(test_case=test_case, case=case_of(test_case))
        return await measured(self.metric, given, Manner(run_async=self.async_mode, verbose=self.verbose_mode))

    def _kept(self, data: MetricData) -> float | None:
        self.score, self.reason, self.error, self.skipped = data.score, data.reason, data.error, data.skipped
        self._success = self.success = data.success
        self.score_breakdown = _breakdown(data)
        self.evaluation_cost, self.verbose_logs = data.evaluation_cost, data.verbose_logs
        self.input_tokens, self.output_tokens = data.input_tokens, data.output_tokens
        self.result = data.result
        return data.score


class SingleTurn(_Measuring, BaseMetric):
    """A metric over test cases of one turn."""


class MultiTurn(_Measuring, BaseConversationalMetric):
    """A metric over conversations."""


def adapted(metric: Any) -> SingleTurn | MultiTurn:
    """The metric as one of DeepEval's, over conversations if it is."""
    if isinstance(metric, (BaseMetric, BaseConversationalMetric)):
        return cast("SingleTurn | MultiTurn", metric)
    talks = bool(getattr(getattr(metric, "dag", None), "multiturn", False))
    talks = talks or any(base.__name__.startswith("Conversational") for base in type(metric).__mro__)
    return MultiTurn(metric) if talks else SingleTurn(metric)


def _breakdown(data: MetricData) -> dict[str, float] | None:
    if data.result is None:
        return None
    return {step.called: step.score for step in data.result.trace if step.score is not None}
