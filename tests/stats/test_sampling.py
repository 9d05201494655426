"""Some cases are chosen, the same ones everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.stats import sample

IDS = tuple(f"q-{number}" for number in range(1000))


def test_the_choice_is_the_same_on_every_machine() -> None:
    assert sample(IDS, 5, seed=7) == ("q-60", "q-567", "q-662", "q-716", "q-889")


@given(st.lists(st.text(), max_size=30), st.integers(0, 40), st.integers())
def test_as_many_as_wished_are_chosen_in_their_own_order(ids: list[str], count: int, seed: int) -> None:
    chosen = sample(ids, count, seed=seed)

    left = iter(ids)
    assert all(case_id in left for case_id in chosen)
    assert len(chosen) == min(count, len(ids))


def test_a_larger_choice_holds_the_smaller_one() -> None:
    assert set(sample(IDS, 50)) < set(sample(IDS, 100))


def test_another_seed_chooses_others() -> None:
    assert sample(IDS, 50, seed=1) != sample(IDS, 50, seed=2)


def test_a_choice_is_spread_evenly() -> None:
    lower_half = sum(IDS.index(case_id) < 500 for case_id in sample(IDS, 400, seed=3))

    assert 160 < lower_half < 240


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 cases"):
        sample(IDS, -1)
