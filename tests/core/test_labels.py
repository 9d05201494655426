"""Labels: what a judge's wording means, and which options cannot be told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.labels import blank, collisions, match, normal

LABELS = st.text(max_size=12) | st.text(alphabet="Aa1.+-*#_'\"()/ ?\u200b\u00a0\u0301", max_size=8)


@pytest.mark.parametrize(
    "wording", ["Yes", "yes", " Yes ", "Yes.", "YES\u200b", "**Yes**", "'Yes'", "“Yes”", "Ｙｅｓ", "- Yes", "✅ Yes"]
)
def test_one_label_is_known_in_many_dresses(wording: str) -> None:
    assert match(wording, ("Yes", "Two are out of order", "No")) == "Yes"


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2009", "\t", "\n", "  ", "\u202f", "\u3000"])
def test_every_kind_of_white_space_is_one_space(space: str) -> None:
    assert match(f"two{space}are out of order", ("Two are out of order", "No")) == "Two are out of order"


@pytest.mark.parametrize(
    "options",
    [
        ("+", "-", "?", "!", "..."),
        ("C", "C++", "C#"),
        ("1", "1.0", "1.00"),
        ("A", "A*", "A-", "A+"),
        (".NET", "NET"),
        ("<5", ">5", "5"),
        ("👍", "👎"),
        ("m", "m2"),
        ("not compliant", "compliant"),
        ("a-b", "a b"),
    ],
)
def test_distinctions_that_the_author_made_are_kept(options: tuple[str, ...]) -> None:
    assert collisions(options) == ()
    assert [match(option, options) for option in options] == list(options)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Yes", "yes "),
        ("Yes", "Yes."),
        ("Yes", "**Yes**"),
        ("Don't", "Don’t"),
        ("a b", "a\u00a0b"),
        ("x", "x"),
        ("m²", "m2"),
        ("é", "e\u0301"),
    ],
)
def test_options_that_no_judge_could_tell_apart_collide(first: str, second: str) -> None:
    assert collisions((first, "other", second)) == ((first, second),)


def test_each_later_option_is_paired_with_the_first_that_it_equals() -> None:
    assert collisions(("Yes", "No", "yes", "NO", "YES")) == (("Yes", "yes"), ("No", "NO"), ("Yes", "YES"))


def test_options_that_say_nothing_are_named_apart() -> None:
    assert blank(("", "Yes", " \u200b\t", "-")) == ("", " \u200b\t")


def test_a_label_that_is_not_offered_means_nothing() -> None:
    assert match("C++", ("C", "Java")) is None
    assert match("", ("Yes", "No")) is None
    assert match("Yes and No", ("Yes", "No")) is None


def test_a_wording_that_two_options_fit_means_neither() -> None:
    assert match("a_b", ("a-b", "a b")) is None


@given(LABELS)
def test_the_normal_form_of_a_normal_form_is_itself(label: str) -> None:
    assert normal(normal(label)) == normal(label)


@given(st.lists(LABELS, min_size=1, max_size=5, unique=True))
def test_every_option_is_known_by_its_own_words(options: list[str]) -> None:
    assert [match(option, options) for option in options if option] == [option for option in options if option]


@given(st.lists(LABELS, min_size=1, max_size=5, unique=True), LABELS)
def test_a_match_is_always_one_of_the_options(options: list[str], wording: str) -> None:
    assert match(wording, options) in (None, *options)


@given(st.lists(LABELS, min_size=1, max_size=6))
def test_options_without_collisions_have_different_normal_forms(options: list[str]) -> None:
    assert (len({normal(option) for option in options}) == len(options)) == (collisions(options) == ())
