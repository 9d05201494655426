"""Scores are the decimal numbers that authors reckon with: binary arithmetic never fails a case at its threshold."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import pytest

from arbitree import Rubric

HEAD = "arbitree: 1\nthreshold: 0.7\ndefaults: {shows: [actual_output]}\nnodes:\n"


def result_of(nodes: str) -> tuple[float | None, bool | None]:
    judge = lambda prompt: json.dumps({"verdict": True})  # noqa: E731
    [result] = Rubric.loads(HEAD + nodes).run([{"actual_output": "x"}], judge=judge)
    return result.score, result.passed


@pytest.mark.parametrize("weights", [(2, 1), (3, 3, 1), (0.1, 0.2, 0.3), (7, 5, 9, 11)])
@pytest.mark.parametrize("score", [7, 0.7, 9.1])
def test_the_mean_of_equal_scores_is_that_score(score: float, weights: tuple[float, ...]) -> None:
    parts = ", ".join(f"{{ask: Q{n}?, yes: {score}, no: 0, weight: {weight}}}" for n, weight in enumerate(weights))

    assert result_of(f"  w: {{weigh: [{parts}]}}\n") == (float(Fraction(str(score)) / 10), score >= 7)


def test_means_are_the_decimal_numbers_that_authors_reckon_with() -> None:
    for scores in itertools.product((10, 9, 6, 5, 3), repeat=3):
        parts = ", ".join(f"{{ask: Q{n}?, yes: {score}, no: 0}}" for n, score in enumerate(scores))
        exact = Fraction(sum(scores), 30)
        if exact.denominator in (1, 2, 4, 5, 8, 10, 20, 25, 50):
            assert result_of(f"  w: {{weigh: [{parts}]}}\n")[0] == float(exact), scores


def test_a_product_is_a_decimal_number_too() -> None:
    parts = "[{ask: A?, yes: 7, no: 0}, {ask: B?, yes: 7, no: 0}]"

    assert result_of(f"  w: {{weigh: {parts}, by: product}}\n")[0] == 0.49


def test_a_part_whose_mean_is_the_bar_is_met() -> None:
    inner = "{weigh: [{ask: A?, yes: 7, no: 0, weight: 2}, {ask: B?, yes: 7, no: 0}]}"

    assert result_of(f"  w: {{weigh: [{inner}], by: {{at_least: 1}}, met: 7}}\n") == (1.0, True)


@pytest.mark.parametrize("score", [9.1, 0.7, 5.7, 10, 3.3])
def test_a_score_of_the_author_is_divided_by_ten_in_decimals(score: float) -> None:
    node = f"  q: {{ask: Q?, yes: {score}, no: 0}}\n"

    assert result_of(node)[0] == float(Fraction(str(score)) / 10)
