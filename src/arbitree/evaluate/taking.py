"""What is taken for an evaluation: test cases, metrics and a ledger; all that is wrong with them is said together."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from arbitree.errors import CaseError, Problem, UsageError
from arbitree.evaluate.configs import CacheConfig
from arbitree.evaluate.outcomes import Given
from arbitree.evaluate.passing import is_ours
from arbitree.runner.keeping import Keeping, keeping_from
from arbitree.test_case import case_of


def given_of(test_cases: Iterable[Any], *, unnamed: str = "test_case_{}") -> list[Given]:
    """The test cases.

    Args:
        test_cases: The test cases.
        unnamed: How those without a name are called, by their place in the list.

    Raises:
        CaseError: Something is no test case; all that is wrong is named.
    """
    if isinstance(test_cases, (str, bytes)) or not isinstance(test_cases, Iterable) or hasattr(test_cases, "keys"):
        what = f"{type(test_cases).__name__} was given where a list of test cases belongs"
        raise CaseError(Problem(code="C135", what=what, where="test_cases", mend="write [test_case]"))
    found: list[Given] = []
    problems: list[Problem] = []
    for index, one in enumerate(test_cases):
        try:
            case = case_of(one)
        except CaseError as error:
            problems += (replace(problem, where=f"test case {index}; {problem.where}") for problem in error.problems)
            continue
        named = case if case.id != "case" else replace(case, id=unnamed.format(index))
        found.append(Given(test_case=one, case=named, index=index))
    if problems:
        raise CaseError(problems)
    if not found:
        mend = "add test cases, for example those of `EvaluationDataset.test_cases`"
        raise CaseError(Problem(code="C134", what="there is no test case to evaluate", where="test_cases", mend=mend))
    return found


def require_metrics(metrics: Iterable[Any]) -> list[Any]:
    """The metrics, all of which can measure.

    Raises:
        UsageError: There is none, or something cannot measure; all of these are named.
    """
    given = list(metrics) if isinstance(metrics, Iterable) and not isinstance(metrics, (str, bytes)) else []
    if not given:
        what = "there is no metric to evaluate by"
        raise UsageError(Problem(code="X142", what=what, where="metrics", mend="write [metric]"))
    problems = [_no_metric(metric, place) for place, metric in enumerate(given) if not _measures(metric)]
    if problems:
        raise UsageError(problems)
    return given


def _measures(metric: Any) -> bool:
    ways = (getattr(metric, "measure", None), getattr(metric, "a_measure", None))
    return not isinstance(metric, type) and (is_ours(metric) or any(map(callable, ways)))


def _no_metric(metric: Any, place: int) -> Problem:
    is_class = isinstance(metric, type)
    what = f"the class {metric.__name__} was given" if is_class else f"{type(metric).__name__} cannot measure"
    mend = "make one: a metric is an object" if is_class else "pass an object with `measure` or `a_measure`"
    return Problem(code="X142", what=what, where=f"metrics[{place}]", mend=mend)


def keeping_of(ledger: str | os.PathLike[str] | Keeping | None, cache: CacheConfig) -> Keeping | None:
    """How replies are remembered.

    Raises:
        UsageError: Replies are to be used and none to be kept.
    """
    if cache.use_cache and not cache.write_cache:
        what = "a ledger that is asked first is written to as well"
        mend = "write ledger=Keeping(replay=True) to use what is there and ask nothing"
        raise UsageError(Problem(code="X141", what=what, where="CacheConfig(write_cache=False)", mend=mend))
    if ledger is None:
        return Keeping() if cache.use_cache else None
    return keeping_from(ledger)
