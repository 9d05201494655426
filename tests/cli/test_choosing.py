"""Which cases are meant: those named, of these a sample, of these the first; found again each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.cli.choosing import chosen
from arbitree.core.cases import Case
from arbitree.errors import UsageError
from arbitree.stats import sample

IDS = [f"q-{number}" for number in range(12)]
CASES = tuple(Case(id=case_id, fields={}) for case_id in IDS)


@given(
    only=st.lists(st.sampled_from(IDS)),
    count=st.none() | st.integers(1, 15),
    seed=st.integers(0, 9),
    limit=st.none() | st.integers(1, 15),
)
def test_the_choice_is_that_of_lists(only: list[str], count: int | None, seed: int, limit: int | None) -> None:
    plain = [case_id for case_id in IDS if not only or case_id in only]
    plain = plain if count is None else list(sample(plain, count, seed=seed))
    plain = plain[:limit]
    found = chosen(CASES, only=only, count=count, seed=seed, limit=limit)

    assert [case.id for case in found] == [case.id for case in found] == plain
    assert len(found) == len(plain)


def test_every_id_that_is_not_there_is_named_with_its_like() -> None:
    with pytest.raises(UsageError) as caught:
        chosen(CASES, only=["q-3", "q3", "other", "q3"])

    assert [problem.what.split('"')[1] for problem in caught.value.problems] == ["q3", "other"]
    assert "did you mean q-3?" in caught.value.problems[0].mend
