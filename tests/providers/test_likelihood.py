"""Probabilities of labels from log-probabilities of tokens."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Shape
from arbitree.core.scale import Scale
from arbitree.providers.likelihood import Token, likelihood_of

YES_NO = Shape(kind="yes_no")
MENU = Shape(kind="one_of", options=("Both", "Only one", "Only two", "Neither"))


def token(text: str, probability: float, **others: float) -> Token:
    told = tuple((other.encode(), math.log(value)) for other, value in others.items())
    return Token(text.encode(), math.log(probability), told)


def test_alternatives_of_the_verdict_are_the_other_labels() -> None:
    tokens = [token('{"reason": "x", "verdict": ', 1.0), token("true", 0.7, false=0.2, null=0.1), token("}", 1.0)]
    found = likelihood_of(tokens, YES_NO)

    assert found is not None
    assert found.probabilities == pytest.approx({"yes": 7 / 9, "no": 2 / 9})
    assert found.mass == pytest.approx(0.9)


def test_a_label_of_several_tokens_is_followed_to_where_it_parts_from_the_others() -> None:
    tokens = [
        token('{"verdict": "', 1.0),
        token("Only", 0.6, Both=0.3, Ne=0.1),
        Token(b" one", math.log(0.75), ((b" two", math.log(0.25)),)),
        token('"}', 1.0),
    ]
    found = likelihood_of(tokens, MENU)

    assert found is not None
    assert found.probabilities == pytest.approx({"Both": 0.3, "Only one": 0.45, "Only two": 0.15, "Neither": 0.1})
    assert found.mass == pytest.approx(1.0)


def test_an_alternative_that_fits_several_labels_is_nobodys() -> None:
    tokens = [token('{"verdict":"', 1.0), token("Both", 0.5, Only=0.4), token('"}', 1.0)]
    found = likelihood_of(tokens, MENU)

    assert found is not None
    assert found.probabilities == pytest.approx({"Both": 1.0, "Only one": 0.0, "Only two": 0.0, "Neither": 0.0})
    assert found.mass == pytest.approx(0.5)


def test_a_label_that_begins_another_is_told_by_its_closing_quote() -> None:
    shape = Shape(kind="one_of", options=("Yes", "Yes, mostly"))
    tokens = [token('{"verdict":"', 1.0), token("Yes", 1.0), Token(b'"}', math.log(0.8), ((b",", math.log(0.2)),))]
    found = likelihood_of(tokens, shape)

    assert found is not None
    assert found.probabilities == pytest.approx({"Yes": 0.8, "Yes, mostly": 0.2})


def test_what_is_said_of_a_verdict_in_the_reason_is_not_the_verdict() -> None:
    tokens = [
        token('{"reason": "they wrote \\"verdict\\": ', 1.0),
        token("false", 0.5, true=0.5),
        token('", "verdict": ', 1.0),
        token("true", 0.9, false=0.1),
        token("}", 1.0),
    ]
    found = likelihood_of(tokens, YES_NO)

    assert found is not None
    assert found.probabilities == pytest.approx({"yes": 0.9, "no": 0.1})


@pytest.mark.parametrize("tokens", [[], [token("yes", 0.9, no=0.1)], [token('{"verdict": "maybe"}', 1.0)]])
def test_without_a_verdict_that_was_offered_there_are_no_probabilities(tokens: list[Token]) -> None:
    assert likelihood_of(tokens, YES_NO) is None


def test_only_verdicts_have_probabilities() -> None:
    assert likelihood_of([token('{"output": "x"}', 1.0)], Shape(kind="text")) is None


@given(
    st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=8), min_size=2, max_size=5, unique=True),
    st.data(),
)
def test_however_a_reply_is_cut_into_tokens_the_chosen_label_has_its_probability(
    options: list[str], data: st.DataObject
) -> None:
    chosen = data.draw(st.sampled_from(options))
    whole = json.dumps({"reason": "r", "verdict": chosen}, ensure_ascii=False).encode()
    cuts = sorted(data.draw(st.sets(st.integers(1, len(whole) - 1), max_size=6)))
    pieces = [whole[start:end] for start, end in pairwise([0, *cuts, len(whole)])]
    found = likelihood_of([Token(piece, 0.0) for piece in pieces], Shape(kind="one_of", options=tuple(options)))

    assert found is not None
    assert found.probabilities[chosen] == pytest.approx(1.0)
    assert math.fsum(found.probabilities.values()) == pytest.approx(1.0)


def test_a_grade_has_the_probability_of_each_number_on_its_scale() -> None:
    others = ((b"3", math.log(0.25)), (b"x", math.log(0.05)))
    tokens = [Token(b'{"score": ', 0.0), Token(b"4", math.log(0.7), others), Token(b"}", 0.0)]

    found = likelihood_of(tokens, Shape(kind="number", scale=Scale(low=1, high=5)))

    assert found is not None
    assert {label: round(share, 4) for label, share in found.probabilities.items() if share} == {
        "3": 0.2632,
        "4": 0.7368,
    }
    assert round(found.mass, 4) == 0.95


def test_a_grade_of_two_tokens_is_told_from_its_beginning() -> None:
    tokens = [
        Token(b'{"score": ', 0.0),
        Token(b"1", math.log(0.9), ((b"8", math.log(0.1)),)),
        Token(b"0", math.log(0.5), ((b"}", math.log(0.5)),)),
    ]

    found = likelihood_of(tokens, Shape(kind="number", scale=Scale()))

    assert found is not None
    assert {label: round(share, 2) for label, share in found.probabilities.items() if share} == {
        "1": 0.45,
        "8": 0.1,
        "10": 0.45,
    }
