"""Conversations in files: `messages` and `turns` are recognised, whatever they hold, and odd turns are told by row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitree.core.cases import Case, text_of
from arbitree.core.conversation import view
from arbitree.core.images import image_at
from arbitree.core.turns import Turns
from arbitree.data import read_cases, scan_cases
from arbitree.errors import CaseError

ADDRESS = "https://a.test/u.png"
CALL = {"id": "c1", "type": "function", "function": {"name": "track", "arguments": '{"order": 7}'}}
MESSAGES = [
    {"role": "system", "content": "Be brief."},
    {
        "role": "user",
        "content": [{"type": "text", "text": "This?"}, {"type": "image_url", "image_url": {"url": ADDRESS}}],
    },
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "lost"},
    {"role": "assistant", "content": "It is lost."},
]


def written(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def one(path: Path, **row: object) -> Case:
    return read_cases(written(path / "talks.jsonl", row)).cases[0]


def told(path: Path, value: object) -> str:
    with pytest.raises(CaseError) as caught:
        read_cases(written(path / "talks.jsonl", {"input": "fine"}, {"messages": value}))
    [problem] = caught.value.problems
    assert problem.where == "talks.jsonl:2"
    return problem.what


def test_messages_keep_their_roles_parts_and_calls(tmp_path: Path) -> None:
    case = one(tmp_path, messages=MESSAGES)

    content = [{"type": "text", "text": "This?"}, image_at(ADDRESS)]
    assert case.fields["messages"] == [MESSAGES[0], {"role": "user", "content": content}, *MESSAGES[2:]]
    assert text_of(case.fields["messages"]) == (
        f"System: Be brief.\n\nUser: This?\n[{image_at(ADDRESS)}]\n\n"
        f"Assistant: {json.dumps(CALL)}\n\nTool: lost\n\nAssistant: It is lost."
    )


def test_messages_are_turns_and_turns_are_messages(tmp_path: Path) -> None:
    last = Turns(window=(-1, -1))
    assert view(one(tmp_path, messages=MESSAGES).fields, last).text == "Assistant: It is lost."
    turns = one(tmp_path, turns=[{"role": "user", "content": "Hi.", "retrievalContext": ["a"]}])
    assert view(turns.fields, Turns(field="messages", params=("retrieval_context",))).text == (
        "Turn 0:\nRetrieval Context: 1. a"
    )


def test_a_message_that_only_calls_tools_needs_no_content(tmp_path: Path) -> None:
    case = one(tmp_path, messages=[{"role": "assistant", "tool_calls": [CALL]}])
    assert view(case.fields, Turns()).text == f"Assistant: {json.dumps(CALL)}"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([{"content": "Hi."}], 'turn 0 of "messages" is odd: it has no role'),
        ([{"role": 3, "content": "Hi."}], "its role is 3, not a name"),
        ([{"role": "user", "content": "Hi."}, "Hello."], 'turn 1 of "messages" is odd: it is str, not an object'),
        ([{"role": "user"}], "it has neither content nor tool_calls"),
        ([{"role": "user", "content": {"text": "Hi."}}], "its content is dict, neither a text nor a list of parts"),
        ([{"role": "user", "content": [3]}], "a part of its content is neither a text nor an object with a type"),
        ([{"role": "user", "content": [{"type": "text"}]}], "a part of its content says it is text, and has none"),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}], "an image, and has no url"),
        ([{"role": "assistant", "content": "", "tool_calls": "track"}], "its tool_calls are no list of objects"),
        ([{"from": "human"}] * 5, 'turn 2 of "messages" is odd: it has no role; and 2 more'),
    ],
)
def test_odd_turns_are_told_by_row(tmp_path: Path, value: object, words: str) -> None:
    assert words in told(tmp_path, value)


@pytest.mark.parametrize("value", ["a text", ["one", "two"], [], None, 7, [[1]]])
def test_what_is_no_conversation_stays_what_it_is(tmp_path: Path, value: object) -> None:
    assert one(tmp_path, messages=value).fields["messages"] == value


def test_rows_with_odd_turns_are_left_out_where_bad_rows_are(tmp_path: Path) -> None:
    path = written(tmp_path / "talks.jsonl", {"messages": [{"role": "user", "content": "Hi."}]}, {"messages": [{}]})

    file, scanned = read_cases(path, skip_bad=True), scan_cases(path, skip_bad=True)
    assert [problem.code for problem in file.problems] == ["C140"]
    assert tuple(scanned) == file.cases and len(scanned) == 1


def test_a_renamed_column_is_looked_at_as_what_it_becomes(tmp_path: Path) -> None:
    path = written(tmp_path / "talks.jsonl", {"dialog": [{"role": "user"}]})
    assert read_cases(path).cases[0].fields == {"dialog": [{"role": "user"}]}
    with pytest.raises(CaseError, match='of "dialog" is odd'):
        read_cases(path, rename={"turns": "dialog"})


def test_a_cell_of_a_table_may_hold_a_conversation(tmp_path: Path) -> None:
    path = tmp_path / "talks.csv"
    path.write_text('id,messages\na,"[{""role"": ""user"", ""content"": ""Hi.""}]"\nb,plain\n')
    first, second = read_cases(path).cases
    assert first.fields["messages"] == [{"role": "user", "content": "Hi."}]
    assert second.fields["messages"] == "plain"
