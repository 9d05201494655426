"""Drawings: every node and branch is in them, hostile words stay words, and deep graphs draw."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree

import pytest

from arbitree.checks.draw import FORMS, mermaid, svg, text
from arbitree.checks.draw.parts import evidence_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh

REPLY = Graph(
    name="Return reply",
    nodes=(
        Task(name="facts", instructions="List the facts.", shows=("actual_output",)),
        Ask(name="window", criteria="Thirty days?", reads=("facts",), yes="details", no=0),
        Choose(name="details", criteria="Which?", reads=("facts",), options=(("Both", 10), ("None", NOT_APPLICABLE))),
    ),
)
HOSTILE = Graph(
    name="</title><script>alert(1)</script>",
    nodes=(Ask(name='a"b<c>', criteria='"]; click n0 "javascript:alert(1)" <img src=x onerror=alert(1)> & `x` | y'),),
)


def chain(length: int) -> Graph:
    nodes = [
        Ask(name=f"n{i}", criteria=f"Question {i}?", yes=f"n{i + 1}" if i + 1 < length else 10) for i in range(length)
    ]
    return Graph(nodes=tuple(nodes))


def test_a_text_tree_names_every_node_and_end() -> None:
    assert text(REPLY).splitlines() == [
        "Return reply: passes from 0.5",
        "window  ask  Thirty days?  [reads facts]",
        "├─ yes → details  choose  Which?  [reads facts]",
        "│  ├─ Both → 10",
        "│  └─ None → not applicable",
        "└─ no → 0",
        "facts  task  List the facts.  [shows actual_output]",
    ]


def test_a_shared_node_is_drawn_once_in_a_text_tree() -> None:
    graph = Graph(
        nodes=(
            Weigh(name="all", parts=(Part(node="a", weight=2), Part(node="b"))),
            Ask(name="a", criteria="A?", yes="s"),
            Ask(name="b", criteria="B?", yes="s"),
            Ask(name="s", criteria="S?"),
        )
    )
    drawn = text(graph)
    assert drawn.count("s  ask  S?") == 1
    assert "s (above)" in drawn


def test_a_chain_deeper_than_a_tree_goes_on_at_the_margin() -> None:
    drawn = text(chain(5_000))
    assert all(f"n{i}  ask  Question {i}?" in drawn for i in (0, 2_500, 4_999))
    assert max(map(len, drawn.splitlines())) < 300


def test_mermaid_draws_reads_dotted_and_branches_solid() -> None:
    lines = mermaid(REPLY).splitlines()
    assert "  n0 -.-> n1" in lines
    assert "  n1 -->|yes| n2" in lines
    assert '  n2 -->|Both| e1["10"]' in lines


def test_mermaid_keeps_hostile_words_inside_their_label() -> None:
    line = next(line for line in mermaid(HOSTILE).splitlines() if line.startswith("  n0("))
    assert line.count('"') == 2
    assert "<img" not in line and "`" not in line


@pytest.mark.parametrize("graph", [REPLY, HOSTILE, Graph(nodes=())], ids=["reply", "hostile", "empty"])
def test_an_svg_is_well_formed_and_holds_no_script(graph: Graph) -> None:
    root = ElementTree.fromstring(svg(graph))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "defs", "marker", "path", "rect", "text"}


def test_an_svg_joins_the_labels_of_branches_that_lead_to_one_node() -> None:
    ways = (("Hardly", "next"), ("Fully", "next"), ("Never", 0.0))
    graph = Graph(nodes=(Choose(name="gate", criteria="How?", options=ways), Ask(name="next", criteria="And?")))
    assert "Hardly, Fully" in svg(graph)


@pytest.mark.parametrize("form", FORMS)
def test_a_graph_with_a_cycle_can_still_be_drawn(form: str) -> None:
    graph = Graph(nodes=(Ask(name="a", criteria="A?", yes="b"), Ask(name="b", criteria="B?", yes="a")))
    assert "b" in FORMS[form](graph)


def tops(graph: Graph) -> dict[str, float]:
    """Where the box of each node begins."""
    found = re.findall(r'<rect x="\S+" y="(\S+)" width="230".*\n<text[^>]*>(\w+) ·', svg(graph))
    return {name: float(top) for top, name in found}


def test_what_is_read_further_down_is_led_past_the_boxes_between() -> None:
    paths = re.findall(r'<path d="([^"]*)" fill="none" stroke="#9ab"', svg(REPLY))
    places = [[float(number) for number in re.findall(r"[\d.]+", path)] for path in paths]

    right_edge = 10 + 230
    assert [min(path[::2]) >= right_edge for path in places] == [False, True]


def test_a_task_stands_right_above_its_first_reader() -> None:
    nodes = (
        Task(name="late", instructions="Read it.", shows=("input",)),
        Ask(name="first", criteria="One?", shows=("input",), yes="second", no=0.0),
        Ask(name="second", criteria="Two?", shows=("input",), yes="third", no=0.0),
        Ask(name="third", criteria="Three?", reads=("late",), yes=10.0, no=0.0),
    )

    top = tops(Graph(nodes=nodes))

    assert top["first"] < top["second"] == top["late"] < top["third"]


def test_a_long_chain_is_drawn_in_a_time_that_grows_no_faster_than_it() -> None:
    began = time.process_time()
    assert svg(chain(5_000)).count("marker-end") == 4_999

    assert time.process_time() - began < 10  # less than half a second where nothing else runs; it was half a minute


def test_a_jury_and_a_cascade_are_named_where_they_answer() -> None:
    nodes = (
        Ask(name="kind", criteria="Is it?", shows=("text",), yes="polite", cascade=("cheap", "strong")),
        Ask(name="polite", criteria="Is it?", shows=("text",), judges=("a", "b")),
    )
    graph = Graph(nodes=nodes)

    assert evidence_of(nodes[0], graph) == "shows text; asks cheap, then strong"
    assert evidence_of(nodes[1], graph) == "shows text; asks a, b"
