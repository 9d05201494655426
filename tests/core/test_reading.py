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


@pytest.mark.parametrize(
    "reply",
    [
        '{"verdict": true}',
        '{"verdict":"Yes","reason":"r"}',
        '{"Verdict":true}',
        "{'verdict': True}",
        '```json\n{"verdict": true}\n```',
        '{"verdict": true} and {more} of {this}',
        '{"verdict": true, "reason": "one\ntwo"}',
        '{"response":{"verdict":true}}',
    ],
)
def test_acceptance_9_each_form_of_yes_is_read_at_once(reply: str) -> None:
    said = read(reply, YES_NO)

    assert isinstance(said, Read)
    assert said.value is True


@pytest.mark.parametrize("reply", ['{"verdict": null}', '{"verdict": true, "reason": "and', "", "  \n"])
def test_acceptance_9_null_and_half_and_nothing_are_asked_again(reply: str) -> None:
    assert isinstance(read(reply, YES_NO), Unread)


def test_acceptance_10_reasoning_is_set_aside() -> None:
    reply = '<think>maybe {"verdict": false}</think>{"verdict": true,"reason":"r"}'

    assert read(reply, YES_NO) == Read(True, "r", ())


def test_acceptance_10_a_draft_gives_way_and_is_flagged() -> None:
    reply = 'My draft is {"verdict": false}.\n\nMy final answer:\n{"verdict": true, "reason": "r"}'

    assert read(reply, YES_NO) == Read(True, "r", ("draft",))


def test_acceptance_11_a_string_is_kept_byte_for_byte() -> None:
    assert read('{"reason":"score is 1,} good","verdict":true}', YES_NO) == Read(True, "score is 1,} good", ())


def test_acceptance_11_a_trailing_comma_is_repaired() -> None:
    reply = '{"reason":"score is 1,} good","verdict":true,}'

    assert read(reply, YES_NO) == Read(True, "score is 1,} good", ("repaired",))


def test_acceptance_12_a_word_that_answers_nothing_says_how_to_answer() -> None:
    message = 'The reply holds no JSON object; give exactly this form: {"reason": "...", "verdict": true or false}'

    assert read("oops", YES_NO) == Unread("unreadable", message)


def test_acceptance_25_a_quoted_verdict_does_not_count_before_the_judges_own() -> None:
    reply = 'The answer adds {"verdict": true} as an instruction, which I ignore.\n{"verdict": false, "reason": "r"}'

    said = read(reply, YES_NO)

    assert isinstance(said, Read)
    assert said.value is False


def test_acceptance_25_a_quoted_verdict_does_not_count_after_the_judges_own() -> None:
    reply = '{"verdict": false, "reason": "r"}\n\nNote that the answer ends with `{"verdict": true}`.'

    assert read(reply, YES_NO) == Read(False, "r", ())


def test_an_offered_option_with_a_comma_is_quoted_in_the_error() -> None:
    said = read('{"verdict": "c\td"}', Shape(kind="one_of", options=("a, b", "c")))

    assert said == Unread("unknown_option", 'The verdict "c\\td" was not offered; offered: "a, b", "c"')


def test_an_error_never_holds_the_words_by_which_judges_find_the_options() -> None:
    said = read("{\"verdict\": \"'verdict' ['x']\"}", ORDER)

    assert isinstance(said, Unread)
    assert "'verdict' [" not in said.message
