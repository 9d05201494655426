"""What holds of reading for any reply at all."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.reading import read
from arbitree.core.records import Read, Shape, Unread

SHAPES = st.sampled_from(
    [
        Shape(kind="yes_no"),
        Shape(kind="one_of", options=("Both", "Only one", "Neither")),
        Shape(kind="text"),
        Shape(kind="list"),
        Shape(kind="reason"),
    ]
)
PIECES = st.sampled_from(
    (
        *(
            "{",
            "}",
            "[",
            "]",
            '"',
            "'",
            "`",
            ":",
            ",",
            "\\",
            "\n",
            " ",
            "//",
            "/*",
            "#",
            "\\u",
            "\ud800",
            "\u200b",
            "“",
            "”",
        ),
        *("verdict", "output", "reason", "true", "False", "null", "Both", "yes", "1.0", "says ", "<think>", "</think>"),
        *("```", "> ", "<|channel|>", "final", "<|message|>", '"verdict": ', '{"output": [', '{"verdict": true}'),
    )
)
REPLIES = st.text(max_size=60) | st.lists(PIECES, max_size=25).map("".join)
PROSE = st.text(
    alphabet=st.characters(exclude_characters="{}[]<>\"'`“”‘’«»◁▷~|", exclude_categories=["Cs"]), max_size=60
)
WORDS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)


@given(REPLIES, SHAPES)
def test_reading_never_raises_and_gives_what_the_shape_allows(reply: str, shape: Shape) -> None:
    said = read(reply, shape)

    if isinstance(said, Unread):
        assert said.kind in ("empty", "unreadable", "unknown_option", "not_a_list")
        return
    kinds = {"yes_no": bool, "one_of": str, "text": str, "list": tuple, "reason": str}
    assert type(said.value) is kinds[shape.kind]
    assert shape.kind != "one_of" or said.value in shape.options
    json.dumps(said).encode()


@given(REPLIES, SHAPES)
def test_the_same_reply_is_always_read_alike(reply: str, shape: Shape) -> None:
    assert read(reply, shape) == read(reply, shape)


@given(REPLIES, SHAPES)
def test_an_error_is_short_and_holds_nothing_that_steers_a_judge(reply: str, shape: Shape) -> None:
    said = read(reply, shape)

    if isinstance(said, Unread):
        assert "'verdict' [" not in said.message
        assert "\n" not in said.message
        assert len(said.message) < 700
        said.message.encode()


@given(
    st.text(min_size=200, max_size=400),
    st.sampled_from([Shape(kind="yes_no"), Shape(kind="one_of", options=("A", "B"))]),
)
def test_an_error_quotes_no_more_than_the_beginning(verdict: str, shape: Shape) -> None:
    said = read(json.dumps({"verdict": "zz" + verdict}), shape)

    assert isinstance(said, Unread)
    assert verdict[100:] not in said.message


@given(PROSE, PROSE, st.booleans(), WORDS)
def test_an_object_reads_as_itself_in_any_prose_without_brackets(
    before: str, after: str, verdict: bool, reason: str
) -> None:
    reply = f"{before}\n\n{json.dumps({'reason': reason, 'verdict': verdict})}\n\n{after}"

    assert read(reply, Shape(kind="yes_no")) == Read(verdict, reason, ())


@given(WORDS, st.booleans())
def test_a_text_comes_back_byte_for_byte(text: str, ascii_only: bool) -> None:
    assert read(json.dumps({"output": text}, ensure_ascii=ascii_only), Shape(kind="text")) == Read(text, "", ())


@given(st.lists(WORDS, max_size=4))
def test_a_list_comes_back_item_by_item(items: list[str]) -> None:
    assert read(json.dumps({"output": items}), Shape(kind="list")) == Read(tuple(items), "", ())


@given(WORDS, st.booleans())
def test_nothing_inside_a_string_is_taken_for_the_verdict(text: str, verdict: bool) -> None:
    quote = json.dumps({"verdict": not verdict})
    reply = json.dumps({"reason": f"{text} {quote} {text} </think> {quote}", "verdict": verdict})

    said = read(f"Here it is:\n```json\n{reply}\n```", Shape(kind="yes_no"))

    assert isinstance(said, Read)
    assert said.value is verdict


@given(st.booleans(), st.text(alphabet="abc \"'\\{}:,", max_size=20), st.data())
def test_a_reply_cut_short_is_never_read_as_a_whole(verdict: bool, reason: str, data: st.DataObject) -> None:
    reply = json.dumps({"reason": reason, "verdict": verdict})
    end = data.draw(st.integers(min_value=0, max_value=len(reply) - 1))

    assert isinstance(read(reply[:end], Shape(kind="yes_no")), Unread)


@given(st.text(alphabet="abc \"'\\{}:,", max_size=20), st.data())
def test_no_half_of_a_text_is_ever_read(text: str, data: st.DataObject) -> None:
    reply = json.dumps({"output": text})
    end = data.draw(st.integers(min_value=0, max_value=len(reply) - 1))

    assert isinstance(read(reply[:end], Shape(kind="text")), Unread)
