"""A run as JSON, part by part, is what it would be as a whole."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.reports.as_json import Outcomes, run_texts
from arbitree.reports.printing import json_text


@given(st.lists(st.text(st.characters(), max_size=8), max_size=5))
def test_the_parts_are_the_bytes_of_the_whole(reasons: list[str]) -> None:
    outcomes = Outcomes()
    for index, reason in reversed(list(enumerate(reasons))):
        result = Result(
            case=str(index),
            rubric="r",
            status="scored",
            score=1.0,
            interval=(1.0, 1.0),
            passed=True,
            threshold=0.5,
            reason=reason,
        )
        outcomes.add(index, Case(id=str(index), fields={}), result)
    text = "".join(run_texts({"arbitree_run": 1, "groups": {}}, outcomes))

    whole = json.loads(text)
    assert [case["reason"] for case in whole["cases"]] == reasons
    assert text == json_text(whole) + "\n"
