"""Datasets: goldens and test cases from files and back, every bad row named with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.dataset import ConversationalGolden, EvaluationDataset, Golden
from arbitree.dataset.writing import FileType
from arbitree.errors import CaseError, UsageError
from arbitree.test_case import LLMTestCase, ToolCall, Turn
from tests.evaluate.metrics import SILENT, Judge, polite

FULL = Golden(
    input="Where is it?",
    actual_output="It shipped,\nplease wait.",
    expected_output='It "shipped".',
    context=["one", "two | three"],
    retrieval_context=["a", "b"],
    additional_metadata={"tier": 2, "nested": [1, None]},
    comments="says so",
    tools_called=[ToolCall(name="lookup", input_parameters={"order": "A17"}, output={"ok": True})],
    expected_tools=[],
    token_cost=0.25,
    input_token_count=12,
    output_token_count=3,
    source_file="a.txt",
    name="q-1",
    custom_column_key_values={"tone": "warm"},
    expected_labels={"kind": "shipping"},
    id="17",
)


@pytest.mark.parametrize("file_type", ["json", "jsonl", "csv"])
def test_what_is_written_is_read_back(file_type: FileType, tmp_path: Path) -> None:
    dataset = EvaluationDataset(goldens=[FULL, Golden(input="And now?"), Golden(input="[x]", context=["[y]"])])

    path = dataset.save_as(file_type, str(tmp_path / "data"), file_name="mine")
    again = EvaluationDataset()
    again.add_goldens_from_jsonl_file(path)

    assert path == str(tmp_path / "data" / f"mine.{file_type}")
    assert again.goldens == dataset.goldens


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12)
GOLDENS = st.builds(
    Golden,
    input=TEXTS,
    actual_output=st.none() | TEXTS,
    context=st.none() | st.lists(TEXTS, max_size=3),
    retrieval_context=st.none() | st.lists(TEXTS, max_size=3),
    additional_metadata=st.none() | st.dictionaries(TEXTS, st.integers() | st.none() | TEXTS, max_size=2),
    tools_called=st.none() | st.lists(st.builds(ToolCall, name=TEXTS, output=st.none() | TEXTS), max_size=2),
    custom_column_key_values=st.none() | st.dictionaries(TEXTS, TEXTS, max_size=2),
    token_cost=st.none() | st.floats(0, 9, allow_nan=False),
)


@given(goldens=st.lists(GOLDENS, min_size=1, max_size=3), file_type=st.sampled_from(["json", "jsonl", "csv"]))
def test_any_goldens_are_read_back_as_they_were(
    goldens: list[Any], file_type: FileType, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("goldens")
    path = EvaluationDataset(goldens).save_as(file_type, str(folder))

    again = EvaluationDataset()
    again.add_goldens_from_csv_file(path)

    assert again.goldens == goldens


def test_columns_go_by_other_names_and_lists_by_other_delimiters(tmp_path: Path) -> None:
    path = tmp_path / "cases.csv"
    path.write_text("question,answer,context,mood\nWhere?,There.,a;b,good\n", encoding="utf-8")
    dataset = EvaluationDataset()

    dataset.add_test_cases_from_csv_file(path, "question", "answer", context_col_delimiter=";")

    assert dataset.test_cases == [
        LLMTestCase(
            input="Where?", actual_output="There.", context=["a", "b"], custom_column_key_values={"mood": "good"}
        )
    ]


def test_a_column_may_be_left_unread(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"input": "a", "context": ["secret"]}\n', encoding="utf-8")
    dataset = EvaluationDataset()

    dataset.add_goldens_from_jsonl_file(path, context_key_name=None)

    assert dataset.goldens == [Golden(input="a")]


def test_every_bad_row_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    rows = ['{"input": "fine"}', "{oops", '{"question": "q"}', '{"input": 5, "tools_called": [{"nom": "x"}]}']
    path.write_text("\n".join([*rows, '{"input": 5}', '{"input": "a", "token_cost": "dear"}']), encoding="utf-8")
    dataset = EvaluationDataset()

    with pytest.raises(CaseError) as raised:
        dataset.add_goldens_from_jsonl_file(path)

    told = [(problem.where, problem.code) for problem in raised.value.problems]
    lines = [2, 3, 4, 5, 6]
    assert told == [
        (f"cases.jsonl:{line}", code)
        for line, code in zip(lines, ["C101", "C137", "C136", "C121", "C136"], strict=True)
    ]
    assert 'input_col_name="question"' in str(raised.value)
    assert dataset.goldens == []


def test_names_of_columns_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="names no field"):
        EvaluationDataset().add_goldens_from_csv_file(tmp_path / "x.csv", inptu_col_name="q")


def test_files_that_deepeval_writes_are_read(tmp_path: Path) -> None:
    """As its 4.3.1 writes them: lists joined by | in JSONL and CSV, tools with `inputParameters`, and much null."""
    row = {"input": "a", "actual_output": None, "context": "one|two", "retrieval_context": None, "expectations": None}
    tools = [{"name": "lookup", "inputParameters": {"order": 1}, "type": "FUNCTION"}]
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({**row, "tools_called": tools}), encoding="utf-8")
    dataset = EvaluationDataset()

    dataset.add_goldens_from_jsonl_file(path)

    call = ToolCall(name="lookup", input_parameters={"order": 1})
    assert dataset.goldens == [Golden(input="a", context=["one", "two"], tools_called=[call])]


def test_single_and_multi_turn_do_not_mix(tmp_path: Path) -> None:
    dataset = EvaluationDataset(goldens=[Golden(input="a")])

    with pytest.raises(TypeError, match="single-turn"):
        dataset.add_golden(ConversationalGolden(scenario="s"))
    with pytest.raises(TypeError, match="neither"):
        dataset.add_test_case("text")  # type: ignore[arg-type]
    assert len(dataset.goldens) == 1


TALK = ConversationalGolden(
    scenario="A refund",
    turns=[
        Turn(role="user", content="I want my money."),
        Turn(role="assistant", content="There.", tools_called=[ToolCall(name="refund")], retrieval_context=["a"]),
    ],
    expected_outcome="refunded",
    context=["x"],
    name="refund",
    custom_column_key_values={"tone": "warm"},
)


@pytest.mark.parametrize("file_type", ["json", "jsonl", "csv"])
def test_conversational_goldens_are_read_back(file_type: FileType, tmp_path: Path) -> None:
    dataset = EvaluationDataset(goldens=[TALK, ConversationalGolden(scenario="nothing said yet")])

    again = EvaluationDataset()
    again.add_goldens_from_json_file(dataset.save_as(file_type, str(tmp_path)))

    assert again.goldens == dataset.goldens


def test_conversational_test_cases_come_of_goldens_and_become_some(tmp_path: Path) -> None:
    dataset = EvaluationDataset()
    dataset.add_test_case(TALK.test_case(comments="made up"))

    again = EvaluationDataset()
    again.add_test_cases_from_jsonl_file(dataset.save_as("jsonl", str(tmp_path), include_test_cases=True))

    assert again.test_cases == dataset.test_cases
    assert again.test_cases[0].metadata == {"tone": "warm"} and again.test_cases[0].turns == TALK.turns


def test_a_turn_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text('{"scenario": "s", "turns": [{"role": "usr", "content": "Hi"}]}', encoding="utf-8")

    with pytest.raises(CaseError, match="role") as raised:
        EvaluationDataset().add_goldens_from_jsonl_file(path)
    assert raised.value.problems[0].where == "talks.jsonl:1"


def test_a_dataset_is_gone_through_by_its_test_cases() -> None:
    dataset = EvaluationDataset(goldens=[FULL])
    assert list(dataset) == [FULL]

    dataset.add_test_case(FULL.test_case(actual_output="Else."))

    assert [test_case.actual_output for test_case in dataset] == ["Else."]
    assert dataset.test_cases[0].metadata == FULL.additional_metadata
    assert len(dataset) == 1


def test_test_cases_are_written_as_goldens(tmp_path: Path) -> None:
    dataset = EvaluationDataset()
    dataset.add_test_case(FULL.test_case())

    path = dataset.save_as("jsonl", str(tmp_path), include_test_cases=True)
    again = EvaluationDataset()
    again.add_test_cases_from_jsonl_file(path)

    assert again.test_cases == dataset.test_cases
    with pytest.raises(UsageError, match="no goldens"):
        dataset.save_as("jsonl", str(tmp_path))


def test_goldens_are_gone_through_and_what_was_made_of_them_is_evaluated() -> None:
    dataset = EvaluationDataset(goldens=[Golden(input="one"), Golden(input="two")])

    for golden in dataset.evals_iterator(metrics=[polite("A", Judge())], display_config=SILENT):
        assert isinstance(golden, Golden)
        dataset.add_test_case(golden.test_case(actual_output=f"{golden.input}, please"))

    assert dataset.results is not None and dataset.results.count("passed") == 2
    assert dataset.evaluate([polite("A", Judge())], display_config=SILENT).count("passed") == 2
    with pytest.raises(CaseError, match="no test case was added"):
        list(dataset.evals_iterator(metrics=[polite("A", Judge())]))
