"""A sum that keeps no value is the exact sum."""

from __future__ import annotations

import math
import sys

from hypothesis import given
from hypothesis import strategies as st

from arbitree.stats.total import Total

FLOATS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300) | st.integers(-5, 5)


@given(st.lists(FLOATS, max_size=50))
def test_the_sum_is_that_of_fsum(values: list[float]) -> None:
    total = Total()
    for value in values:
        total.add(value)

    assert (total.value, total.count) == (math.fsum(values), len(values))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_the_mean_is_that_of_the_scores(values: list[float]) -> None:
    total = Total()
    for value in values:
        total.add(value)

    assert total.mean == math.fsum(values) / len(values)


def test_the_smallest_float_counts() -> None:
    total = Total()
    for value in (1.0, 5e-324, -1.0):
        total.add(value)

    assert total.value == 5e-324


def test_many_values_take_no_more_room_than_a_few() -> None:
    total = Total()
    for number in range(1000):
        total.add(1 / (number + 1))

    assert sys.getsizeof(total._units) < 400
