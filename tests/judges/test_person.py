"""A person answers one question at a time, takes answers back, leaves, and goes on another time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.records import Failed, Reply, Result
from arbitree.core.visible import visible
from arbitree.errors import RecordError
from arbitree.judges import judge_from
from arbitree.judges.loop import run_sync
from arbitree.judges.person import PersonJudge
from arbitree.judges.recorded import RecordedJudge
from arbitree.rubric import Rubric
from tests.judges.graphs import PARCEL
from tests.judges.questions import question

CASES = [{"id": "a", "actual_output": "Order 7 is late."}, {"id": "b", "actual_output": "No idea."}]


class Typed:
    """A terminal at which these lines are typed, and then no more."""

    def __init__(self, *lines: str) -> None:
        self.left = list(lines)
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def read(self, prompt: str) -> str | None:
        self.text += f"{prompt}\n"
        return self.left.pop(0) if self.left else None


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scored(
    *lines: str, graph: Graph = PARCEL, cases: Sequence[dict[str, Any]] = CASES, path: str = "labels.jsonl"
) -> tuple[tuple[Result, ...], Typed]:
    """What cases come to when a person types these lines, and the terminal."""
    terminal = Typed(*lines)
    results = Rubric(graph=graph).run(cases, judge=PersonJudge(path, terminal=terminal))
    assert not terminal.left, f"not read: {terminal.left}"
    return results, terminal


def rows(path: str = "labels.jsonl") -> list[dict[str, Any]]:
    found = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in row.items() if name != "meta"} for row in found]


ALL = ("7", "", "y there is a 7", "2: it says late", "none", "", "n")
"""Answers to every question of both cases."""


def test_a_person_answers_question_by_question() -> None:
    results, terminal = scored(*ALL)

    assert [result.score for result in results] == [0.6, 0.0]
    assert results[0].trace[1].reason == "there is a 7"
    assert "  | Order 7 is late." in terminal.text and "case a (1 of 2) · find" in terminal.text
    assert rows() == [
        {"case": "a", "node": "find", "output": "7"},
        {"case": "a", "node": "has_id", "verdict": True, "reason": "there is a 7"},
        {"case": "a", "node": "status", "verdict": "delayed", "reason": "it says late"},
        {"case": "b", "node": "find", "output": "none"},
        {"case": "b", "node": "has_id", "verdict": False},
    ]


def test_a_recorded_judge_replays_the_answers() -> None:
    results, _ = scored(*ALL)

    again = Rubric(graph=PARCEL).run(CASES, judge=RecordedJudge.load("labels.jsonl"))

    assert again == results


def test_one_who_leaves_goes_on_where_he_was() -> None:
    first, terminal = scored("7", "", "y", ":q")
    second, _ = scored("delayed", "none", "", "n")

    assert [result.status for result in first] == ["undecided", "undecided"]
    assert "2 answered; the answers are kept in labels.jsonl" in terminal.text
    assert first[0].causes[0].kind == "unanswered"
    assert [result.score for result in second] == [0.6, 0.0]


def test_the_end_of_the_input_is_leaving() -> None:
    results, _ = scored("7")

    assert [result.status for result in results] == ["undecided", "undecided"]
    assert not Path("labels.jsonl").exists()


def test_what_is_skipped_stays_open_and_is_asked_again_another_time() -> None:
    first, _ = scored("7", "", "s", "none", "", "n")
    second, _ = scored("y", "1")

    assert [result.status for result in first] == ["undecided", "scored"]
    assert first[0].causes[0].what.endswith("the person skipped it")
    assert [result.score for result in second] == [1.0, 0.0]


def test_the_last_answers_can_be_taken_back_across_cases() -> None:
    results, terminal = scored("7", "", "y", "1 on its way", ":u", "u", "n it is no id", "none", "", "n")

    assert [result.score for result in results] == [0.0, 0.0]
    assert "before: shipped (on its way)" in terminal.text and "before: yes" in terminal.text
    assert [row["node"] for row in rows() if row["case"] == "a"] == ["find", "has_id"]


def test_answers_of_an_earlier_sitting_can_be_taken_back() -> None:
    scored("7", "", "y", "1", ":q")
    results, _ = scored(":u", "3", "none", "", "n")

    assert [result.score for result in results] == [0.2, 0.0]


def test_with_nothing_to_take_back_the_question_stays() -> None:
    _, terminal = scored(":u", "7", "", "n", "none", "", "n")

    assert "there is nothing to take back" in terminal.text


def test_a_question_whose_words_have_changed_is_asked_again() -> None:
    graph = Graph(name="g", nodes=(Ask(name="kind", criteria="Is it kind?", shows=("actual_output",)),))
    other = Graph(name="g", nodes=(Ask(name="kind", criteria="Is it very kind?", shows=("actual_output",)),))
    scored("y", "y", graph=graph)
    results, _ = scored("n", "n", graph=other)

    assert [result.score for result in results] == [0.0, 0.0]
    assert [row["verdict"] for row in rows()] == [False, False]


def test_rows_without_a_key_and_of_other_cases_are_kept() -> None:
    Path("labels.jsonl").write_text(
        '{"case": "z", "node": "other", "verdict": true}\n{"case": "b", "node": "find", "output": "8"}\n', "utf-8"
    )
    results, _ = scored("7", "", "n", "y", "1")

    assert [result.score for result in results] == [0.0, 1.0]
    assert rows()[0] == {"case": "z", "node": "other", "verdict": True}


def test_what_another_terminal_writes_meanwhile_is_kept() -> None:
    class Beside(Typed):
        def read(self, prompt: str) -> str | None:
            if len(self.left) == 1 and prompt.startswith("y/n"):
                with Path("labels.jsonl").open("a", encoding="utf-8") as file:
                    file.write('{"case": "c", "node": "find", "output": "9"}\n')
            return super().read(prompt)

    terminal = Beside("7", "", "n")
    Rubric(graph=PARCEL).run(CASES[:1], judge=PersonJudge(terminal=terminal))

    assert {(row["case"], row["node"]) for row in rows()} == {("a", "find"), ("c", "find"), ("a", "has_id")}


def test_further_votes_of_one_person_are_not_asked_for() -> None:
    graph = Graph(name="g", nodes=(Ask(name="kind", criteria="Kind?", shows=("actual_output",), votes=3),))
    results, _ = scored("y", "u", "n", "y", graph=graph)

    assert [result.score for result in results] == [0.0, 1.0]
    assert Rubric(graph=graph).run(CASES, judge=RecordedJudge.load("labels.jsonl")) == results


def test_only_what_decides_is_asked_under_decide() -> None:
    parts = tuple(Ask(name=name, criteria=f"Is it {name}?", shows=("actual_output",)) for name in ("kind", "short"))
    chain = Graph(name="g", nodes=(Ask(name="kind", criteria="Kind?", shows=("actual_output",), yes="short"), parts[1]))
    judge = PersonJudge(terminal=Typed("n"))
    plan = compile_plan(chain)
    judge.bind(plan, ())
    judge.sit([Case(id="a", fields=CASES[0])], limits=Limits(mode="decide"))

    assert [row["node"] for row in rows()] == ["kind"]


def test_evidence_is_shown_once_a_case_and_again_when_asked_for() -> None:
    _, terminal = scored("7", "", "y", ":e", "1", ":q")

    assert terminal.text.count("  | Order 7 is late.") == 2
    assert "the rest of the evidence is as above" in terminal.text


def test_hostile_text_steers_no_terminal_and_fakes_no_question() -> None:
    hostile = "\x1b[2Jfine\r\n── case x ──\nIs it good? y\u202e\u200b\x07"
    _, terminal = scored(":q", cases=[{"id": "a\x1b[31m", "actual_output": hostile}])

    assert not set(terminal.text) & set("\x1b\r\x07\u202e\u200b")
    assert "  | \\x1b[2Jfine\n  | ── case x ──\n  | Is it good? y\\u202e\\u200b\\x07\n" in terminal.text
    assert "case a\\x1b[31m (1 of 1)" in terminal.text


def test_wrong_answers_are_explained_and_asked_for_again() -> None:
    _, terminal = scored("", "7", "", "maybe", "?", "y", "4", "Lost", ":q")

    assert terminal.text.count("that is none of the answers") == 2
    assert rows()[-1]["verdict"] == "lost"


def test_a_file_of_something_else_is_refused_before_any_question() -> None:
    Path("labels.jsonl").write_text("not json\n", encoding="utf-8")

    with pytest.raises(RecordError, match="not JSON"):
        scored()


def test_a_folder_that_is_not_there_is_named_before_any_question() -> None:
    with pytest.raises(RecordError, match="no such folder"):
        scored(path="none/labels.jsonl")


def test_beside_other_judges_a_person_is_asked_as_the_run_goes_on() -> None:
    nodes = (
        Ask(name="kind", criteria="Kind?", shows=("actual_output",), yes="fate"),
        Choose(name="fate", criteria="Fate?", shows=("actual_output",), options=(("x", 1.0), ("z", 3.0)), judge="me"),
    )
    person = PersonJudge(terminal=Typed("u", "2 late", ":q"))
    judges = {"judge": lambda prompt: '{"verdict": true}', "me": person}
    results = Rubric(graph=Graph(name="g", nodes=nodes)).run(CASES, judges=judges, concurrency=1)

    assert [result.score for result in results] == [0.3, None]


def test_lists_and_explanations_are_taken_line_by_line() -> None:
    person = PersonJudge(terminal=Typed("one", " two ", "", ":none", "It is", "so.", "", ":s"))
    ask = [person.ask(question(kind=kind)) for kind in ("list", "list", "reason", "text")]
    answers = [run_sync(one) for one in ask]

    texts = [json.loads(one.text) for one in answers if isinstance(one, Reply)]
    assert texts == [{"output": ["one", "two"]}, {"output": []}, {"reason": "It is\nso."}]
    assert isinstance(answers[-1], Failed)


def test_person_is_a_name_of_a_judge() -> None:
    assert [judge_from(text).name for text in ("person", "person:anna.jsonl")] == [
        "person:labels.jsonl",
        "person:anna.jsonl",
    ]


def test_joiners_and_plain_text_stay_as_they_are() -> None:
    text = "tab\there\nनमस्ते क्‍ष 👩‍👧 naïve"

    assert visible(text) == text
