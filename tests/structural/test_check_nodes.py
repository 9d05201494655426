"""Checks in a rubric: they cost no call, and always see empty text (ACCEPTANCE 18 and 27)."""

from __future__ import annotations

import asyncio

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Json
from arbitree.core.kinds.check import Check
from arbitree.core.records import Answer, Question, Reply, Result, Style
from arbitree.core.structural.table import TESTS
from arbitree.executors.score import score_case
from tests.structural.docs_tables import Row, rows

OUT = ("actual_output",)
EMPTY = [row for row in rows() if row.text == "" and row.test in TESTS]


class Yes:
    """Says yes to everything, and counts."""

    name = "yes"
    style: Style = "messages"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.node)
        return Reply(text='{"reason": "r", "verdict": true}')


def score(graph: Graph, judge: Yes | None = None, **fields: object) -> Result:
    return asyncio.run(score_case(compile_plan(graph), Case(id="1", fields=fields), {"judge": judge or Yes()}))


def gate(*tests: tuple[str, Json]) -> Graph:
    """A check that lets a question be asked, or ends at 0."""
    check = Check(name="form", tests=tests, of=OUT, yes="tone", no=0.0)
    return Graph(nodes=(check, Ask(name="tone", criteria="Is it kind?", shows=OUT)))


def test_a_check_that_fails_costs_no_call() -> None:
    judge = Yes()

    result = score(gate(("durations", "30 days"), ("max_words", 50)), judge, actual_output="Send it back any time.")

    assert (result.score, result.usage.calls, judge.asked) == (0.0, 0, [])
    assert result.trace[0].reason == 'no duration is "30 days"; there are no durations'


def test_a_check_that_holds_lets_the_question_be_asked() -> None:
    judge = Yes()

    result = score(
        gate(
            ("durations", "30 days"),
        ),
        judge,
        actual_output="Send it back within thirty days.",
    )

    assert (result.score, judge.asked) == (1.0, ["tone"])


@pytest.mark.parametrize("row", EMPTY, ids=lambda row: f"{row.test}:{row.line}")
def test_a_check_sees_an_empty_field(row: Row) -> None:
    graph = Graph(nodes=(Check(name="form", tests=((row.test, row.argument),), of=OUT),))

    result = score(graph, actual_output="")

    assert (result.status, result.score) == ("scored", 1.0 if row.holds else 0.0)


def test_a_check_of_a_missing_field_is_undecided() -> None:
    result = score(Graph(nodes=(Check(name="form", tests=(("max_words", 5),), of=OUT),)))

    assert (result.status, result.causes[0].kind) == ("undecided", "missing_field")


def test_every_test_of_a_check_must_hold() -> None:
    graph = Graph(nodes=(Check(name="form", tests=(("contains", "a"), ("lacks", "b")), of=OUT),))

    assert [score(graph, actual_output=text).score for text in ("a", "a b", "c")] == [1.0, 0.0, 0.0]
