"""What is said of rubrics that go over lists before anything is asked: checks, pictures, prompts, estimates."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from arbitree.checks.draw.mermaid import mermaid
from arbitree.checks.draw.svg import svg
from arbitree.checks.draw.text import text
from arbitree.checks.explore import ListNeed, explore
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.data import read_cases
from arbitree.runner.estimate import Bounds, estimated
from arbitree.runner.preview import previews
from arbitree.runner.settings import Settings
from arbitree.wire.load import load_rubric

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = ("faithfulness", "answer-relevancy", "hallucination", "citations", "criteria")


def rubric(name: str) -> Graph:
    return load_rubric((EXAMPLES / name / "rubric.yaml").read_text(encoding="utf-8")).graph


def cases(name: str) -> tuple[Case, ...]:
    return tuple(read_cases(EXAMPLES / name / "cases.jsonl").cases)


def test_check_says_what_one_item_takes_and_how_many_there_may_be() -> None:
    found = explore(compile_plan(rubric("citations")))

    assert found.lists == (ListNeed(node="cited_well", over="sentences", limit=30, calls=2),)
    assert (found.least_calls, found.most_calls, found.complete) == (1, 61, False)
    assert (found.low, found.high, found.may_lack) == (0.0, 1.0, True)
    assert {need.field for need in found.fields} == {"actual_output", "sources"}


def test_an_estimate_counts_the_items_of_a_column_and_bounds_those_of_a_task() -> None:
    of_column = estimated(compile_plan(rubric("criteria")), cases("criteria"), {}, settings=Settings())
    of_task = estimated(compile_plan(rubric("faithfulness")), cases("faithfulness")[:1], {}, settings=Settings())

    assert of_column.calls == Bounds(9, 9)
    assert of_task.calls == Bounds(1, 51)


def test_a_prompt_shows_where_an_item_will_stand() -> None:
    [first, *_] = cases("criteria")
    [asked] = list(previews(compile_plan(rubric("criteria")), first))

    assert asked.waits_for == ("criterion",)
    assert "<one criterion>" in asked.messages[-1].content


@pytest.mark.parametrize("name", NAMES)
def test_pictures_hold_every_node_and_lead_from_a_list_to_its_body(name: str) -> None:
    graph = rubric(name)

    assert all(node.name in text(graph) and node.name in mermaid(graph) for node in graph.nodes)
    assert "-->|do|" in mermaid(graph)
    assert ElementTree.fromstring(svg(graph)).tag.endswith("svg")
    assert " item " not in text(graph).replace("for each", "")


def test_a_rubric_whose_lists_and_bodies_always_apply_cannot_lack_a_score() -> None:
    graph = load_rubric(
        "arbitree: 1\nnodes:\n  all:\n    each: {over: facts, as: fact, do: so, empty: 0}\n"
        "  so: {ask: Is it so?, reads: [fact], shows: []}\n"
    ).graph
    [each] = graph.eaches

    assert each.empty is not NOT_APPLICABLE
    assert not explore(compile_plan(graph)).may_lack
