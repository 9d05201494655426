"""A result survives being written down, and two traces are compared by their bytes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Attempt, Hop, Leaf, Result, Step, Usage
from arbitree.errors import Problem
from arbitree.wire.results import result_dict, result_from_dict, trace_bytes
from tests.plugins.examples import examples

texts = st.text(max_size=5)
numbers = st.floats(0, 1, allow_nan=False)
pairs = st.none() | st.tuples(numbers, numbers)
problems = st.builds(
    Problem,
    code=texts,
    what=texts,
    where=texts,
    mend=texts,
    node=texts,
    key=texts,
    level=st.sampled_from(["error", "warning"]),
)
attempts = st.builds(
    Attempt,
    key=texts,
    reply=st.none() | texts,
    error=texts,
    flags=st.lists(texts, max_size=2).map(tuple),
    sample=st.integers(0, 3),
    probabilities=st.none() | st.dictionaries(texts, numbers, max_size=2),
)
steps = st.builds(
    Step,
    node=texts,
    kind=texts,
    value=st.none() | st.booleans() | texts | st.lists(texts, max_size=2).map(tuple),
    reason=texts,
    to=texts,
    score=st.none() | numbers,
    interval=pairs,
    attempts=st.lists(attempts, max_size=2).map(tuple),
    cause=st.none() | problems,
    flags=st.lists(texts, max_size=2).map(tuple),
    after=st.lists(texts, max_size=2).map(tuple),
)
verdicts = st.booleans() | texts
results = st.builds(
    Result,
    case=texts,
    rubric=texts,
    status=st.sampled_from(["scored", "decided", "undecided", "not_applicable"]),
    score=st.none() | numbers,
    interval=pairs,
    passed=st.none() | st.booleans(),
    threshold=numbers,
    path=st.lists(st.builds(Hop, texts, verdicts), max_size=2).map(tuple),
    leaves=st.lists(st.builds(Leaf, texts, verdicts, st.none() | numbers), max_size=2).map(tuple),
    reason=texts,
    causes=st.lists(problems, max_size=2).map(tuple),
    warnings=st.lists(problems, max_size=2).map(tuple),
    trace=st.lists(steps, max_size=3).map(tuple),
    usage=st.builds(Usage, calls=st.integers(0, 9), input_tokens=st.integers(0, 9), output_tokens=st.integers(0, 9)),
)

PLAIN = Result(case="q", rubric="r", status="scored", score=1.0, interval=(1.0, 1.0), passed=True, threshold=0.5)


@given(result=results)
@examples(60, 2_000)
def test_a_result_is_read_back_exactly(result: Result) -> None:
    text = json.dumps(result_dict(result))

    again = result_from_dict(json.loads(text))

    assert again == result
    assert json.dumps(result_dict(again)) == text


def test_what_was_spent_is_no_part_of_the_trace() -> None:
    assert trace_bytes(PLAIN) == trace_bytes(replace(PLAIN, usage=Usage(calls=3)))


def test_a_step_is_a_part_of_the_trace() -> None:
    assert trace_bytes(PLAIN) != trace_bytes(replace(PLAIN, trace=(Step(node="a", kind="ask", value=True),)))


def test_true_and_the_number_one_are_two_values() -> None:
    told = result_from_dict(
        json.loads(json.dumps(result_dict(replace(PLAIN, trace=(Step(node="a", kind="ask", value=False),)))))
    )

    assert told.trace[0].value is False


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"arbitree_result": 2}, "`arbitree_result` is 2"),
        ({"arbitree_result": None}, "`arbitree_result` is None"),
        ({"trace": [{"kind": "ask"}]}, "not of the form"),
        ({"trace": 3}, "not of the form"),
        ({"interval": 3}, "not of the form"),
    ],
)
def test_a_row_of_another_form_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        result_from_dict({**result_dict(PLAIN), **change})


def test_a_row_that_lacks_something_says_what() -> None:
    row = result_dict(PLAIN)
    del row["status"]

    with pytest.raises(ValueError, match="it has no 'status'"):
        result_from_dict(row)
