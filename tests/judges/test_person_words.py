"""What a person types at a question is understood as it is meant."""

from __future__ import annotations

import pytest

from arbitree.core.records import Shape
from arbitree.judges.person_words import keys_of, verdict_of, wish_of

YES_NO = Shape(kind="yes_no")
FATE = Shape(kind="one_of", options=("shipped", "delayed", "lost"))


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("y", (True, "")),
        (" YES ", (True, "")),
        ("no, it does not", (False, "it does not")),
        ("n: never", (False, "never")),
        ("yesterday", None),
        ("", None),
        ("yn", None),
    ],
)
def test_what_counts_as_yes_and_no(line: str, verdict: tuple[bool, str] | None) -> None:
    assert verdict_of(line, YES_NO) == verdict


@pytest.mark.parametrize(
    ("options", "line", "verdict"),
    [
        (("shipped", "lost"), "2", ("lost", "")),
        (("shipped", "lost"), "LOST nobody knows", ("lost", "nobody knows")),
        (("shipped", "lost"), "3", None),
        (("3", "2", "1"), "1", ("1", "")),
        (("Yes", "Yes, but late"), "yes, but late - by a day", ("Yes, but late", "by a day")),
        (("Yes", "Yes, but late"), "yes", ("Yes", "")),
        (("u", "w"), "u", ("u", "")),
    ],
)
def test_what_counts_as_an_option(options: tuple[str, ...], line: str, verdict: tuple[str, str] | None) -> None:
    shape = Shape(kind="one_of", options=options)

    assert wish_of(line, shape) is None
    assert verdict_of(line, shape) == verdict


def test_every_option_has_a_key_that_chooses_it() -> None:
    for options in (FATE.options, ("3", "2", "1"), ("1 day", "none"), ("a", "b", "u", "?")):
        shape = Shape(kind="one_of", options=options)
        assert [verdict_of(key, shape) for key in keys_of(options)] == [(option, "") for option in options]
