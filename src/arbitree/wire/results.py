"""Results to plain values and back, exactly; and the bytes by which two traces are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias, TypeVar

from arbitree.core.records import Attempt, Hop, ItemSeen, Leaf, Result, Step, Usage
from arbitree.errors import Problem

VERSION: Final = 1
"""The version of the form below; it changes when an older arbitree could misread a newer result."""

_Record = TypeVar("_Record")
Row: TypeAlias = dict[str, Any]
"""What JSON can hold."""


def result_dict(result: Result) -> Row:
    """The result as plain values, `"arbitree_result": 1` first; in steps and problems what is empty is left out.

    The exception that a judge's code raised is not kept: its cause tells of it.

    >>> from arbitree.core.records import Result
    >>> row = result_dict(Result(case="q-1", rubric="r", status="scored", score=1.0, interval=(1.0, 1.0), passed=True,
    ...                          threshold=0.5))
    >>> row["case"], row["interval"], result_from_dict(row).score
    ('q-1', [1.0, 1.0], 1.0)
    """
    return {
        "arbitree_result": VERSION,
        "case": result.case,
        "rubric": result.rubric,
        "status": result.status,
        "score": result.score,
        "interval": None if result.interval is None else list(result.interval),
        "passed": result.passed,
        "threshold": result.threshold,
        "path": [list(hop) for hop in result.path],
        "leaves": [list(leaf) for leaf in result.leaves],
        "reason": result.reason,
        "causes": [_filled(cause) for cause in result.causes],
        "warnings": [_filled(warning) for warning in result.warnings],
        "trace": [_step(step) for step in result.trace],
        "usage": {
            "calls": result.usage.calls,
            "input_tokens": result.usage.input_tokens,
            "output_tokens": result.usage.output_tokens,
            "cached_tokens": result.usage.cached_tokens,
        },
    }


def result_from_dict(row: Mapping[str, Any]) -> Result:
    """The result that `result_dict` wrote; keys that it did not write are passed over.

    Raises:
        ValueError: the row is of another version, or a part of it is not of its form; the message says which.
    """
    version = row.get("arbitree_result")
    if version != VERSION:
        raise ValueError(f"its `arbitree_result` is {version!r}, and this version of arbitree reads {VERSION}")
    try:
        return Result(
            case=row["case"],
            rubric=row["rubric"],
            status=row["status"],
            score=row["score"],
            interval=_pair(row["interval"]),
            passed=row["passed"],
            threshold=row["threshold"],
            path=tuple(Hop(*hop) for hop in row["path"]),
            leaves=tuple(Leaf(*leaf) for leaf in row["leaves"]),
            reason=row["reason"],
            causes=tuple(_made(Problem, cause) for cause in row["causes"]),
            warnings=tuple(_made(Problem, warning) for warning in row["warnings"]),
            trace=tuple(_step_from(step) for step in row["trace"]),
            usage=Usage(**row["usage"]),
        )
    except KeyError as error:
        raise ValueError(f"it has no {error.args[0]!r}") from None
    except (TypeError, AttributeError) as error:
        raise ValueError(f"a part of it is not of the form of a result: {error}") from None


def trace_bytes(result: Result) -> bytes:
    """What is compared when two runs are said to have the same trace: everything of the result but what was spent."""
    row = result_dict(result)
    del row["usage"]
    return _ENCODER.encode(row).encode("ascii")


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def _filled(problem: Problem) -> Row:
    """The fields of a problem that say something."""
    return {field.name: value for field in fields(Problem) if (value := getattr(problem, field.name)) != field.default}


def _step(step: Step) -> Row:
    row: Row = {"node": step.node, "kind": step.kind}
    if step.value is not None:
        row["value"] = list(step.value) if isinstance(step.value, tuple) else step.value
    if step.reason:
        row["reason"] = step.reason
    if step.to:
        row["to"] = step.to
    if step.scoring is not None:
        row["scoring"] = step.scoring
    if step.score is not None:
        row["score"] = step.score
    if step.interval is not None:
        row["interval"] = list(step.interval)
    if step.attempts:
        row["attempts"] = [_attempt(attempt) for attempt in step.attempts]
    if step.cause is not None:
        row["cause"] = _filled(step.cause)
    if step.flags:
        row["flags"] = list(step.flags)
    if step.after:
        row["after"] = list(step.after)
    if step.agreement is not None:
        row["agreement"] = step.agreement
    if step.items:
        row["items"] = [item._asdict() for item in step.items]
    return row


def _attempt(attempt: Attempt) -> Row:
    row: Row = {"key": attempt.key, "reply": attempt.reply}
    if attempt.error:
        row["error"] = attempt.error
    if attempt.flags:
        row["flags"] = list(attempt.flags)
    if attempt.sample:
        row["sample"] = attempt.sample
    if attempt.role:
        row["role"] = attempt.role
    if attempt.probabilities is not None:
        row["probabilities"] = dict(attempt.probabilities)
    if attempt.label_mass is not None:
        row["label_mass"] = attempt.label_mass
    if attempt.order:
        row["order"] = list(attempt.order)
    if attempt.passed_on:
        row["passed_on"] = attempt.passed_on
    return row


def _step_from(row: Mapping[str, Any]) -> Step:
    value, cause = row.get("value"), row.get("cause")
    known: Row = {name: told for name, told in row.items() if name != "scoring"}
    known["value"] = tuple(value) if isinstance(value, list) else value
    known["interval"] = _pair(row.get("interval"))
    known["attempts"] = tuple(_attempt_from(attempt) for attempt in row.get("attempts", ()))
    known["cause"] = None if cause is None else _made(Problem, cause)
    for name in ("flags", "after"):
        known[name] = tuple(row.get(name, ()))
    known["items"] = tuple(ItemSeen(**item) for item in row.get("items", ()))
    return Step(**known)


def _attempt_from(row: Mapping[str, Any]) -> Attempt:
    return Attempt(**{**row, **{name: tuple(row.get(name, ())) for name in ("flags", "order")}})


def _made(kind: type[_Record], row: Mapping[str, Any]) -> _Record:
    return kind(**row)


def _pair(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    low, high = value
    return low, high
