"""Evaluates test cases by several metrics in one pass. The module itself can be called, and is `evaluate` then.

`arbitree.evaluate` is a function to those who import it from `arbitree`, and a package to those who import its settings
from it, as in the reference; whichever came first, both work.
"""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import Any

from arbitree.evaluate.asserting import assert_test
from arbitree.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig, TestRunResultDisplay
from arbitree.evaluate.outcomes import EvaluationResult, MetricData, TestResult
from arbitree.evaluate.running import evaluate

__all__ = [
    "AsyncConfig",
    "CacheConfig",
    "DisplayConfig",
    "ErrorConfig",
    "EvaluationResult",
    "MetricData",
    "TestResult",
    "TestRunResultDisplay",
    "assert_test",
    "evaluate",
]


class _Evaluate(ModuleType):
    """This module, as something that can be called."""

    def __call__(self, *args: Any, **kwargs: Any) -> EvaluationResult:
        return evaluate(*args, **kwargs)


__signature__ = inspect.signature(evaluate)
sys.modules[__name__].__class__ = _Evaluate
