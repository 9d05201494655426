"""Finding JSON-like objects: strict first, tolerant next, and never more work than the text is long."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.replies import jsonish, lenient
from arbitree.core.replies.jsonish import scan, whole
from arbitree.core.replies.lenient import CLASH, Number, Parsed, Value, parse
from arbitree.core.replies.strings import Broken

JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), JSON, max_size=4)


@given(OBJECTS)
def test_strict_json_is_read_as_it_is(value: dict[str, Value]) -> None:
    found = whole(json.dumps(value))

    assert found is not None
    assert found.value == value


@given(OBJECTS)
def test_the_tolerant_parser_reads_strict_json_as_the_strict_one_does_or_gives_up(value: dict[str, Value]) -> None:
    read = parse(json.dumps(value), 0)

    assert isinstance(read, Broken) or read.value == value


@given(st.text(alphabet="{}[]\"':,\\/*#\n atrue1", max_size=60))
def test_the_tolerant_parser_never_raises_and_ends_inside_the_text(tail: str) -> None:
    read = parse("{" + tail, 0)

    assert (read.end if isinstance(read, Parsed) else read.at) <= len(tail) + 1


def test_numbers_keep_their_spelling() -> None:
    found = whole('{"a": 1.0, "b": 1, "c": 1e400, "d": NaN}')

    assert found is not None
    assert found.value == {"a": Number("1.0"), "b": Number("1"), "c": Number("1e400"), "d": Number("NaN")}


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"a": 1, "a": 1, "a": 2}', "{'a': 1, 'a': 2, 'a': 1}"])
def test_a_key_given_twice_differently_is_marked(text: str) -> None:
    assert scan(text).found[0].value == {"a": CLASH}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': True, 'b': None}", {"a": True, "b": None}),
        ('{"a": "x",}', {"a": "x"}),
        ('{"a": ["x", "y",],}', {"a": ["x", "y"]}),
        ("{a: x y, b: [true, False]}", {"a": "x y", "b": [True, False]}),
        ('{"a": "x" /* why */, // so\n "b": "//no"}', {"a": "x", "b": "//no"}),
        ('{"a": "1,} 2", "b": \'},\'}', {"a": "1,} 2", "b": "},"}),
        ('{"a": "he said \\"x\\" and "y" too",}', {"a": 'he said "x" and "y" too'}),
        ('{"a": "\\u0041\\ud83d\\ude00\\q",}', {"a": "A😀\\q"}),
        ("{“a”: “x “y” z”}", {"a": "x “y” z"}),
        ('{"a": NaN, "b": -.5, "c": +1}', {"a": Number("NaN"), "b": Number("-.5"), "c": Number("+1")}),
        ("{'a': 'it's', 'b': 'the 90's'}", {"a": "it's", "b": "the 90's"}),
    ],
)
def test_what_the_strict_parser_refuses_is_mended(text: str, value: Value) -> None:
    (found,) = scan(text).found

    assert found.repaired
    assert found.value == value


@pytest.mark.parametrize(
    "text",
    ['{"a": "x', '{"a": "x"', '{"a": tr', '{"a": ', '{"a": [1, 2', "{'a': {'b': 1}", '{"a": 1, "b', "{'a': 'it's"],
)
def test_what_breaks_off_is_known_to(text: str) -> None:
    assert scan(text).given_up == "cut"


@pytest.mark.parametrize(
    "text", ["{", "{ and so on", "{x} {y: } {1}", "[1] [see]", "\\frac{1}{2}", "f(){ return {}[0]; "]
)
def test_stray_brackets_are_prose(text: str) -> None:
    seen = scan(text)

    assert seen.given_up == ""
    assert all(found.value in ({}, []) for found in seen.found)


def test_the_prose_is_what_is_left_in_its_place() -> None:
    assert scan('a {"b": 1} c').prose == "a          c"


HOSTILE = [
    "{",
    '"',
    '{"',
    '{"a":',
    '{"a":"',
    "[",
    '["',
    '{"a":[',
    "{'a':'",
    '{"//',
    '{"/*',
    '{"a":"}',
    '{"a":"b" ',
    '{"a":"b","',
]
HOSTILE += [
    "<think>",
    "x<think>",
    "x</think>",
    '{"verdict":"',
    "“",
    "{a:",
    "{a ",
    '"/*"*/',
    '{"a"',
    "{'a': 'it's ",
    "{#",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_texts_cost_no_more_than_their_length(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = 0

    def counting(text: str, start: int) -> Parsed | Broken:
        nonlocal walked
        read = lenient.parse(text, start)
        walked += (read.end if isinstance(read, Parsed) else read.at) - start
        return read

    monkeypatch.setattr(jsonish, "parse", counting)
    text = unit * (100_000 // len(unit))
    scan(text)

    assert walked <= 50_000 + 6 * len(text)


def test_nesting_beyond_all_sense_is_no_recursion() -> None:
    for text in ("[" * 100_000, '{"a":' * 20_000, "[" * 500 + "]" * 500, '{"a":' * 500 + "1" + "}" * 500):
        assert whole(text) is None
        assert scan(text).given_up == "hostile"
