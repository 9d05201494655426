"""What judges reply, read as it was meant; ACCEPTANCE 8 to 12 and 25 under their numbers."""

from __future__ import annotations

import pytest

from arbitree.core.reading import read
from arbitree.core.records import Read, Shape, Unread

YES_NO = Shape(kind="yes_no")
ORDER = Shape(kind="one_of", options=("Yes", "Two are out of order", "No"))


@pytest.mark.parametrize("label", ["yes", " Yes ", "Yes.", "YES\u200b"])
@pytest.mark.parametrize("form", ["{}", '{{"verdict": "{}"}}'])
def test_acceptance_8_a_label_matches_whatever_its_case_and_marks(label: str, form: str) -> None:
    said = read(form.format(label), ORDER)

    assert isinstance(said, Read)
    assert said.value == "Yes"


@pytest.mark.parametrize("form", ["{}", '{{"verdict": "{}"}}'])
def test_acceptance_8_a_no_break_space_is_a_space(form: str) -> None:
    said = read(form.format("Two\u00a0are out of order"), ORDER)

    assert isinstance(said, Read)
    assert said.value == "Two are out of order"


@pytest.mark.parametrize("reply", ["Maybe", '{"verdict": "Maybe"}'])
def test_acceptance_8_an_option_that_was_not_offered_is_quoted_with_the_list(reply: str) -> None:
    message = 'The verdict "Maybe" was not offered; offered: Yes, Two are out of order, No'

    assert read(reply, ORDER) == Unread("unknown_option", message)
