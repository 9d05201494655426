"""`assert_passes`: a case meets a metric or a rubric, or the test fails and says by which path and why."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.evaluate.taking import given_of, require_metrics
from arbitree.evaluate.told import path_text, told
from arbitree.metrics import DAGMetric
from arbitree.pytest_plugin.current import CURRENT
from arbitree.pytest_plugin.session import Session, session_of
from arbitree.rubric import Rubric


def assert_passes(
    case: Any,
    metric: Any,
    *,
    judge: object = None,
    judges: Mapping[str, object] | None = None,
    threshold: float | None = None,
) -> MetricData:
    """What a metric came to on a case that meets it. A case that it does not apply to skips the test.

    Args:
        case: A test case, a `Case` or a mapping of fields.
        metric: A metric of any maker; or a `Rubric`, or the path of its file.
        judge: Who judges by a rubric; by default whom `--arbitree-judge` names.
        judges: Who judges in single roles of a rubric.
        threshold: The score 0..1 from which the case passes; by default the metric's own.

    Raises:
        AssertionError: The case fails, or is undecided; says score, threshold, the path, and how to mend it.
        ArbitreeError: The metric or rubric cannot be used, or nobody judges.
    """
    __tracebackhide__ = True
    item = CURRENT.get()
    session = session_of(item)
    [given] = given_of([case], unnamed="case")
    data = session.measure(_metric(metric, judge, judges, threshold, session), given)
    if item is not None:
        _note(item, given, data)
    if data.standing == "not_applicable":
        pytest.skip(f'{data.name} does not apply to "{given.case.id}"')
    if data.success is not True:
        raise AssertionError(_failure(given, data, session))
    return data


class RubricMetric(DAGMetric):
    """A rubric as a metric."""

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return self.name


def _metric(
    metric: Any, judge: object, judges: Mapping[str, object] | None, threshold: float | None, session: Session
) -> Any:
    """What is to be measured by."""
    if isinstance(metric, (str, os.PathLike)):
        file = Path(metric)
        metric = _loaded(file, file.stat().st_mtime_ns if file.exists() else 0)
    if isinstance(metric, Rubric):
        model = judge if judge is not None else session.default_judge
        metric = _of_rubric(metric, model, judges, session)
    elif judge is not None or judges is not None:
        raise TypeError("judge= is for rubrics: a metric brings its judge along")
    require_metrics([metric])
    if threshold is not None:
        metric = copy.copy(metric)
        metric.threshold = threshold
    return metric


@lru_cache(maxsize=64)
def _loaded(path: Path, changed: int) -> Rubric:
    """The rubric of a file, read once for each time that it was changed."""
    return Rubric.load(path)


def _of_rubric(rubric: Rubric, model: object, judges: Mapping[str, object] | None, session: Session) -> RubricMetric:
    """The rubric with its judges, made once in a process."""
    named = tuple(one if isinstance(one, str) else id(one) for one in (model, *(judges or {}).values()))
    mark = (id(rubric), named, tuple(judges or ()))
    if mark not in session.metrics:
        metric = RubricMetric(
            rubric.name,
            rubric.graph,
            model,
            judges=judges,
            threshold=rubric.threshold,
            include_reason="path",
            allow=rubric.allow,
        )
        # The rubric is held too, so that no other one comes to have its identity.
        session.metrics[mark] = (rubric, metric)
    made: RubricMetric = session.metrics[mark][1]
    return made


def _failure(given: Given, data: MetricData, session: Session) -> str:
    lines = [f'"{given.case.id}": {told(data)}']
    if data.standing == "scored":
        lines.append("  there is no threshold to pass: give the metric one, or assert_passes(threshold=...)")
    causes = () if data.result is None else data.result.causes
    keeping = session.keeping
    if keeping is not None and keeping.replay and any(cause.kind == "unrecorded" for cause in causes):
        nodes = ", ".join(f'"{cause.node}"' for cause in causes if cause.kind == "unrecorded")
        place = f" --arbitree-ledger {keeping.path}" if keeping.path else ""
        lines.append(f"  the ledger has no reply to {nodes}: run this test once without --arbitree-replay{place}")
    return "\n".join(lines)


def _note(item: pytest.Item, given: Given, data: MetricData) -> None:
    """Leaves what a case came to in the test's properties, which JUnit files show."""
    before = sum(name.endswith(".standing") and name.startswith("arbitree") for name, _ in item.user_properties)
    name = f"arbitree.{before + 1}" if before else "arbitree"
    result = data.result
    found: dict[str, object] = {
        "case": given.case.id,
        "metric": data.name,
        "standing": data.standing,
        "score": data.score,
        "threshold": data.threshold,
        "interval": None if result is None or result.interval is None else "{:g} to {:g}".format(*result.interval),
        "path": None if result is None else path_text(result),
        "calls": None if result is None else result.usage.calls,
    }
    item.user_properties += [(f"{name}.{key}", value) for key, value in found.items() if value is not None]
