"""Replies to questions for an option, a text, a list or an explanation, and what each is read as."""

from __future__ import annotations

import pytest

from arbitree.core.reading import read
from arbitree.core.records import Read, Shape, Unread

TEXT = Shape(kind="text")
LIST = Shape(kind="list")
REASON = Shape(kind="reason")

CHOSEN: list[tuple[str, tuple[str, ...], str]] = [
    ('{"verdict": "Only one"}', ("Both", "Only one"), "Only one"),
    ('{"verdict": "only_one"}', ("Both", "Only one"), "Only one"),
    ('{"verdict": "**Both**"}', ("Both", "Only one"), "Both"),
    ('{"verdict": "1. Both"}', ("Both", "Only one"), "Both"),
    ('{"verdict": ["both"]}', ("Both", "Only one"), "Both"),
    ('{"verdict": {"label": "Both"}}', ("Both", "Only one"), "Both"),
    ('{"choice": "Both", "reason": "r"}', ("Both", "Only one"), "Both"),
    ('{"verdict": true}', ("True", "False"), "True"),
    ('{"verdict": 1}', ("1", "2"), "1"),
    ('{"verdict": 1.0}', ("1", "1.0"), "1.0"),
    ('{"verdict": 1}', ("1.0", "1"), "1"),
    ('{"verdict": 1.0}', ("1", "2"), "1"),
    ('{"verdict": 2}', ("1.0", "2.0"), "2.0"),
    ('{"verdict": "C#"}', ("C", "C++", "C#"), "C#"),
    ('{"verdict": "c"}', ("C", "C++", "C#"), "C"),
    ('{"verdict": "-"}', ("+", "-", "?"), "-"),
    ("?", ("+", "-", "?"), "?"),
    ("A*", ("A", "A*", "A-"), "A*"),
    ("3", ("1", "2", "3"), "3"),
    ("The answer is 3.", ("1", "2", "3"), "3"),
    ('{"verdict": "Don’t know"}', ("Know", "Don't know"), "Don't know"),
    ('{"verdict": "non–compliant"}', ("compliant", "non-compliant"), "non-compliant"),
    ("Overall verdict: ONLY ONE!", ("Both", "Only one"), "Only one"),
]


@pytest.mark.parametrize(("reply", "options", "option"), CHOSEN)
def test_an_option_is_found_as_it_was_declared(reply: str, options: tuple[str, ...], option: str) -> None:
    said = read(reply, Shape(kind="one_of", options=options))

    assert isinstance(said, Read)
    assert said.value == option


UNKNOWN: list[tuple[str, tuple[str, ...]]] = [
    ('{"verdict": "Both of them"}', ("Both", "Only one")),
    ('{"verdict": "C++"}', ("C", "Java")),
    ('{"verdict": 1.5}', ("1", "2")),
    ('{"verdict": 1.00}', ("1", "1.0")),
    ('{"verdict": ["Both", "Only one"]}', ("Both", "Only one")),
    ('{"verdict": true}', ("Both", "Only one")),
    ("Somewhat", ("Both", "Only one")),
]


@pytest.mark.parametrize(("reply", "options"), UNKNOWN)
def test_what_was_not_offered_is_not_guessed(reply: str, options: tuple[str, ...]) -> None:
    said = read(reply, Shape(kind="one_of", options=options))

    assert isinstance(said, Unread)
    assert said.kind == "unknown_option"
    assert said.message.endswith(f"offered: {', '.join(options)}")


TEXTS: list[tuple[str, str]] = [
    ('{"output": "30 days"}', "30 days"),
    ('{"output": ""}', ""),
    ('{"Output": " A17 "}', " A17 "),
    ('{"output": "a\\nb \\u00e9 \\ud83d\\ude00 \\"q\\" \\\\"}', 'a\nb é 😀 "q" \\'),
    ('{"output": "half \\ud83d"}', "half \ufffd"),
    ('{"output": ["30 days", {"fact": "free"}, 5]}', "30 days\nfree\n5"),
    ('{"output": {"b": 1.0, "a": ["x"]}}', '{"b": 1.0, "a": ["x"]}'),
    ('{"output": {"text": "A17"}}', "A17"),
    ('{"output": 7.50}', "7.50"),
    ('{"output": true}', "true"),
    ('{"result": "A17"}', "A17"),
    ('```json\n{"output": "```python\\nx\\n```"}\n```', "```python\nx\n```"),
    ('{"output": "the set is {"a": "b"} here"}', 'the set is {"a": "b"} here'),
    ('{"output": "say "yes", "no": "maybe" and go"}', 'say "yes", "no": "maybe" and go'),
    ('{"output": "line\nline"}', "line\nline"),
    ("{'output': 'a \\'b\\' \\d'}", "a 'b' \\d"),
    ('{"output": "{\\"verdict\\": true}"}', '{"verdict": true}'),
    ('{"output": "<think>not reasoning</think>"}', "<think>not reasoning</think>"),
]


@pytest.mark.parametrize(("reply", "text"), TEXTS)
def test_a_text_is_read_whole(reply: str, text: str) -> None:
    said = read(reply, TEXT)

    assert isinstance(said, Read)
    assert said.value == text


@pytest.mark.parametrize(
    "reply",
    [
        "The order id is A17.",
        "A17",
        '"A17"',
        '{"output": null}',
        '{"output": "half of a te',
        '{"output": "half of a te"',
        '{"output": ["a", "b"',
        '{"output": "a", "output": "b"}',
        '{"output": "a stray " quote"}',
        '{"order_id": "A17"}',
        '{"output": "a" + "b"}',
        '{"output": "a"\n"b"}',
        '{"output": "" } is what it ends with"}',
    ],
)
def test_no_text_is_made_of_prose_or_of_half_an_object(reply: str) -> None:
    said = read(reply, TEXT)

    assert isinstance(said, Unread)
    assert said.kind == "unreadable"


LISTS: list[tuple[str, tuple[str, ...]]] = [
    ('{"output": ["a", "b"]}', ("a", "b")),
    ('{"output": []}', ()),
    ('{"output": [{"claim": "a"}, {"claim": "b"}]}', ("a", "b")),
    ('{"output": [1, 2.50, true]}', ("1", "2.50", "true")),
    ('{"output": [{"claim": "a", "n": 1}]}', ('{"claim": "a", "n": 1}',)),
    ('{"output": "[\\"a\\", \\"b\\"]"}', ("a", "b")),
    ('["a", "b"]', ("a", "b")),
    ('```json\n["a", "b"]\n```', ("a", "b")),
    ('[{"claim": "a"}, {"claim": "b"}]', ("a", "b")),
    ('{"items": ["a"]}', ("a",)),
    ("{'output': ['it's', 'b',]}", ("it's", "b")),
    ('{"output": ["he said "x", ok", "b"]}', ('he said "x", ok', "b")),
    ("[]", ()),
    ('{"claims": ["a"]}', ("a",)),
    ('{"output": {"claims": ["a"]}}', ("a",)),
]


@pytest.mark.parametrize(("reply", "items"), LISTS)
def test_a_list_is_read_item_by_item(reply: str, items: tuple[str, ...]) -> None:
    said = read(reply, LIST)

    assert isinstance(said, Read)
    assert said.value == items


@pytest.mark.parametrize(
    "reply", ['{"output": "a, b"}', '{"output": {"a": 1}}', '{"output": 3}', '{"output": "- a\\n- b"}']
)
def test_what_is_no_list_is_said_to_be_none(reply: str) -> None:
    said = read(reply, LIST)

    assert isinstance(said, Unread)
    assert said.kind == "not_a_list"


def test_items_without_a_comma_between_are_not_joined() -> None:
    said = read('{"output": ["a" "b"]}', LIST)

    assert isinstance(said, Unread)
    assert said.kind == "unreadable"


def test_a_list_with_a_null_item_is_asked_again() -> None:
    said = read('{"output": ["a", null]}', LIST)

    assert isinstance(said, Unread)
    assert said.kind == "unreadable"


def test_an_explanation_is_read_from_its_object_and_not_from_prose() -> None:
    assert read('{"reason": "Both were there."}', REASON) == Read("Both were there.", "", ())
    assert isinstance(read("The score is 1.0 because both were there.", REASON), Unread)


def test_a_null_verdict_is_asked_again_with_what_is_offered() -> None:
    unread = read('{"verdict": null}', Shape(kind="one_of", options=("Both", "Neither")))

    assert isinstance(unread, Unread)
    assert unread.message == '"verdict" is null; it must hold one of those offered: Both, Neither'
