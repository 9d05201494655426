"""No field of a record is lost on the way to JSON and back, whichever is filled."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from arbitree.core.records import Attempt, ItemSeen, Result, Step
from arbitree.errors import Problem
from arbitree.wire.results import result_dict, result_from_dict

STEP = Step(node="a", kind="ask")
ATTEMPT = Attempt(key="q1-0", reply=None)
PROBLEM = Problem(code="J301", what="it failed")
FILLED: dict[str, Any] = {
    **dict.fromkeys(("node", "kind", "reason", "to", "reply", "key", "error", "role", "code", "what"), "text"),
    **dict.fromkeys(("where", "mend"), "text"),
    "value": ("a", "b"),
    "score": 0.0,
    "interval": (0.0, 0.5),
    "attempts": (ATTEMPT,),
    "cause": PROBLEM,
    "flags": ("repaired",),
    "after": ("t",),
    "agreement": 0.0,
    "items": (ItemSeen("each", 1, "text"),),
    "sample": 1,
    "level": "warning",
    "probabilities": {"yes": 0.0},
    "label_mass": 0.0,
    "order": ("b", "a"),
    "passed_on": "no probability",
}
CASES = [(record, field.name) for record in (STEP, ATTEMPT, PROBLEM) for field in fields(record)]


@pytest.mark.parametrize(("record", "name"), CASES, ids=[f"{type(one).__name__}-{name}" for one, name in CASES])
def test_each_field_that_says_something_comes_back(record: Step | Attempt | Problem, name: str) -> None:
    filled: Any = replace(record, **{name: FILLED[name]})
    assert filled != record or name in {"node", "kind"}
    match filled:
        case Step():
            step = filled
        case Attempt():
            step = replace(STEP, attempts=(filled,))
        case _:
            step = replace(STEP, cause=filled)
    result = Result(
        case="q",
        rubric="r",
        status="scored",
        score=1.0,
        interval=(1.0, 1.0),
        passed=True,
        threshold=0.5,
        trace=(step,),
    )
    assert result_from_dict(json.loads(json.dumps(result_dict(result)))) == result
