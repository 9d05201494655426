"""The results of an evaluation as JSON, for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from arbitree.evaluate.outcomes import EvaluationResult, MetricData, TestResult
from arbitree.reports.as_json import spent_dict
from arbitree.test_case import plain


def results_json(
    found: EvaluationResult, *, identifier: str | None = None, hyperparameters: Mapping[str, Any] | None = None
) -> str:
    """The results as JSON, in the order of the test cases.

    Args:
        found: the results.
        identifier: what the evaluation is called.
        hyperparameters: what the evaluated system was made with.
    """
    document = {
        "identifier": identifier,
        "hyperparameters": plain(dict(hyperparameters or {})),
        "counts": {
            standing: found.count(standing)
            for standing in ("passed", "failed", "undecided", "not_applicable", "scored")
        },
        "spent": spent_dict(found.spent),
        "test_results": [_test_result(one) for one in found.test_results],
    }
    return json.dumps(document, ensure_ascii=False, indent=2, default=str) + "\n"


def _test_result(one: TestResult) -> dict[str, object]:
    names = ("input", "actual_output", "expected_output", "context", "retrieval_context", "turns", "metadata")
    told = {name: plain(value) for name in names if (value := getattr(one, name)) is not None}
    return {
        "name": one.name,
        "index": one.index,
        "success": one.success,
        "conversational": one.conversational,
        **told,
        "metrics_data": [_metric_data(data) for data in one.metrics_data],
    }


def _metric_data(data: MetricData) -> dict[str, object]:
    names = ("name", "score", "threshold", "success", "reason", "strict_mode", "flaky", "skipped", "error")
    more = ("evaluation_model", "evaluation_cost", "input_tokens", "output_tokens")
    interval = None if data.result is None else data.result.interval
    return {
        **{name: getattr(data, name) for name in (*names, *more)},
        "standing": data.standing,
        "interval": None if interval is None else list(interval),
        "path": [[hop.node, hop.verdict] for hop in data.path],
    }
