"""Long texts that an `each` goes over in chunks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree import Rubric
from arbitree.core.budgets import tokens_of
from arbitree.core.cases import Case
from arbitree.core.chunks import chunks_of
from arbitree.core.compile import compile_plan
from arbitree.core.engine import begin
from arbitree.core.prompts.parts import parts_of
from arbitree.errors import GraphError, RubricFileError
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, EachNode
from arbitree.testing import ScriptedJudge
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric

FILE = """
arbitree: 1
nodes:
  whole:
    each: {over: actual_output, as: part, by: min, chunk: 100, do: polite}
  polite: {ask: Is this part polite?, reads: [part]}
"""
TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300) | st.text(
    alphabet="ab .!\n\r\t\u3002\u0301\u200d\u4e2d\U0001f600", max_size=600
)


def parts(text: object, file: str = FILE) -> list[str]:
    """The chunks that are asked about."""
    walk = begin(compile_plan(load_rubric(file).graph), Case(id="1", fields={"actual_output": text}))
    return [dict(parts_of(question).evidence)["part"] for question in walk.questions]


@given(TEXTS, st.integers(1, 60))
def test_chunks_lose_and_repeat_nothing_and_keep_to_their_budget(text: str, most: int) -> None:
    chunks = chunks_of(text, most)

    assert "".join(chunks) == text and all(chunks)
    assert all(tokens_of(chunk) <= most for chunk in chunks)
    assert chunks == chunks_of(text, most)


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("aaaa aaaa.\n\nbb bb. bb\nbb bb bb", ("aaaa aaaa.\n\n", "bb bb. bb\nbb bb bb")),
        ("aaaa aaaa aa\nbb. bb bb bb", ("aaaa aaaa aa\n", "bb. bb bb bb")),
        ("aaaa aaaa aa. bb bb bb bb", ("aaaa aaaa aa. ", "bb bb bb bb")),
        ("aaaa aaaa aaaa bbbbbbbb bb", ("aaaa aaaa aaaa ", "bbbbbbbb bb")),
        ("a" * 25, ("a" * 20, "a" * 5)),
        ("aaaa aaaa aaaa aa\r\n\r\nbbb", ("aaaa aaaa aaaa aa\r\n", "\r\nbbb")),
    ],
    ids=["paragraph", "line", "sentence", "word", "nowhere", "within-an-end-of-line"],
)
def test_a_text_is_broken_where_its_reader_would_pause(text: str, chunks: tuple[str, ...]) -> None:
    assert chunks_of(text, 5) == chunks


def test_a_letter_keeps_its_accent_where_it_can() -> None:
    assert all(not chunk.startswith("\u0301") for chunk in chunks_of("e\u0301" * 50, 5))


def test_an_each_asks_about_every_chunk_of_a_text() -> None:
    text = "The courier was late. " * 60
    found = parts(text)

    assert len(found) == len(set(chunks_of(text, 100))) and set(found) == {*chunks_of(text, 100)}


def test_a_short_text_is_one_chunk_and_a_blank_one_is_none() -> None:
    assert parts('["not", "a list"]') == ['["not", "a list"]']
    assert parts("") == parts(" \n") == []


def test_chunks_beyond_the_limit_are_left_out() -> None:
    text = "\n".join(f"{number} is a number." for number in range(200))

    file = FILE.replace("by: min", "by: min, limit: 3")
    [result] = Rubric.loads(file).run([{"actual_output": text}], judge=ScriptedJudge({"polite": True}))

    assert len(parts(text, file)) == 3
    assert result.trace[0].flags == ("left_out",)
    assert "looked at the first 3 items" in result.warnings[0].what


def test_a_list_has_the_chunks_of_its_text_as_prompts_show_it() -> None:
    assert parts(["One.", "Two."]) == ["1. One.\n2. Two."]


def test_chunks_stay_on_the_way_to_files_and_python_nodes() -> None:
    graph = load_rubric(FILE).graph
    again = DeepAcyclicGraph(DeepAcyclicGraph.from_graph(graph).root_nodes).to_graph()

    assert [each.chunk for each in (*graph.eaches, *again.eaches)] == [100, 100]
    assert dump_rubric(load_rubric(dump_rubric(graph)).graph) == dump_rubric(graph)
    assert "chunk: 100" in dump_rubric(graph)


def test_too_small_a_chunk_and_chunks_of_a_task_are_refused() -> None:
    with pytest.raises(RubricFileError, match="write a whole number from 100"):
        load_rubric(FILE.replace("chunk: 100", "chunk: 9"))
    each = EachNode(over="actual_output", item="part", chunk=9)
    polite = BinaryJudgementNode("Is it polite?")
    each.add_node(polite)
    polite.add_verdict(True, score=10)
    polite.add_verdict(False, score=0)
    with pytest.raises(GraphError, match="into chunks of 9 tokens"):
        DeepAcyclicGraph([each])


def test_a_task_has_no_chunks() -> None:
    file = FILE.replace("over: actual_output", "over: claims")
    file += "  claims: {task: List the claims., gives: list, shows: [actual_output]}\n"
    with pytest.raises(GraphError, match='breaks "claims" into chunks, and it is a task'):
        DeepAcyclicGraph.from_graph(load_rubric(file).graph)
